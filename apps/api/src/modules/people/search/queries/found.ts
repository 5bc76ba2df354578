import { mostFound } from "@touchline/contract/people/hierarchy";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { namePatterns, type Searched, searchedFor, searchPatterns } from "../../../../database/names.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import type { TreePosition } from "../../hierarchy/queries.ts";

/** Beyond so many people within the organization, who is found by the address alone is left out. */
const mostGathered = 5_000;

/** So many members are passed along the names in the time in which one is looked up: 0.25 µs each. */
const passedForOne = 20;

/** Sorts after every text that begins with what stands before it. */
const last = "\u{10FFFF}";

export type SearchTerms = {
  searched: Searched;
  /** A condition on `m`, the membership. */
  matching: SQL;
  /** How the found are sorted, after those whose last name begins with the first word. */
  order: SQL;
  /** The order of the names after that. */
  direction: "ASC" | "DESC";
  /** Whether the found are sorted by something before the names. */
  grouped: boolean;
  /** Whether the level has a member index. */
  whole: boolean;
  /** How many memberships there are at the level and below it. */
  members: number;
  skip: number;
  take: number;
};

export type SearchHit = {
  /** The ids of the page, in order. */
  profileLevelAccessIds: string[];
  /** At most `mostFound`. */
  total: number;
  more: boolean;
};

/**
 * Selects the memberships at a level and below it of people whom a search finds: every word begins a word of the names or the
 * address, and every part of an address occurs in it. The caller authorizes.
 */
export async function foundBelow(call: Call, at: TreePosition, search: SearchTerms): Promise<SearchHit> {
  if (!search.whole) return pageOf(await among(call, at, search));
  const most = gatheredUpTo(search);
  const { found, unnamed, ...hits } = await gathered(call, at, search, most);
  if (found <= most) return pageOf(hits);
  return pageOf(await walked(call, at, search, unnamed));
}

/**
 * Up to how many people gathering is less work: looking one up takes as long as passing `passedForOne` members by name, and
 * with `n` people among all members, one in `members / n` that are passed is found.
 */
function gatheredUpTo({ searched, grouped, members }: SearchTerms): number {
  // Sorted by something else first, the names do not lead to the page; addresses are not in the index.
  if (grouped || searched.words.length === 0 || searched.addresses.length > 0) return mostGathered;
  return Math.min(mostGathered, Math.floor(Math.sqrt((members * mostFound) / passedForOne)));
}

/** Selects the ids of all people in the organization who match a search, at most 5,000. */
export const peopleFound = (search: string): SQL =>
  sql`(SELECT search_people(${sql.param(searchPatterns(searchedFor(search)))}::text[], ${mostGathered}))`;

type Hits = { ids: string[] | null; hits: number };

const pageOf = ({ ids, hits }: Hits): SearchHit => ({
  profileLevelAccessIds: ids ?? [],
  total: Math.min(hits, mostFound),
  more: hits > mostFound,
});

/** The page of `hits`, as the columns of one row. Beyond `mostFound` there is nothing to page to. */
const page = ({ order, direction, skip, take, searched }: SearchTerms) => sql`
  SELECT (SELECT count(*)::int FROM hits) AS hits, ARRAY(
    SELECT m.profile_level_access_id FROM hits AS m
    ORDER BY ${lastNameFirst(searched)}, ${order}, m.sort_name ${sql.raw(direction)}, m.profile_level_access_id ${sql.raw(direction)}
    OFFSET ${skip} LIMIT ${Math.max(0, Math.min(take, mostFound - skip))}) AS ids`;

/** Who is looked for is mostly known by the last name. */
const lastNameFirst = ({ words: [first] }: Searched) =>
  first === undefined ? sql`NULL::boolean` : sql`NOT (m.sort_name >= ${first} AND m.sort_name < ${first + last})`;

/** For small levels: everyone there is compared. */
async function among(call: Call, at: TreePosition, search: SearchTerms): Promise<Hits> {
  const { rows } = await call.db.execute<Hits>(sql`
    WITH here AS MATERIALIZED (
      SELECT m.profile_level_access_id, m.profile_id, m.sort_name, m.label_id, m.overall_status
      FROM level
      JOIN member_standing AS m ON m.organization_id = level.organization_id AND m.level_id = level.level_id
      WHERE level.organization_id = ${call.organizationId} AND level.pre BETWEEN ${at.pre} AND ${at.last}
        AND ${search.matching}
    ), found AS MATERIALIZED (
      SELECT search_among(${sql.param(searchPatterns(search.searched))}::text[],
        ARRAY(SELECT DISTINCT profile_id FROM here)) AS profile_id
    ), hits AS MATERIALIZED (SELECT here.* FROM here JOIN found USING (profile_id))
    ${page(search)}`);
  return rows[0] ?? { ids: [], hits: 0 };
}

