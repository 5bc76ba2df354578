import { failuresBeforeRest, nextWebhookTry, restUntil, webhookRetryWindowMs } from "@touchline/rules";
import { and, eq, sql } from "drizzle-orm";
import type { WebhookAnswer } from "../../../../adapters/webhooks/port.ts";
import { type Call, organizationFacts } from "../../../../call.ts";
import { givenRows } from "../../../../database/lists.ts";
import { ours } from "../../../../database/tenancy.ts";
import { webhookEndpoint } from "../../../../schema/webhooks.ts";
import { audit } from "../../../../security/audit.ts";
import { mailWebhookPaused } from "../../../messages/index.ts";
import { reachableByEmail } from "../../../people/index.ts";
import { type DueDelivery, dueDeliveries } from "../queries/due.ts";
import { type EndpointRow, secretsOf } from "../queries/endpoints.ts";

/** Deliveries to one endpoint at a time. */
export const atOncePerEndpoint = 4;
/** For how long an endpoint is one worker's: well above the time that one round takes. */
const claimedFor = 60_000;

export type Round = { endpoint: EndpointRow; secrets: string[]; due: DueDelivery[] };

/**
 * Takes an endpoint, and what is to be sent to it next: one delivery while it fails, else some.
 *
 * @returns null: nothing is to be sent, or another worker does.
 */
export async function takeRound(call: Call, webhookEndpointId: string, workerId: string): Promise<Round | null> {
  const now = call.now.toISOString();
  const [endpoint] = await call.db
    .update(webhookEndpoint)
    .set({ workedBy: workerId, workedUntil: new Date(call.now.getTime() + claimedFor) })
    .where(
      and(
        ours(webhookEndpoint, call),
        eq(webhookEndpoint.webhookEndpointId, webhookEndpointId),
        eq(webhookEndpoint.state, "active"),
        sql`(${webhookEndpoint.workedUntil} IS NULL OR ${webhookEndpoint.workedUntil} <= ${now}::timestamptz
          OR ${webhookEndpoint.workedBy} = ${workerId})`,
        sql`(${webhookEndpoint.holdUntil} IS NULL OR ${webhookEndpoint.holdUntil} <= ${now}::timestamptz)`,
      ),
    )
    .returning();
  const due = endpoint
    ? await dueDeliveries(call, webhookEndpointId, endpoint.failuresInRow >= failuresBeforeRest ? 1 : atOncePerEndpoint)
    : [];
  if (!endpoint || due.length === 0) {
    await leave(call, webhookEndpointId, workerId);
    return null;
  }
  return { endpoint, secrets: await secretsOf(call, endpoint), due };
}

/** Lets others have an endpoint. */
const leave = (call: Call, webhookEndpointId: string, workerId: string) =>
  call.db
    .update(webhookEndpoint)
    .set({ workedBy: null, workedUntil: null })
    .where(
      and(
        ours(webhookEndpoint, call),
        eq(webhookEndpoint.webhookEndpointId, webhookEndpointId),
        eq(webhookEndpoint.workedBy, workerId),
      ),
    );

export type DeliveryTry = { delivery: DueDelivery; answer: WebhookAnswer; startedAt: Date; ms: number };

/** Tries of a delivery that are kept. */
const mostTriesKept = 20;

/**
 * Records what came of a round: each delivery is delivered, waits for its next try, or is given up, and the endpoint's health is what
 * the tries say, in the order in which they ended. A delivery that somebody else recorded meanwhile stays as it is.
 */
export async function recordRound(
  call: Call,
  webhookEndpointId: string,
  tried: readonly DeliveryTry[],
  random: () => number = Math.random,
): Promise<void> {
  // The endpoint first, as verbs do that send its deliveries again.
  const [endpoint] = await call.db
    .select()
    .from(webhookEndpoint)
    .where(and(ours(webhookEndpoint, call), eq(webhookEndpoint.webhookEndpointId, webhookEndpointId)))
    .for("no key update");
  await recordTries(call, webhookEndpointId, tried, random);
  if (!endpoint || endpoint.state === "removed") return;
  const health = healthAfter(endpoint, tried, call.now);
  const isGone = tried.some(({ answer }) => answer.status === 410);
  const failing =
    health.failingSince !== null && call.now.getTime() - health.failingSince.getTime() >= webhookRetryWindowMs;
  const pausedBy = endpoint.state !== "active" ? null : isGone ? "gone" : failing ? "failures" : null;
  await call.db
    .update(webhookEndpoint)
    .set({ ...health, ...(pausedBy === null ? {} : { state: "paused" as const, pausedBy }) })
    .where(and(ours(webhookEndpoint, call), eq(webhookEndpoint.webhookEndpointId, webhookEndpointId)));
  if (pausedBy !== null) await notifyPaused(call, endpoint, pausedBy);
}

