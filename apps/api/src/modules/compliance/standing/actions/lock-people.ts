import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { prepared } from "../../../../database/prepared-statement.ts";

/**
 * Locks these people until the transaction ends, always in the same order. Otherwise two reviewers who approve two requirements
 * of one person at once would each see the other's as still open.
 */
export async function lockPeople(call: Call, profileIds: readonly string[]): Promise<void> {
  const held = heldBy(call);
  const others = profileIds.filter((id) => !held.has(id));
  if (others.length === 0) return;
  await lockFound(call, isOneOf(sql`profile_id`, others), others.length === 1);
  for (const id of others) held.add(id);
}

/** Locks the people of these memberships, and others. */
export async function lockPeopleOf(
  call: Call,
  profileLevelAccessIds: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  const concerned = sql`SELECT profile_id FROM profile_level_access WHERE organization_id = ${call.organizationId}
    AND ${isOneOf(sql`profile_level_access_id`, profileLevelAccessIds)}`;
  const one = profileLevelAccessIds.length === 1 && others.length === 0;
  const found = await lockFound(
    call,
    one
      ? sql`profile_id = (${concerned})`
      : sql`profile_id IN (${concerned} UNION ALL SELECT unnest(${sql.param([...others])}::uuid[]))`,
    one,
  );
  for (const id of found) heldBy(call).add(id);
}

/** Locks everybody with a membership at a level or below it. */
export async function lockPeopleBelow(call: Call, { pre, last }: { pre: number; last: number }): Promise<void> {
  const found = await lockFound(
    call,
    sql`profile_id IN (SELECT membership.profile_id FROM level
      JOIN profile_level_access AS membership
        ON membership.organization_id = level.organization_id AND membership.level_id = level.level_id
      WHERE level.organization_id = ${call.organizationId} AND level.pre BETWEEN ${pre} AND ${last})`,
    false,
  );
  for (const id of found) heldBy(call).add(id);
}

async function lockFound(call: Call, which: SQL, one: boolean): Promise<string[]> {
  const { rows } = await prepared<{ profile_id: string }>(
    call.db,
    one ? "standing.lock" : null,
    sql`
    SELECT profile_id FROM profile WHERE organization_id = ${call.organizationId} AND ${which}
    ORDER BY profile_id FOR NO KEY UPDATE`,
  );
  return rows.map((row) => row.profile_id);
}

/**
 * The people whom a transaction has locked, until it ends: there are no savepoints to return to. Code that locks twice takes
 * all locks that could collide in the first.
 */
const held = new WeakMap<object, Set<string>>();

/** Lists the people whose locks the call's transaction holds. */
export const heldPeople = (call: Call): string[] => [...heldBy(call)];

function heldBy(call: Call): Set<string> {
  const known = held.get(call.db) ?? new Set();
  held.set(call.db, known);
  return known;
}
