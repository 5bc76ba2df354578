import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../call.ts";
import { webhookEvent } from "../schema/webhooks.ts";

/**
 * Writes events for webhooks in the statement that writes their history rows, so that an event exists exactly when the change does
 * and no verb can forget it. Events that no endpoint of the organization wants aren't written. An event has the id of its history
 * row; its data are ids and codes.
 */
function toOutbox(call: Pick<Call, "organizationId" | "now">, written: SQL, type: SQL, id: SQL, data: SQL): SQL {
  return sql`
    INSERT INTO webhook_event (organization_id, webhook_event_id, type, data, at, recorded_at)
    SELECT event.organization_id, ${id}, event.event_type, ${data}, event.at, ${call.now.toISOString()}::timestamptz
    FROM (SELECT *, ${type} AS event_type FROM ${written}) AS event
    WHERE event.event_type = ANY(ARRAY(
      SELECT unnest(events) FROM webhook_endpoint
      WHERE organization_id = ${call.organizationId} AND state <> 'removed'))
    ON CONFLICT DO NOTHING`;
}

/** Puts rows of `member_event` into the outbox. */
export const memberEventsToOutbox = (call: Call, written: SQL): SQL =>
  toOutbox(
    call,
    written,
    sql`CASE kind WHEN 'joined' THEN 'member.joined' WHEN 'left' THEN 'member.left'
      WHEN 'status' THEN 'member.status_changed' END`,
    sql`event.member_event_id`,
    sql`jsonb_build_object('membershipId', event.profile_level_access_id, 'profileId', event.profile_id,
      'levelId', event.level_id, 'roleId', event.label_id)
      || CASE WHEN event.event_type = 'member.status_changed'
        THEN jsonb_build_object('from', event.from_status, 'to', event.to_status) ELSE '{}' END`,
  );

/** The name of a requirement's status, by its number. */
const statusName = (
  column: SQL,
) => sql`(ARRAY['Incomplete', 'WaitingOnApplicant', 'WaitingOnProvider', 'Completed', 'Overdue',
  'Expired', 'ExpiringSoon', 'PendingReview', 'Rejected'])[${column} + 1]`;

/** Puts rows of `requirement_event` into the outbox: completions, other changes of the status, and decisions. */
export const requirementEventsToOutbox = (call: Call, written: SQL): SQL =>
  toOutbox(
    call,
    written,
    sql`CASE
      WHEN kind = 'status' AND (to_status = 3 OR to_status = 6 AND from_status <> 3) THEN 'requirement.completed'
      WHEN kind = 'status' THEN 'requirement.status_changed'
      WHEN kind = 'attempt' AND from_state = 'pendingReview' AND to_state IN ('approved', 'reset', 'disqualified')
        THEN 'review.decided' END`,
    sql`event.requirement_event_id`,
    sql`jsonb_build_object('requirementId', event.requirement_id, 'profileId', event.profile_id, 'contentId', event.content_id)
      || CASE WHEN event.event_type = 'review.decided'
        THEN jsonb_build_object('submissionId', event.attempt_id, 'decision',
          CASE event.to_state WHEN 'approved' THEN 'Approved' WHEN 'reset' THEN 'RejectedReset' ELSE 'RejectedDisqualified' END)
        ELSE jsonb_build_object('from', ${statusName(sql`event.from_status`)}, 'to', ${statusName(sql`event.to_status`)}) END`,
  );

/** The events of webhooks by the actions of the audit log that they stand for. */
const webhookActions: Readonly<Record<string, string>> = {
  "incident.reported": "incident.created",
  "incident.changed": "incident.changed",
};
/** Whether an action of the audit log is also an event of webhooks. */
export const isWebhookAction = (action: string): boolean => action in webhookActions;

/** Puts rows of `audit_event` into the outbox. Whom an incident is about isn't part of it. */
export const auditEventsToOutbox = (call: Call, written: SQL): SQL =>
  toOutbox(
    call,
    written,
    sql`CASE action ${sql.join(
      Object.entries(webhookActions).map(
        ([action, type]) => sql`WHEN ${sql.raw(`'${action}'`)} THEN ${sql.raw(`'${type}'`)}`,
      ),
      sql` `,
    )} END`,
    sql`event.audit_event_id`,
    sql`jsonb_build_object('incidentId', event.subject_id, 'levelId', event.level_id)`,
  );

export type TakenEvent = { webhookEventId: string; type: string };

/** Takes the next events, in order, so that the caller makes deliveries of them in the same transaction. At most 1,000. */
export async function takeEvents(call: Call): Promise<TakenEvent[]> {
  const { rows } = await call.db.execute<{ id: string; type: string }>(sql`
    UPDATE webhook_event SET handed_out_at = ${call.now.toISOString()}::timestamptz
    WHERE organization_id = ${call.organizationId} AND handed_out_at IS NULL AND webhook_event_id IN (
      SELECT webhook_event_id FROM webhook_event
      WHERE organization_id = ${call.organizationId} AND handed_out_at IS NULL
      ORDER BY webhook_event_id LIMIT 1000 FOR UPDATE SKIP LOCKED)
    RETURNING webhook_event_id AS id, type`);
  return rows.map(({ id, type }) => ({ webhookEventId: id, type }));
}

/** Adds an event without a history row. The caller makes its deliveries. */
export async function addEvent(call: Call, event: { webhookEventId: string; type: string }): Promise<void> {
  await call.db.insert(webhookEvent).values({
    organizationId: call.organizationId,
    ...event,
    data: {},
    at: call.now,
    recordedAt: call.now,
    handedOutAt: call.now,
  });
}

/** Deletes events without deliveries from before an instant; at most 2,000. @returns how many */
export async function forgetEvents(call: Call, before: Date): Promise<number> {
  const { rowCount } = await call.db.execute(sql`
    DELETE FROM webhook_event WHERE organization_id = ${call.organizationId} AND webhook_event_id IN (
      SELECT old.webhook_event_id FROM webhook_event AS old
      WHERE old.organization_id = ${call.organizationId} AND old.recorded_at < ${before.toISOString()}::timestamptz
        AND old.handed_out_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM webhook_delivery WHERE webhook_delivery.organization_id = ${call.organizationId}
          AND webhook_delivery.webhook_event_id = old.webhook_event_id)
      ORDER BY old.recorded_at LIMIT 2000)`);
  return rowCount ?? 0;
}
