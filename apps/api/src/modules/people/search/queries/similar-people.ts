import { createHash } from "node:crypto";
import { addressKey, type Described, type Likeness, likenessKeys, looksLike } from "@touchline/rules";
import { and, isNull, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { profile } from "../../../../schema/people.ts";

/**
 * The number of people who are compared for one key, and of those who share the date of birth or the address with it. For a
 * very common name, the name alone isn't enough.
 */
const mostOfKey = 30;
const mostLike = 10;

const hashed = (key: string) => createHash("sha256").update(key).digest().readBigInt64BE().toString();

/** The keys of a person as the database has them. */
export const hashedKeys = (person: Omit<Described, "dateOfBirth">): string[] => likenessKeys(person).map(hashed);

const hashedAddress = ({ email }: Pick<Described, "email">) => (email === null ? null : hashed(addressKey(email)));

/** Tests whether a person has a given duplicate key. */
const shares = (call: Call, profileId: SQL) => sql`EXISTS (SELECT FROM person_key AS shared
  WHERE shared.organization_id = ${call.organizationId} AND shared.key = asked.key AND shared.profile_id = ${profileId})`;

export type SimilarProfile = Described & Likeness & { profileId: string; archivedAt: Date | null };

/**
 * Who of the organization looks like each of these, the likeliest first; merged entries are nobody. Two queries, however many
 * are asked about. Whether the actor may see them is for the caller.
 *
 * @returns one list for each that was given, in that order.
 */
export async function similarTo(
  call: Call,
  candidates: readonly (Described & { profileId?: string })[],
): Promise<SimilarProfile[][]> {
  const keys = candidates.flatMap((one, place) => {
    const [address, born] = [hashedAddress(one), one.dateOfBirth];
    return hashedKeys(one).map((key) => ({ key, place, address, born }));
  });
  if (keys.length === 0) return candidates.map(() => []);
  const { rows } = await call.db.execute<{ place: number; profile_id: string }>(sql`
    SELECT DISTINCT asked.place, found.profile_id
    FROM unnest(
      ${sql.param(keys.map(({ place }) => place))}::integer[], ${sql.param(keys.map(({ key }) => key))}::bigint[],
      ${sql.param(keys.map(({ address }) => address))}::bigint[], ${sql.param(keys.map(({ born }) => born))}::date[]
    ) AS asked (place, key, address, born)
    CROSS JOIN LATERAL (
      (SELECT person_key.profile_id FROM person_key
        WHERE person_key.organization_id = ${call.organizationId} AND person_key.key = asked.key
        ORDER BY person_key.profile_id LIMIT ${mostOfKey})
      UNION ALL
      (SELECT profile.profile_id FROM profile
        WHERE profile.organization_id = ${call.organizationId} AND profile.date_of_birth = asked.born
          AND ${shares(call, sql`profile.profile_id`)}
        LIMIT ${mostOfKey})
      UNION ALL
      (SELECT same.profile_id FROM person_key AS same
        WHERE same.organization_id = ${call.organizationId} AND same.key = asked.address
          AND asked.key <> asked.address AND ${shares(call, sql`same.profile_id`)}
        LIMIT ${mostOfKey})
    ) AS found`);
  const people = await call.db
    .select({
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      email: profile.email,
      dateOfBirth: profile.dateOfBirth,
      archivedAt: profile.archivedAt,
    })
    .from(profile)
    .where(
      and(
        ours(profile, call),
        isNull(profile.mergedInto),
        sql`${profile.profileId} = ANY(${sql.param([...new Set(rows.map((row) => row.profile_id))])}::uuid[])`,
      ),
    );
  const known = new Map(people.map((person) => [person.profileId, person]));
  const found = Map.groupBy(rows, (row) => row.place);
  return candidates.map((one, place) =>
    (found.get(place) ?? [])
      .flatMap((row) => {
        const person = known.get(row.profile_id);
        if (!person || person.profileId === one.profileId) return [];
        const like = looksLike(one, person);
        return like ? [{ ...person, ...like }] : [];
      })
      .sort((a, b) => b.score - a.score || (a.profileId < b.profileId ? -1 : 1))
      .slice(0, mostLike),
  );
}
