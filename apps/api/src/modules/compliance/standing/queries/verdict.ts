import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { doneStatuses } from "./duties.ts";

/**
 * The overall status of a row of `member_standing` at this very moment, for a SELECT. The stored one follows a sweep, and says for
 * some seconds after midnight that somebody is cleared whose background check has ended. A done requirement that ends is the one
 * thing by which time alone takes clearance away, so only who is cleared as stored is looked at again.
 *
 * @param m the alias of `member_standing` in the statement.
 */
export function overallStatusNow(call: Pick<Call, "organizationId" | "now">, m = "m"): SQL {
  const row = sql.identifier(m);
  const now = sql`${call.now.toISOString()}::timestamptz`;
  // IS TRUE: the requirements of one person are looked through, never those of everybody whose time has come.
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
