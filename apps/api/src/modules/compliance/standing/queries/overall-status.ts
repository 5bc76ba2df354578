import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { doneStatuses } from "./duties.ts";

/**
 * Returns the overall status of a row of `member_standing` at this moment, for a SELECT. The stored one is updated by a sweep,
 * and for some seconds after midnight may say that somebody is cleared whose background check has ended. Time alone takes
 * clearance away only when a completed requirement ends, so only members who are stored as cleared are checked again.
 *
 * @param m the alias of `member_standing` in the statement.
 */
export function overallStatusNow(call: Pick<Call, "organizationId" | "now">, m = "m"): SQL {
  const row = sql.identifier(m);
  const now = sql`${call.now.toISOString()}::timestamptz`;
  // IS TRUE makes the planner look through the requirements of one person, never those of everybody with changes due.
  return sql`CASE WHEN ${row}.overall_status IN ('Cleared', 'Optional') THEN coalesce((
      SELECT CASE WHEN bool_or(owed.mandatory) THEN 'Incomplete' WHEN count(*) > 0 THEN 'Optional' END
      FROM requirement AS ending
      JOIN demand AS owed ON owed.organization_id = ${call.organizationId}
        AND owed.requirement_id = ending.requirement_id
        AND owed.profile_level_access_id = ${row}.profile_level_access_id
      WHERE ending.organization_id = ${call.organizationId} AND ending.profile_id = ${row}.profile_id
        AND (ending.next_transition_at <= ${now}) IS TRUE AND ending.status IN (${doneStatuses})
        AND NOT EXISTS (
          SELECT FROM attempt AS valid
          WHERE valid.organization_id = ${call.organizationId} AND valid.requirement_id = ending.requirement_id
            AND valid.state = 'approved' AND valid.voided_at IS NULL AND valid.completed_at IS NOT NULL
            AND (valid.expires_at IS NULL OR valid.expires_at > ${now}))
    ), ${row}.overall_status) ELSE ${row}.overall_status END`;
}
