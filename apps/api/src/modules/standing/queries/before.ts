import type { AttemptState, OverallStatus, RequirementStatus } from "@touchline/contract";
import { sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";

/** Where a membership stood before it was changed, in ids, codes and instants: what putting it back needs to know. */
export type StandingBefore = {
  overallStatus: OverallStatus | null;
  since: string | null;
  requirements: { id: string; status: RequirementStatus; since: string }[];
  /** Submissions under way, and in the name of which membership. */
  attempts: { id: string; state: AttemptState; membership: string }[];
};

/** Of each of these memberships, in one query. */
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
      ), '[]') AS attempts
    FROM member_standing AS m
    WHERE m.organization_id = ${call.organizationId}
      AND m.profile_level_access_id = ANY(${sql.param([...profileLevelAccessIds])}::uuid[])`);
  return new Map(rows.map(({ id, ...before }): [string, StandingBefore] => [id, before]));
}
