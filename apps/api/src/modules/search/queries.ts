import { mostFound } from "@touchline/contract/hierarchy";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../kernel/call.ts";
import { type Searched, searchedFor, searchPatterns } from "../../kernel/names.ts";
import type { LevelRow } from "../hierarchy/queries.ts";

/** From so many people within the organization on, a search walks the members by name instead of gathering them. */
const mostGathered = 5_000;

/** Sorts after every text that begins with what stands before it. */
const last = "\u{10FFFF}";

export type Search = {
  searched: Searched;
  /** A condition on `m`, the membership. */
  matching: SQL;
  /** How the found are sorted, after those whose last name begins with the first word. */
  order: SQL;
  /** Of the names after that. */
  direction: "ASC" | "DESC";
  /** Whether the level has a member index. */
  whole: boolean;
  skip: number;
  take: number;
};

export type Found = {
  /** Of the page, in order. */
  profileLevelAccessIds: string[];
  /** At most `mostFound`. */
  total: number;
  more: boolean;
};

/**
 * The memberships at a level and below it of people whom a search finds: every word begins a word of the names or the
 * address, every part of an address stands in it. The caller authorizes.
 */
export async function foundBelow(call: Call, at: LevelRow, search: Search): Promise<Found> {
  if (!search.whole) return pageOf(await among(call, at, search));
  const { found, ...rest } = await gathered(call, at, search);
  return found <= mostGathered ? pageOf(rest) : pageOf(await walked(call, at, search));
}

/** Ids of everybody in the organization whom a search finds, as a subquery; beyond 5,000 the rest is left out. */
export const peopleFound = (search: string): SQL =>
  sql`(SELECT search_people(${sql.param(searchPatterns(searchedFor(search)))}::text[], ${mostGathered}))`;

type Hits = { ids: string[] | null; hits: number };

const pageOf = ({ ids, hits }: Hits): Found => ({
  profileLevelAccessIds: ids ?? [],
  total: Math.min(hits, mostFound),
  more: hits > mostFound,
});

/** The page of `hits`, as the columns of one row. Beyond `mostFound` there is nothing to page to. */
const page = ({ order, direction, skip, take, searched }: Search) => sql`
  SELECT (SELECT count(*)::int FROM hits) AS hits, ARRAY(
    SELECT m.profile_level_access_id FROM hits AS m
    ORDER BY ${lastNameFirst(searched)}, ${order}, m.sort_name ${sql.raw(direction)}, m.profile_level_access_id ${sql.raw(direction)}
    OFFSET ${skip} LIMIT ${Math.max(0, Math.min(take, mostFound - skip))}) AS ids`;

/** Who is looked for is mostly known by the last name. */
const lastNameFirst = ({ words: [first] }: Searched) =>
  first === undefined ? sql`NULL::boolean` : sql`NOT (m.sort_name >= ${first} AND m.sort_name < ${first + last})`;

/** Small levels: everybody there is looked at. */
async function among(call: Call, at: LevelRow, search: Search): Promise<Hits> {
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

/** Large levels: everybody in the organization who matches, then those of them who are there. */
async function gathered(call: Call, at: LevelRow, search: Search): Promise<Hits & { found: number }> {
  const { rows } = await call.db.execute<Hits & { found: number }>(sql`
    WITH found AS MATERIALIZED (
      SELECT search_people(${sql.param(searchPatterns(search.searched))}::text[], ${mostGathered + 1}) AS profile_id
    ), hits AS MATERIALIZED (
      SELECT m.profile_level_access_id, m.sort_name, m.label_id, m.overall_status
      FROM found
      JOIN profile_level_access AS membership
        ON membership.organization_id = ${call.organizationId} AND membership.profile_id = found.profile_id
      JOIN member_index AS m
        ON m.organization_id = ${call.organizationId} AND m.level_id = ${at.levelId}
        AND m.profile_level_access_id = membership.profile_level_access_id
      WHERE (SELECT count(*) FROM found) <= ${mostGathered} AND ${search.matching}
    )
    SELECT (SELECT count(*)::int FROM found) AS found, paged.* FROM (${page(search)}) AS paged`);
  return rows[0] ?? { ids: [], hits: 0, found: 0 };
}

/**
 * Large levels and words that many people have: the member index is walked by name until there are more than can be shown.
 * Names are looked at in it; who is found by a word that begins the address alone is left out.
 */
async function walked(call: Call, at: LevelRow, search: Search): Promise<Hits> {
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
  const columns = sql`m.profile_level_access_id, m.sort_name, m.label_id, m.overall_status`;
  const direction = sql.raw(search.direction);
  const walk = (part: SQL) => sql`(
    SELECT ${columns} FROM member_index AS m WHERE ${matches} AND ${part}
    ORDER BY m.sort_name ${direction}, m.profile_level_access_id ${direction} LIMIT ${mostFound + 1})`;
  const named = first === undefined ? sql`false` : sql`m.sort_name >= ${first} AND m.sort_name < ${first + last}`;
  const { rows } = await call.db.execute<Hits>(sql`
    WITH hits AS MATERIALIZED (
      SELECT * FROM (${walk(named)} UNION ALL ${walk(sql`NOT (${named})`)}) AS together LIMIT ${mostFound + 1}
    )
    ${page(search)}`);
  return rows[0] ?? { ids: [], hits: 0 };
}
