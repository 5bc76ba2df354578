import {
  comparedIdentity,
  matchRegistry,
  nearBirths,
  type RegistryIdentity,
  type RegistryMatch,
  registryNameKeys,
} from "@touchline/rules";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import type { EntryFact, EntryName } from "../../../../schema/screening.ts";

/** A registry entry in the version that is searched. */
export type FoundEntry = {
  registryId: string;
  registryName: string;
  asOf: string;
  entryId: string;
  names: readonly EntryName[];
  dateOfBirth: string | null;
  link: string | null;
  facts: readonly EntryFact[];
};
export type FoundMatch = RegistryMatch & { entry: FoundEntry };

type Row = FoundEntry & { place: number };

/** Ties a query of the registries, which belong to no organization, to the organization of the call. */
export const askedBy = (call: Call) =>
  sql`EXISTS (SELECT FROM organization WHERE organization.organization_id = ${call.organizationId})`;

/** The most matches of one person that a reviewer is shown. */
const mostMatches = 20;

/**
 * Searches the registries for people, the best match first. It takes two index lookups, however many people are searched for.
 *
 * @returns one list of matches for each person, in the order of `people`.
 */
export async function searchRegistries(
  call: Call,
  people: readonly (RegistryIdentity & { dateOfBirth: string })[],
): Promise<FoundMatch[][]> {
  const births = people.flatMap(({ dateOfBirth }, place) => nearBirths(dateOfBirth).map((date) => ({ date, place })));
  const keys = people.flatMap(({ names }, place) => registryNameKeys(names).map((key) => ({ key, place })));
  const columns = sql`registry.registry_id AS "registryId", registry.name AS "registryName",
    registry_version.as_of AS "asOf", entry.entry_id AS "entryId", entry.names, entry.date_of_birth AS "dateOfBirth",
    entry.link, entry.facts`;
  const { rows } = await call.db.execute<Row>(sql`
    SELECT asked.place, ${columns}
    FROM unnest(${sql.param(births.map(({ date }) => date))}::date[], ${sql.param(births.map(({ place }) => place))}::integer[])
      AS asked (date, place)
    JOIN registry_entry AS entry ON entry.date_of_birth = asked.date
    JOIN registry ON registry.current_version_id = entry.registry_version_id
    JOIN registry_version ON registry_version.registry_version_id = registry.current_version_id
    WHERE ${askedBy(call)}
    UNION ALL
    SELECT asked.place, ${columns}
    FROM unnest(${sql.param(keys.map(({ key }) => key))}::text[], ${sql.param(keys.map(({ place }) => place))}::integer[])
      AS asked (key, place)
    JOIN registry_name_key AS named ON named.name_key = asked.key
    JOIN registry ON registry.current_version_id = named.registry_version_id
    JOIN registry_version ON registry_version.registry_version_id = registry.current_version_id
    JOIN registry_entry AS entry ON entry.registry_version_id = named.registry_version_id
      AND entry.entry_id = named.entry_id
    WHERE ${askedBy(call)}`);
  const found = Map.groupBy(rows, (row) => row.place);
  return people.map((person, place) => {
    const compared = comparedIdentity(person);
    const matches = new Map<string, FoundMatch>();
    for (const { place: _, ...entry } of found.get(place) ?? []) {
      const match = matchRegistry(compared, comparedIdentity(entry));
      if (match) matches.set(`${entry.registryId} ${entry.entryId}`, { ...match, entry });
    }
    return [...matches.values()].sort((a, b) => b.score - a.score).slice(0, mostMatches);
  });
}

/** Returns the entries that match a person, the best match first. */
export function matchesAmong(person: RegistryIdentity, entries: readonly FoundEntry[]): FoundMatch[] {
  const compared = comparedIdentity(person);
  return entries
    .flatMap((entry) => {
      const match = matchRegistry(compared, comparedIdentity(entry));
      return match ? [{ ...match, entry }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, mostMatches);
}

/** The registry ID under which the vendor's entries are stored. */
export const vendorRegistryId = "5ea2c400-0000-4000-8000-000000000001";

/**
 * Identifies what is searched: it changes when a registry is loaded or removed, or when the vendor changes.
 *
 * @returns null if there is nothing to search.
 */
export async function searchedVersions(call: Call): Promise<string | null> {
  const loaded = await loadedVersions(call);
  const { offenderSearch } = call.adapters;
  return offenderSearch === null ? loaded : `${offenderSearch.name} ${offenderSearch.simulated} ${loaded ?? ""}`;
}

async function loadedVersions(call: Call): Promise<string | null> {
  const { rows } = await call.db.execute<{ versions: string | null }>(sql`
    SELECT string_agg(current_version_id::text, ' ' ORDER BY current_version_id) AS versions
    FROM registry WHERE current_version_id IS NOT NULL AND ${askedBy(call)}`);
  return rows[0]?.versions ?? null;
}
