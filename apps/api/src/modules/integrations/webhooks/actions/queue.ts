import type { ResponseOf } from "@touchline/contract";
import {
  mostReplayed,
  type replayDeadWebhooks,
  testEventType,
  type testWebhook,
} from "@touchline/contract/integrations/webhooks";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict } from "../../../../errors.ts";
import { addEvent, takeEvents } from "../../../../jobs/outbox.ts";
import { webhookDelivery } from "../../../../schema/webhooks.ts";
import { audit } from "../../../../security/audit.ts";
import { withLocks } from "../../../people/index.ts";
import { deliveryTo } from "../queries/deliveries.ts";
import { authorizeWebhooks, type EndpointRow, endpointRow, lockEndpoint } from "../queries/endpoints.ts";

/** Makes a delivery of each event that waits, for each endpoint that wants it. @returns whether there may be more */
export async function createDeliveries(call: Call): Promise<boolean> {
  const events = await takeEvents(call);
  if (events.length === 0) return false;
  const at = call.now.toISOString();
  await call.db.execute(sql`
    INSERT INTO webhook_delivery (organization_id, webhook_endpoint_id, webhook_event_id, state, next_attempt_at, created_at)
    SELECT ${call.organizationId}::uuid, endpoint.webhook_endpoint_id, event.id, 'waiting', ${at}::timestamptz, ${at}::timestamptz
    FROM ROWS FROM (unnest(${sql.param(events.map((one) => one.webhookEventId))}::uuid[]),
      unnest(${sql.param(events.map((one) => one.type))}::text[])) AS event (id, type)
    JOIN webhook_endpoint AS endpoint ON endpoint.organization_id = ${call.organizationId}
      AND endpoint.state <> 'removed' AND event.type = ANY(endpoint.events)
    ON CONFLICT DO NOTHING`);
  return true;
}

async function mustBeActive(unlocked: Call, webhookEndpointId: string): Promise<{ call: Call; row: EndpointRow }> {
  const call = await withLocks(unlocked, { also: lockEndpoint(webhookEndpointId) });
  authorizeWebhooks(call);
  const row = await endpointRow(call, webhookEndpointId);
  if (row.state !== "active") throw conflict("This endpoint is paused. Resume it first.", "paused");
  return { call, row };
}

/** Puts a test event at the endpoint's queue, also while it rests because of failures. @throws NotFound, Forbidden, Conflict (paused) */
export async function sendTest(unlocked: Call, webhookEndpointId: string): Promise<ResponseOf<typeof testWebhook>> {
  const { call, row } = await mustBeActive(unlocked, webhookEndpointId);
  const webhookEventId = newId();
  await addEvent(call, { webhookEventId, type: testEventType });
  await call.db.insert(webhookDelivery).values({
    organizationId: call.organizationId,
    webhookEndpointId,
    webhookEventId,
    state: "waiting",
    // Before everything that waits: somebody is looking.
    nextAttemptAt: new Date(0),
    createdAt: call.now,
  });
  await endRest(call, webhookEndpointId);
  await audit(call, [{ action: "webhook.tested", subjectId: webhookEndpointId, values: { url: row.url } }]);
  return { webhookEventId };
}

/** Ends the rest of an endpoint, as somebody expects it to work again. */
const endRest = (call: Call, webhookEndpointId: string) =>
  call.db.execute(sql`UPDATE webhook_endpoint SET hold_until = NULL
    WHERE organization_id = ${call.organizationId} AND webhook_endpoint_id = ${webhookEndpointId}`);

/** Sends an event again that was delivered or given up. @throws NotFound, Forbidden, Conflict (paused, or on its way already) */
export async function replay(unlocked: Call, webhookEndpointId: string, webhookEventId: string): Promise<undefined> {
  const { call, row } = await mustBeActive(unlocked, webhookEndpointId);
  const { type } = await deliveryTo(call, webhookEndpointId, webhookEventId);
  const { rowCount } = await call.db.execute(sql`
    UPDATE webhook_delivery SET state = 'waiting', attempts = 0, first_attempt_at = NULL, settled_at = NULL,
      next_attempt_at = ${call.now.toISOString()}::timestamptz
    WHERE organization_id = ${call.organizationId} AND webhook_endpoint_id = ${webhookEndpointId}
      AND webhook_event_id = ${webhookEventId} AND state <> 'waiting'`);
  if (rowCount === 0) throw conflict("This event is on its way already.", "waiting");
  await endRest(call, webhookEndpointId);
  const facts = { type, count: 1 };
  await audit(call, [{ action: "webhook.replayed", subjectId: webhookEndpointId, facts, values: { url: row.url } }]);
  return undefined;
}

/** Sends dead letters again, oldest first. @throws NotFound, Forbidden, Conflict (paused) */
export async function replayDead(
  unlocked: Call,
  webhookEndpointId: string,
): Promise<ResponseOf<typeof replayDeadWebhooks>> {
  const { call, row } = await mustBeActive(unlocked, webhookEndpointId);
  const { rowCount } = await call.db.execute(sql`
    UPDATE webhook_delivery SET state = 'waiting', attempts = 0, first_attempt_at = NULL, settled_at = NULL,
      next_attempt_at = ${call.now.toISOString()}::timestamptz
    WHERE organization_id = ${call.organizationId} AND webhook_endpoint_id = ${webhookEndpointId}
      AND state = 'dead' AND webhook_event_id IN (
        SELECT webhook_event_id FROM webhook_delivery
        WHERE organization_id = ${call.organizationId} AND webhook_endpoint_id = ${webhookEndpointId} AND state = 'dead'
        ORDER BY webhook_event_id LIMIT ${mostReplayed})`);
  const replayed = rowCount ?? 0;
  const { rows } = await call.db.execute<{ left: boolean }>(sql`
    SELECT EXISTS (SELECT FROM webhook_delivery WHERE organization_id = ${call.organizationId}
      AND webhook_endpoint_id = ${webhookEndpointId} AND state = 'dead') AS left`);
  if (replayed > 0) {
    await endRest(call, webhookEndpointId);
    const facts = { count: replayed };
    await audit(call, [{ action: "webhook.replayed", subjectId: webhookEndpointId, facts, values: { url: row.url } }]);
  }
  return { replayed, left: rows[0]?.left ?? false };
}
