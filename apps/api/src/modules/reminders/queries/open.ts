import { type ReminderFrequency, RequirementStatus } from "@touchline/contract/enums";
import { remindedStatuses } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";

export type OpenRequirement = {
  profileId: string;
  name: string;
  status: RequirementStatus;
  /** The earliest of its due dates, as an instant in milliseconds. */
  dueAt: number | null;
  frequency: ReminderFrequency | null;
  /** Since when the person has something to do about it, in milliseconds. */
  openedAt: number;
};

/**
 * What these people have to do: mandatory, not done, waiting on nobody else. Nothing of whoever is disqualified: doing more
 * would not clear them. In one statement.
 */
export async function openRequirements(call: Call, profileIds: readonly string[]): Promise<OpenRequirement[]> {
  if (profileIds.length === 0) return [];
  const open = sql.param([...remindedStatuses]);
  const { rows } = await call.db.execute<{
    profile_id: string;
    name: string;
    status: RequirementStatus;
    due_at: Date | null;
    frequency: ReminderFrequency | null;
    opened_at: Date;
  }>(sql`
    SELECT owed.profile_id, content.name, owed.status, due.due_at, content.reminder_frequency AS frequency,
      coalesce((
        SELECT max(event.at) FROM requirement_event AS event
        WHERE event.organization_id = ${call.organizationId} AND event.profile_id = owed.profile_id
          AND event.requirement_id = owed.requirement_id AND event.to_status = ANY(${open}::smallint[])
          AND (event.from_status IS NULL OR event.from_status <> ALL(${open}::smallint[]))
      ), owed.created_at) AS opened_at
    FROM requirement AS owed
    JOIN content ON content.organization_id = owed.organization_id AND content.content_id = owed.content_id
    JOIN LATERAL (
      SELECT min(demand.due_at) AS due_at, bool_or(demand.mandatory) AS mandatory FROM demand
      WHERE demand.organization_id = ${call.organizationId} AND demand.requirement_id = owed.requirement_id
    ) AS due ON due.mandatory
    WHERE owed.organization_id = ${call.organizationId}
      AND owed.profile_id = ANY(${sql.param([...profileIds])}::uuid[]) AND owed.archived_at IS NULL
      AND owed.status = ANY(${open}::smallint[])
      AND NOT EXISTS (
        SELECT FROM requirement AS refused
        WHERE refused.organization_id = ${call.organizationId} AND refused.profile_id = owed.profile_id
          AND refused.status = ${RequirementStatus.Rejected})
    ORDER BY due.due_at NULLS LAST, content.name, owed.requirement_id`);
  return rows.map((row) => ({
    profileId: row.profile_id,
    name: row.name,
    status: row.status,
    dueAt: row.due_at && new Date(row.due_at).getTime(),
    frequency: row.frequency,
    openedAt: new Date(row.opened_at).getTime(),
  }));
}
