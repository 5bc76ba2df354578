import type { AttemptState, OverallStatus, RequirementStatus } from "@touchline/contract";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/** Where a membership stood before it was changed, in ids, codes and instants: the input for restoring it. */
export type StandingBefore = {
  overallStatus: OverallStatus | null;
  since: string | null;
  requirements: { id: string; status: RequirementStatus; since: string }[];
  /**
   * Submissions in progress, and the membership of each. In records of a change only those that it withdrew (`withdrawn`) or
   * moved to another membership; older records don't tell these apart.
   */
  attempts: { id: string; state: AttemptState; membership: string; withdrawn?: boolean }[];
  /**
   * Since when each assignment's demand is asked, and when it is due: an edited assignment keeps both. Missing in older
   * records.
   */
  demands?: { assignment: string; askedAt: string; dueAt: string | null }[];
};

/** Reads how each of these memberships stands, in one query. */
export async function standingBefore(call: Call, profileLevelAccessIds: readonly string[]) {
  const { rows } = await call.db.execute<{ id: string } & StandingBefore>(sql`
    SELECT m.profile_level_access_id AS id, m.overall_status AS "overallStatus", m.since::text AS since,
      coalesce((
        SELECT json_agg(DISTINCT jsonb_build_object('id', requirement.requirement_id, 'status', requirement.status,
          'since', requirement.status_since))
        FROM demand
        JOIN requirement ON requirement.organization_id = demand.organization_id
          AND requirement.requirement_id = demand.requirement_id
        WHERE demand.organization_id = m.organization_id AND demand.profile_level_access_id = m.profile_level_access_id
      ), '[]') AS requirements,
      coalesce((
        SELECT json_agg(DISTINCT jsonb_build_object('id', attempt.attempt_id, 'state', attempt.state,
          'membership', attempt.profile_level_access_id))
        FROM demand
        JOIN attempt ON attempt.organization_id = demand.organization_id
          AND attempt.requirement_id = demand.requirement_id
          AND attempt.state IN ('draft', 'waitingApplicant', 'waitingProvider', 'pendingReview')
        WHERE demand.organization_id = m.organization_id AND demand.profile_level_access_id = m.profile_level_access_id
      ), '[]') AS attempts,
      coalesce((
        SELECT json_agg(jsonb_build_object('assignment', demand.content_assignment_id,
          'askedAt', demand.created_at, 'dueAt', demand.due_at))
        FROM demand
        WHERE demand.organization_id = m.organization_id AND demand.profile_level_access_id = m.profile_level_access_id
      ), '[]') AS demands
    FROM member_standing AS m
    WHERE m.organization_id = ${call.organizationId}
      AND m.profile_level_access_id = ANY(${sql.param([...profileLevelAccessIds])}::uuid[])`);
  return new Map(rows.map(({ id, ...before }): [string, StandingBefore] => [id, before]));
}

/**
 * Reads how memberships stand after a change, in its transaction: with only the submissions that the change withdrew or moved
 * to another membership. Later changes of those are not part of it, and no undo restores them.
 */
export async function standingChanged(
  call: Call,
  before: ReadonlyMap<string, StandingBefore>,
): Promise<Map<string, StandingBefore>> {
  const ids = [...before.values()].flatMap(({ attempts }) => attempts.map((one) => one.id));
  if (ids.length === 0) return new Map(before);
  const { rows } = await call.db.execute<{ id: string; state: AttemptState; membership: string }>(sql`
    SELECT attempt_id AS id, state, profile_level_access_id AS membership FROM attempt
    WHERE organization_id = ${call.organizationId} AND attempt_id = ANY(${sql.param([...new Set(ids)])}::uuid[])`);
  const now = new Map(rows.map((row) => [row.id, row]));
  const changed = ({ attempts, ...standing }: StandingBefore): StandingBefore => ({
    ...standing,
    attempts: attempts.flatMap((one) => {
      const { state, membership } = now.get(one.id) ?? one;
      const withdrawn = state !== one.state;
      return withdrawn || membership !== one.membership ? [{ ...one, withdrawn }] : [];
    }),
  });
  return new Map([...before].map(([id, one]) => [id, changed(one)]));
}
