import { type ReminderFrequency, RequirementStatus } from "@touchline/contract";
import { endOfDay, remindedStatuses } from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { everyEntryBy } from "../../../compliance/index.ts";

/**
 * Returns whether a requirement is done and must be repeated by a day: `ExpiringSoon` because of a later version, not its own
 * validity.
 */
export const isRedo = ({ status }: Pick<OpenRequirement, "status">) => status === RequirementStatus.ExpiringSoon;

export type OpenRequirement = {
  profileId: string;
  name: string;
  status: RequirementStatus;
  /**
   * The earliest of its due dates where it is mandatory, as an instant in milliseconds; for one to be repeated, when it ends;
   * for one that is optional for now, when that is over.
   */
  dueAt: number | null;
  /** Whether they are cleared without it until then. */
  spared: boolean;
  frequency: ReminderFrequency | null;
  /** Since when the person can work on it, in milliseconds. */
  openedAt: number;
};

/**
 * Reads these people's open requirements: mandatory, if only after a grace period, not done, and not waiting on anybody else.
 * Disqualified people have none: doing more wouldn't clear them. In one statement.
 */
export async function openRequirements(
  call: Call,
  profileIds: readonly string[],
  zone: string,
): Promise<OpenRequirement[]> {
  if (profileIds.length === 0) return [];
  const open = sql.param([...remindedStatuses]);
  const { rows } = await call.db.execute<{
    profile_id: string;
    name: string;
    status: RequirementStatus;
    due_at: Date | null;
    spared: boolean;
    spared_through: string | null;
    frequency: ReminderFrequency | null;
    opened_at: Date;
  }>(sql`
    SELECT owed.profile_id, content.name, owed.status, due.due_at, content.reminder_frequency AS frequency,
      NOT due.mandatory AS spared, due.spared_through::text AS spared_through,
      greatest(due.pressed_since, coalesce((
        SELECT max(event.at) FROM requirement_event AS event
        WHERE event.organization_id = ${call.organizationId}
          AND event.profile_id = ANY(${everyEntryBy(call, sql`owed.profile_id`)})
          AND event.requirement_id = owed.requirement_id AND event.to_status = ANY(${open}::smallint[])
          AND (event.from_status IS NULL OR event.from_status <> ALL(${open}::smallint[]))
      ), owed.created_at)) AS opened_at
    FROM requirement AS owed
    JOIN content ON content.organization_id = owed.organization_id AND content.content_id = owed.content_id
    JOIN LATERAL (
      SELECT min(demand.due_at) FILTER (WHERE demand.mandatory) AS due_at, bool_or(demand.mandatory) AS mandatory, min(grace.until_day) AS spared_through,
        CASE WHEN bool_and(demand.pressed_since IS NOT NULL) FILTER (WHERE demand.mandatory OR grace.until_day IS NOT NULL)
          THEN min(demand.pressed_since) END AS pressed_since
      FROM demand
      LEFT JOIN content_grace AS grace ON grace.organization_id = demand.organization_id
        AND grace.profile_level_access_id = demand.profile_level_access_id AND grace.content_id = owed.content_id
        AND NOT demand.mandatory AND demand.pressed_since IS NOT NULL
      WHERE demand.organization_id = ${call.organizationId} AND demand.requirement_id = owed.requirement_id
    ) AS due ON due.mandatory OR due.spared_through IS NOT NULL
    WHERE owed.organization_id = ${call.organizationId}
      AND owed.profile_id = ANY(${sql.param([...profileIds])}::uuid[]) AND owed.archived_at IS NULL
      AND owed.status = ANY(${open}::smallint[])
      AND NOT EXISTS (
        SELECT FROM requirement AS refused
        WHERE refused.organization_id = ${call.organizationId} AND refused.profile_id = owed.profile_id
          AND refused.status = ${RequirementStatus.Rejected})
    ORDER BY CASE WHEN due.mandatory THEN due.due_at ELSE due.spared_through::timestamptz END NULLS LAST, content.name, owed.requirement_id`);
  return rows.map((row) => ({
    profileId: row.profile_id,
    name: row.name,
    status: row.status,
    dueAt:
      row.spared && row.spared_through !== null
        ? endOfDay(row.spared_through, zone)
        : row.due_at && new Date(row.due_at).getTime(),
    spared: row.spared,
    frequency: row.frequency,
    openedAt: new Date(row.opened_at).getTime(),
  }));
}

/**
 * Reads these people's completed requirements that a later version requires again by a day soon: they may not know, because
 * their completion would be valid for longer. Those that end by their own validity are left out. In one statement.
 */
export async function endingByRedo(
  call: Call,
  profileIds: readonly string[],
  zone: string,
): Promise<OpenRequirement[]> {
  if (profileIds.length === 0) return [];
  const { rows } = await call.db.execute<{
    profile_id: string;
    name: string;
    redo_by: string;
    expires_at: string;
    opened_at: string;
  }>(sql`
    SELECT owed.profile_id, content.name, done.redo_by::text AS redo_by, done.expires_at::text AS expires_at,
      coalesce((
        SELECT max(event.at) FROM requirement_event AS event
        WHERE event.organization_id = ${call.organizationId}
          AND event.profile_id = ANY(${everyEntryBy(call, sql`owed.profile_id`)})
          AND event.requirement_id = owed.requirement_id AND event.to_status = ${RequirementStatus.ExpiringSoon}
      ), owed.created_at)::text AS opened_at
    FROM requirement AS owed
    JOIN content ON content.organization_id = owed.organization_id AND content.content_id = owed.content_id
    JOIN LATERAL (
      SELECT redo_by, expires_at FROM attempt
      WHERE attempt.organization_id = ${call.organizationId} AND attempt.requirement_id = owed.requirement_id
        AND attempt.state = 'approved' AND attempt.voided_at IS NULL
      ORDER BY attempt.expires_at DESC NULLS FIRST, attempt.completed_at DESC LIMIT 1
    ) AS done ON done.redo_by IS NOT NULL
    WHERE owed.organization_id = ${call.organizationId}
      AND owed.profile_id = ANY(${sql.param([...profileIds])}::uuid[]) AND owed.archived_at IS NULL
      AND owed.status = ${RequirementStatus.ExpiringSoon}
      AND EXISTS (SELECT FROM demand WHERE demand.organization_id = ${call.organizationId}
        AND demand.requirement_id = owed.requirement_id AND demand.mandatory)
      AND NOT EXISTS (SELECT FROM attempt AS open WHERE open.organization_id = ${call.organizationId}
        AND open.requirement_id = owed.requirement_id AND open.state IN ('pendingReview', 'waitingProvider'))
    ORDER BY done.expires_at, content.name, owed.requirement_id`);
  return rows.flatMap((row) => {
    const dueAt = endOfDay(row.redo_by, zone);
    // An extension may have made it longer, and its own validity shorter.
    if (Date.parse(row.expires_at) !== dueAt) return [];
    return {
      profileId: row.profile_id,
      name: row.name,
      status: RequirementStatus.ExpiringSoon,
      ...{ dueAt, spared: false, frequency: null, openedAt: Date.parse(row.opened_at) },
    };
  });
}
