import { sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { catchUp } from "./restand.ts";

/** People brought up to date in one step. */
const batch = 500;

/**
 * One bounded step of the sweep: people to whom time alone has done something (expiring soon, expired, overdue). Any
 * number of workers may sweep at once: those whom another one has in hand are left to it, and who was brought up to date
 * is not due any more, so that each change is written exactly once.
 *
 * @returns whether more may be due.
 */
export async function sweepSome(call: Call): Promise<boolean> {
  const { rows } = await call.db.execute<{ profile_id: string }>(sql`
    SELECT profile.profile_id FROM profile
    WHERE profile.organization_id = ${call.organizationId} AND profile.profile_id = ANY(ARRAY(
      SELECT profile_id FROM requirement
      WHERE organization_id = ${call.organizationId} AND next_transition_at <= ${call.now.toISOString()}
      ORDER BY next_transition_at LIMIT ${batch}))
    FOR NO KEY UPDATE SKIP LOCKED`);
  if (rows.length === 0) return false;
  await catchUp(
    call,
    rows.map((row) => row.profile_id),
  );
  return true;
}