/**
 * For large levels: finds everyone in the organization who matches, then those who are at the level.
 *
 * @param most the number of people who are collected. If there are more, only memberships of people found by their address
 * alone are returned, and none if there are too many.
 */
async function gathered(
  call: Call,
  at: TreePosition,
  search: SearchTerms,
  most: number,
): Promise<Hits & { found: number; unnamed: string[] }> {
  // Arrays, not joins: PostgreSQL takes the people for so many that it would read all memberships there are.
  const membershipsOf = (people: SQL) => sql`ARRAY(
    SELECT membership.profile_level_access_id FROM profile_level_access AS membership
    WHERE membership.organization_id = ${call.organizationId}
      AND membership.profile_id = ANY(ARRAY(SELECT profile_id FROM found WHERE ${people})))`;
  const few = sql`(SELECT count(*) FROM found) <= ${most}`;
  const many = sql`(SELECT count(*) FROM found) BETWEEN ${most} + 1 AND ${mostGathered}`;
  const { rows } = await prepared<Hits & { found: number; unnamed: string[] }>(
    call.db,
    "search.gathered",
    sql`
    WITH found AS MATERIALIZED (
      SELECT * FROM search_named(${sql.param(searchPatterns(search.searched))}::text[],
        ${sql.param(namePatterns(search.searched))}::text[], ${mostGathered + 1})
    ), hits AS MATERIALIZED (
      SELECT ${hitColumns} FROM member_index AS m
      WHERE m.organization_id = ${call.organizationId} AND m.level_id = ${at.levelId}
        AND m.profile_level_access_id = ANY(${membershipsOf(few)}) AND ${search.matching}
    )
    SELECT (SELECT count(*)::int FROM found) AS found, ${membershipsOf(sql`NOT named AND ${many}`)} AS unnamed, paged.*
    FROM (${page(search)}) AS paged`,
  );
  return rows[0] ?? { ids: [], hits: 0, found: 0, unnamed: [] };
}

/**
 * Large levels and words that many people have: the member index is walked by name until there are more than can be shown.
 *
 * @param unnamed memberships of people who are found by other things than their names.
 */
async function walked(call: Call, at: TreePosition, search: SearchTerms, unnamed: readonly string[]): Promise<Hits> {
  const others =
    unnamed.length === 0
      ? sql``
      : sql` UNION ALL SELECT ${hitColumns} FROM member_index AS m
        WHERE m.organization_id = ${call.organizationId} AND m.level_id = ${at.levelId}
          AND m.profile_level_access_id = ANY(${sql.param([...unnamed])}::uuid[]) AND ${search.matching}`;
  const { rows } = await call.db.execute<Hits>(sql`
    WITH hits AS MATERIALIZED (
      SELECT * FROM (${byName(call, at, search)} LIMIT ${mostFound + 1}) AS named${others}
    )
    ${page(search)}`);
  return rows[0] ?? { ids: [], hits: 0 };
}

const hitColumns = sql`m.profile_level_access_id, m.sort_name, m.label_id, m.overall_status`;

/** Finds people by name, those whose last name starts with the first word first. */
function byName(call: Call, at: TreePosition, search: SearchTerms): SQL {
  const { words, addresses } = search.searched;
  const [first] = words;
  const matches = sql.join(
    [
      sql`m.organization_id = ${call.organizationId} AND m.level_id = ${at.levelId}`,
      search.matching,
      ...words.map((word) => sql`position(${` ${word}`} in ' ' || m.sort_name) > 0`),
      ...addresses.map(
        (part) => sql`EXISTS (
          SELECT FROM profile_level_access AS membership
          JOIN profile
            ON profile.organization_id = membership.organization_id AND profile.profile_id = membership.profile_id
          WHERE membership.organization_id = ${call.organizationId}
            AND membership.profile_level_access_id = m.profile_level_access_id
            AND position(${part} in lower(profile.email)) > 0)`,
      ),
    ],
    sql` AND `,
  );
  const direction = sql.raw(search.direction);
  const walk = (part: SQL) => sql`(
    SELECT ${hitColumns} FROM member_index AS m WHERE ${matches} AND ${part}
    ORDER BY m.sort_name ${direction}, m.profile_level_access_id ${direction} LIMIT ${mostFound + 1})`;
  const named = first === undefined ? sql`false` : sql`m.sort_name >= ${first} AND m.sort_name < ${first + last}`;
  return sql`${walk(named)} UNION ALL ${walk(sql`NOT (${named})`)}`;
}
