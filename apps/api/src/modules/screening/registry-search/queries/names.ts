import { mostOtherNames } from "@touchline/contract/screening/other-names";
import type { NamedPerson } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { changePlace } from "../../../people/index.ts";

/** The most current and former names of a person that are searched for. Names that the person entered are added to them. */
const mostNames = 5;

/** The place to which the encryption of a person's other names is bound. */
export const otherNamePlace = (call: Call, profileId: string) => ({
  tenant: call.organizationId,
  table: "other_name",
  column: "sealed_names",
  id: profileId,
});

/** Returns the other names that people have entered, also in profiles that were merged into theirs. */
export async function saidNames(
  call: Call,
  profileIds: readonly string[],
): Promise<(NamedPerson & { profileId: string })[]> {
  const ids = sql.param([...profileIds]);
  const { rows } = await call.db.execute<{ saidBy: string; profileId: string; sealedNames: Buffer }>(sql`
    SELECT said.profile_id AS "saidBy", coalesce(person.merged_into, person.profile_id) AS "profileId",
      said.sealed_names AS "sealedNames"
    FROM profile AS person
    JOIN other_name AS said ON said.organization_id = person.organization_id AND said.profile_id = person.profile_id
    WHERE person.organization_id = ${call.organizationId}
      AND (person.profile_id = ANY(${ids}::uuid[]) OR person.merged_into = ANY(${ids}::uuid[]))
    ORDER BY said.changed_at DESC, said.profile_id LIMIT 1000`);
  if (rows.length === 0) return [];
  const { wrappedKey } = await organizationFacts(call);
  return rows.flatMap(({ saidBy, profileId, sealedNames }) =>
    (JSON.parse(call.adapters.vault.open(wrappedKey, otherNamePlace(call, saidBy), sealedNames)) as NamedPerson[]).map(
      (one) => ({ ...one, profileId }),
    ),
  );
}

/** The key by which two names count as the same name. */
export const nameKey = ({ firstName, lastName }: NamedPerson) =>
  `${firstName}\n${lastName}`.normalize("NFC").toLowerCase();

/** Returns each name once, however it is capitalized. */
export const distinctNames = (names: readonly NamedPerson[]): NamedPerson[] => [
  ...new Map(
    names.map(({ firstName, lastName }) => [nameKey({ firstName, lastName }), { firstName, lastName }]),
  ).values(),
];

/** Returns the other names that a person has entered. */
export const otherNamesOf = async (call: Call, profileId: string): Promise<NamedPerson[]> =>
  distinctNames(await saidNames(call, [profileId]));

/**
 * Returns the names under which people are searched for: their current and former names, those of profiles that were merged
 * into theirs, and those they have entered. It takes three statements, however many people there are.
 */
export async function searchedNames(
  call: Call,
  people: readonly (NamedPerson & { profileId: string })[],
): Promise<Map<string, NamedPerson[]>> {
  const ids = sql.param([...new Set(people.map((one) => one.profileId))]);
  const [merged, changes, { wrappedKey }, said] = await Promise.all([
    call.db.execute<NamedPerson & { profileId: string }>(sql`
      SELECT merged_into AS "profileId", first_name AS "firstName", last_name AS "lastName" FROM profile
      WHERE organization_id = ${call.organizationId} AND merged_into = ANY(${ids}::uuid[])
      ORDER BY profile_id LIMIT 1000`),
    call.db.execute<{ profileId: string; profileEventId: string; sealedChange: Buffer }>(sql`
      SELECT coalesce(person.merged_into, person.profile_id) AS "profileId", event.profile_event_id AS "profileEventId",
        event.sealed_change AS "sealedChange"
      FROM profile AS person
      JOIN profile_event AS event ON event.organization_id = person.organization_id
        AND event.profile_id = person.profile_id AND event.kind = 'name' AND event.sealed_change IS NOT NULL
      WHERE person.organization_id = ${call.organizationId}
        AND (person.profile_id = ANY(${ids}::uuid[]) OR person.merged_into = ANY(${ids}::uuid[]))
      ORDER BY event.at DESC, event.profile_event_id LIMIT 2000`),
    organizationFacts(call),
    saidNames(call, [...new Set(people.map((one) => one.profileId))]),
  ]);
  const former = [
    ...merged.rows,
    ...changes.rows.flatMap(({ profileId, profileEventId, sealedChange }) => {
      const place = changePlace(call, profileEventId);
      const { before } = JSON.parse(call.adapters.vault.open(wrappedKey, place, sealedChange)) as {
        before: Partial<NamedPerson> | null;
      };
      const { firstName = "", lastName = "" } = before ?? {};
      return firstName === "" && lastName === "" ? [] : [{ profileId, firstName, lastName }];
    }),
  ];
  const names = new Map<string, NamedPerson[]>();
  const add = (some: readonly (NamedPerson & { profileId: string })[], most: number) => {
    for (const { profileId, firstName, lastName } of some) {
      const own = names.get(profileId) ?? [];
      const isNew = !own.some((one) => nameKey(one) === nameKey({ firstName, lastName }));
      if (isNew && own.length < most) own.push({ firstName, lastName });
      names.set(profileId, own);
    }
  };
  add([...people, ...former], mostNames);
  // An entered name never replaces one that is on record.
  add(said, mostNames + mostOtherNames);
  return names;
}