async function recordTries(
  call: Call,
  webhookEndpointId: string,
  tried: readonly DeliveryTry[],
  random: () => number,
): Promise<void> {
  const now = call.now.getTime();
  const outcomes = tried.map(({ delivery, answer, startedAt, ms }) => {
    const first = delivery.firstAttemptAt ?? startedAt;
    const failed = delivery.attempts + 1;
    const next = answer.problem === null ? null : nextWebhookTry({ failed, firstAt: first.getTime(), now }, random());
    const { status, problem } = answer;
    return {
      id: delivery.webhookEventId,
      before: delivery.attempts,
      state: problem === null ? "delivered" : next === null ? "dead" : "waiting",
      first: first.toISOString(),
      next: new Date(next ?? now).toISOString(),
      one: JSON.stringify({ at: startedAt.toISOString(), status, problem, ms }),
    };
  });
  await call.db.execute(sql`
    UPDATE webhook_delivery SET state = came.state, attempts = attempts + 1, first_attempt_at = came.first_at::timestamptz,
      next_attempt_at = came.next_at::timestamptz,
      settled_at = CASE WHEN came.state <> 'waiting' THEN ${call.now.toISOString()}::timestamptz END,
      tries = CASE WHEN jsonb_array_length(tries) >= ${mostTriesKept} THEN tries - 0 ELSE tries END || came.one::jsonb
    FROM ${givenRows(
      [outcomes.map((one) => one.id), "uuid"],
      [outcomes.map((one) => one.before), "smallint"],
      [outcomes.map((one) => one.state), "text"],
      [outcomes.map((one) => one.first), "text"],
      [outcomes.map((one) => one.next), "text"],
      [outcomes.map((one) => one.one), "text"],
    )} AS came (id, before, state, first_at, next_at, one)
    WHERE webhook_delivery.organization_id = ${call.organizationId}
      AND webhook_delivery.webhook_endpoint_id = ${webhookEndpointId} AND webhook_delivery.webhook_event_id = came.id
      AND webhook_delivery.state = 'waiting' AND webhook_delivery.attempts = came.before`);
}

type Health = Pick<EndpointRow, "lastSuccessAt" | "lastFailureAt" | "failuresInRow" | "failingSince" | "holdUntil">;

function healthAfter(before: Health, tried: readonly DeliveryTry[], now: Date): Health {
  let { lastSuccessAt, lastFailureAt, failuresInRow, failingSince } = before;
  let retryAfter: number | null = null;
  for (const { answer, startedAt } of tried) {
    if (answer.problem === null) {
      [lastSuccessAt, failuresInRow, failingSince, retryAfter] = [now, 0, null, null];
    } else {
      [lastFailureAt, failuresInRow, failingSince] = [now, failuresInRow + 1, failingSince ?? startedAt];
      retryAfter = answer.retryAfter ?? retryAfter;
    }
  }
  const rest = failuresInRow === 0 ? null : restUntil(failuresInRow, now.getTime(), retryAfter);
  const holdUntil = rest === null ? null : new Date(rest);
  return { lastSuccessAt, lastFailureAt, failuresInRow, failingSince, holdUntil };
}

/** Puts into history that an endpoint was paused, and mails those who can mend it. */
async function notifyPaused(
  call: Call,
  { webhookEndpointId, url, description }: EndpointRow,
  pausedBy: "gone" | "failures",
): Promise<void> {
  await audit(call, [
    { action: "webhook.paused", subjectId: webhookEndpointId, facts: { why: pausedBy }, values: { url } },
  ]);
  const facts = await organizationFacts(call);
  const people = await reachableByEmail(call, ["Admin"]);
  await mailWebhookPaused(
    { ...call, organization: facts },
    people.map((one) => ({
      ...one,
      endpoint: description === "" ? new URL(url).host : description,
      why: pausedBy,
      path: `/account/integrations/webhooks/${webhookEndpointId}`,
      key: `webhook-paused:${webhookEndpointId}:${call.now.toISOString()}`,
    })),
  );
}
