import { sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { prepared } from "../../../../database/prepared-statement.ts";

/** The longest a call waits for a person's lock. Timestamps further ahead come from a wrong clock. */
const longestWaitMs = 5 * 60_000;

/**
 * Reads the timestamp of the latest event of these people. It is called after locking them, so that a call that waited can
 * stamp its own events later.
 *
 * @returns null if no event is as late as the call.
 */
export async function latestEvent(
  call: Reading & { now: Date },
  { people = [], peopleOf = [] }: { people?: readonly string[]; peopleOf?: readonly string[] },
): Promise<Date | null> {
  if (people.length === 0 && peopleOf.length === 0) return null;
  const { organizationId } = call;
  const until = new Date(call.now.getTime() + longestWaitMs);
  const ahead = (table: "requirement_event" | "member_event") => sql`
    SELECT max(event.at) AS at FROM ${sql.identifier(table)} AS event
    WHERE event.organization_id = ${organizationId} AND event.profile_id = concerned.id
      AND event.at BETWEEN ${call.now.toISOString()}::timestamptz AND ${until.toISOString()}::timestamptz`;
  const name = people.length + peopleOf.length === 1 ? "standing.latest_event" : null;
  const { rows } = await prepared<{ at: number | null }>(
    call.db,
    name,
    sql`
    SELECT (extract(epoch FROM max(latest.at)) * 1000)::float8 AS at
    FROM unnest(${sql.param([...people])}::uuid[] || ARRAY(
      SELECT profile_id FROM profile_level_access
      WHERE organization_id = ${organizationId}
        AND ${isOneOf(sql`profile_level_access_id`, peopleOf)})) AS concerned (id)
    CROSS JOIN LATERAL (${ahead("requirement_event")} UNION ALL ${ahead("member_event")}) AS latest`,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}

/**
 * Returns the instant of a call, moved after events that were stamped while it waited: events of one person never go back in
 * time.
 */
export const stampedAfter = (now: Date, latest: Date | null): Date =>
  latest !== null && latest >= now ? new Date(latest.getTime() + 1) : now;
