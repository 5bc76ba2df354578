import { webhooksKept } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { forgetEvents } from "../../../../jobs/outbox.ts";

/** Deliveries that one statement removes. */
const atOnce = 2_000;

/**
 * Removes deliveries and events that are older than what is kept, deliveries to endpoints that were deleted, and those endpoints.
 *
 * @returns whether there may be more.
 */
export async function forgetSome(call: Call): Promise<boolean> {
  const before = new Date(call.now.getTime() - webhooksKept);
  const { organizationId } = call;
  const { rowCount: old } = await call.db.execute(sql`
    DELETE FROM webhook_delivery WHERE organization_id = ${organizationId} AND (webhook_endpoint_id, webhook_event_id) IN (
      SELECT gone.webhook_endpoint_id, gone.webhook_event_id
      FROM webhook_event AS event JOIN webhook_delivery AS gone ON gone.organization_id = ${organizationId}
        AND gone.webhook_event_id = event.webhook_event_id
      WHERE event.organization_id = ${organizationId} AND event.recorded_at < ${before.toISOString()}::timestamptz
      LIMIT ${atOnce})`);
  const { rowCount: removed } = await call.db.execute(sql`
    DELETE FROM webhook_delivery WHERE organization_id = ${organizationId} AND (webhook_endpoint_id, webhook_event_id) IN (
      SELECT gone.webhook_endpoint_id, gone.webhook_event_id
      FROM webhook_endpoint AS endpoint JOIN webhook_delivery AS gone ON gone.organization_id = ${organizationId}
        AND gone.webhook_endpoint_id = endpoint.webhook_endpoint_id
      WHERE endpoint.organization_id = ${organizationId} AND endpoint.state = 'removed'
      LIMIT ${atOnce})`);
  const events = await forgetEvents(call, before);
  await call.db.execute(sql`
    DELETE FROM webhook_endpoint WHERE organization_id = ${organizationId} AND state = 'removed'
      AND NOT EXISTS (SELECT FROM webhook_delivery WHERE webhook_delivery.organization_id = ${organizationId}
        AND webhook_delivery.webhook_endpoint_id = webhook_endpoint.webhook_endpoint_id)`);
  return [old, removed, events].some((count) => (count ?? 0) >= atOnce);
}
