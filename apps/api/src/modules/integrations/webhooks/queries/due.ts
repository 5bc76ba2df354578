import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { bodyOf } from "./deliveries.ts";

/** A delivery that is to be tried now. */
export type DueDelivery = {
  webhookEventId: string;
  body: string;
  attempts: number;
  firstAttemptAt: Date | null;
};

/** The next deliveries to an endpoint, in the order of its queue. */
export async function dueDeliveries(call: Call, webhookEndpointId: string, most: number): Promise<DueDelivery[]> {
  const { organizationId } = call;
  const { rows } = await call.db.execute<{
    id: string;
    attempts: number;
    first_at: string | null;
    type: string;
    data: Record<string, string | null>;
    at: string;
  }>(sql`
    SELECT due.webhook_event_id AS id, due.attempts, due.first_attempt_at AS first_at, event.type, event.data, event.at
    FROM (SELECT * FROM webhook_delivery WHERE organization_id = ${organizationId}
        AND webhook_endpoint_id = ${webhookEndpointId} AND state = 'waiting'
        AND next_attempt_at <= ${call.now.toISOString()}::timestamptz
      ORDER BY next_attempt_at, webhook_event_id LIMIT ${most}) AS due
    JOIN webhook_event AS event ON event.organization_id = ${organizationId} AND event.webhook_event_id = due.webhook_event_id
    ORDER BY due.next_attempt_at, due.webhook_event_id`);
  return rows.map(({ id, attempts, first_at, type, data, at }) => ({
    webhookEventId: id,
    body: bodyOf(organizationId, { webhookEventId: id, type, data, at: new Date(at) }),
    attempts,
    firstAttemptAt: first_at === null ? null : new Date(first_at),
  }));
}
