import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { applyTime } from "./apply-time.ts";
import { catchUp } from "./restand.ts";

/** Requirements handled in one step. */
const size = openBatchSize({ least: 50, first: 500, most: 1_000 });

/**
 * Does one bounded step of the sweep for people whose statuses time alone has changed (expiring soon, expired, overdue). Any
 * number of workers may sweep at once: people that another one has locked are skipped, and people who were updated aren't due
 * anymore, so that each change is written exactly once.
 *
 * @returns whether more may be due.
 */
export async function sweepSome(call: Call, most = size.most): Promise<boolean> {
  const began = performance.now();
  const taken = await take(call, most);
  const people = taken.map((row) => row.profile_id);
  const [first] = taken;
  if (!first) return false;
  // While days move to another time zone, the foretold changes use the previous one.
  await (first.rezoning ? catchUp(call, people) : applyTime(call, people));
  size.learn(first.due, performance.now() - began);
  return true;
}

/** `due`: how many requirements were taken, over all people. */
type Taken = { profile_id: string; due: number; rezoning: boolean };

/** Locks the people who have been due longest, skipping those other workers have locked. */
async function take(call: Call, most: number): Promise<Taken[]> {
  const { rows } = await call.db.execute<Taken>(sql`
    WITH due AS MATERIALIZED (
      SELECT profile_id FROM requirement
      WHERE organization_id = ${call.organizationId} AND next_transition_at <= ${call.now.toISOString()}
      ORDER BY next_transition_at LIMIT ${most}
    )
    SELECT profile_id, (SELECT count(*)::int FROM due) AS due,
      EXISTS (SELECT FROM rezoning WHERE organization_id = ${call.organizationId}) AS rezoning
    FROM profile
    WHERE organization_id = ${call.organizationId} AND profile_id = ANY(ARRAY(SELECT profile_id FROM due))
    FOR NO KEY UPDATE OF profile SKIP LOCKED`);
  return rows;
}
