import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { hashedKeys } from "../queries/similar-people.ts";

type Named = { profileId: string; firstName: string; lastName: string; email: string | null };

/** Makes people found by the names and the address they have now, and has them compared with the others. `unknown`: they have no keys. */
export async function keepKeys(call: Call, people: readonly Named[], { unknown = false } = {}): Promise<void> {
  // In this order: the job takes people off the list, and then writes their keys.
  await compareAnew(
    call,
    people.map((person) => person.profileId),
  );
  await (unknown ? addKeys(call, people) : writeKeys(call, people));
}

/** Only the keys. */
export async function writeKeys(call: Call, people: readonly Named[]): Promise<void> {
  await forgetKeys(
    call,
    people.map((person) => person.profileId),
  );
  await addKeys(call, people);
}

async function addKeys(call: Call, people: readonly Named[]): Promise<void> {
  const keys = people
    .flatMap((person) => hashedKeys(person).map((key) => ({ key, profileId: person.profileId })))
    .sort((a, b) => (a.profileId === b.profileId ? (a.key < b.key ? -1 : 1) : a.profileId < b.profileId ? -1 : 1));
  if (keys.length === 0) return;
  await call.db.execute(sql`
    INSERT INTO person_key (organization_id, key, profile_id)
    SELECT ${call.organizationId}::uuid, * FROM unnest(
      ${sql.param(keys.map(({ key }) => key))}::bigint[], ${sql.param(keys.map(({ profileId }) => profileId))}::uuid[])
    ON CONFLICT DO NOTHING`);
}

/** Deletes the search keys of profiles that were merged into another. */
export async function forgetKeys(call: Call, profileIds: readonly string[]): Promise<void> {
  await call.db.execute(sql`
    DELETE FROM person_key WHERE organization_id = ${call.organizationId}
      AND profile_id = ANY(${sql.param([...profileIds])}::uuid[])`);
}

/**
 * Schedules a comparison of people with all others by the next run of the job. Rows that are already scheduled are locked, so that the job
 * waits and reads the new names.
 */
export async function compareAnew(call: Call, profileIds: readonly string[]): Promise<void> {
  await call.db.execute(sql`
    INSERT INTO person_to_compare (organization_id, profile_id)
    SELECT ${call.organizationId}::uuid, * FROM unnest(${sql.param([...new Set(profileIds)].sort())}::uuid[])
    ON CONFLICT (organization_id, profile_id) DO UPDATE SET profile_id = excluded.profile_id`);
}

/** The next people to compare, taken off the list. */
export async function takePeopleToCompare(call: Call, most: number): Promise<string[]> {
  const { rows } = await call.db.execute<{ profile_id: string }>(sql`
    DELETE FROM person_to_compare WHERE organization_id = ${call.organizationId} AND profile_id IN (
      SELECT profile_id FROM person_to_compare WHERE organization_id = ${call.organizationId}
      ORDER BY profile_id LIMIT ${most} FOR UPDATE)
    RETURNING profile_id`);
  return rows.map((row) => row.profile_id);
}
