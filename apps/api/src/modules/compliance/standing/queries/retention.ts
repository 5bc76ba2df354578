import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";

/**
 * The condition that a person's status may rest on the joined attempt of the joined requirement: it is owed, and the attempt is approved
 * and valid, or disqualifies. What such an attempt is based on isn't disposed of.
 */
export const statusRestsOnIt = ({ now }: Pick<Call, "now">): SQL => sql`(requirement.archived_at IS NULL
  AND attempt.voided_at IS NULL AND (attempt.state = 'disqualified' OR attempt.state = 'approved'
    AND (attempt.expires_at IS NULL OR attempt.expires_at > ${now.toISOString()}::timestamptz)))`;

/** The condition that an attempt with this name in the statement was approved and still counts. */
export const isApproved = (name: string): SQL => {
  const table = sql.identifier(name);
  return sql`(${table}.state = 'approved' AND ${table}.voided_at IS NULL)`;
};
