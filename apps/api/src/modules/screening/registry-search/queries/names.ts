import type { NamedPerson } from "@touchline/rules";
import { sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { changePlace } from "../../../people/index.ts";

/** More names of one person are not searched for. */
const mostNames = 5;

const keyOf = ({ firstName, lastName }: NamedPerson) => `${firstName}\n${lastName}`.normalize("NFC").toLowerCase();

/**
 * The names under which people are searched for: their own, those they had before, and those of entries that were merged into theirs.
 * In two statements, however many people there are.
 */
export async function searchedNames(
  call: Call,
  people: readonly (NamedPerson & { profileId: string })[],
): Promise<Map<string, NamedPerson[]>> {
  const ids = sql.param([...new Set(people.map((one) => one.profileId))]);
  const [merged, changes, { wrappedKey }] = await Promise.all([
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
  for (const { profileId, firstName, lastName } of [...people, ...former]) {
    const own = names.get(profileId) ?? [];
    const isNew = !own.some((one) => keyOf(one) === keyOf({ firstName, lastName }));
    if (isNew && own.length < mostNames) own.push({ firstName, lastName });
    names.set(profileId, own);
  }
  return names;
}
