import { mostFound } from "@touchline/contract/people/hierarchy";
import { type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import type { TreePosition } from "../../../people/index.ts";
import { owingBelow } from "../../dashboard/queries/counts.ts";
import { groupColumn, type MemberFilter, nameDirection, rowConditions } from "./filter.ts";

export type OwingFilter = MemberFilter & { content: string };

/**
 * If fewer people than this owe a content in the whole organization, they are gathered; otherwise they are read in the order of
 * names.
 */
const mostGathered = 5_000;

/** How many members of a list owe one content, and whether there are more than that. */
type Owing = { total: number; more: boolean /** Whether few owe it at all. */; few: boolean };

/**
 * Counts them. The counts have each content by itself; filtered by role or overall status too, the matches are counted, at most
 * `mostFound` of a large level.
 */
export async function countOwing(call: Call, at: TreePosition, filter: OwingFilter, whole: boolean): Promise<Owing> {
  const { content, requirementStatuses, labels, overallStatuses } = filter;
  const { matched, everywhere } = await owingBelow(call, at.levelId, content, requirementStatuses);
  const few = everywhere <= mostGathered;
  if (labels.length + overallStatuses.length === 0) return { total: matched, more: false, few };
  const from = whole
    ? largeLevel(call, at, filter, few)
    : sql`FROM level
      JOIN member_standing AS m ON m.organization_id = level.organization_id AND m.level_id = level.level_id
      WHERE level.organization_id = ${call.organizationId} AND level.pre BETWEEN ${at.pre} AND ${at.last}
        AND ${rowConditions(call, filter)}`;
  const { rows } = await call.db.execute<{ found: number }>(sql`
    SELECT count(*)::int AS found FROM (SELECT ${from} LIMIT ${mostFound + 1}) AS those`);
  const found = rows[0]?.found ?? 0;
  return { total: Math.min(found, mostFound), more: found > mostFound, few };
}

const largeLevel = (call: Call, at: TreePosition, filter: OwingFilter, few: boolean): SQL => sql`
  FROM member_index AS m
  WHERE m.organization_id = ${call.organizationId} AND m.level_id = ${at.levelId} AND ${rowConditions(call, filter)}
  ${few ? sql`AND m.profile_level_access_id = ANY(${whoOwes(call, filter.content)})` : sql``}`;

/** An array, not a join: with a join PostgreSQL expects so many that it reads all memberships. */
const whoOwes = (call: Call, content: string) => sql`ARRAY(
  SELECT demand.profile_level_access_id FROM requirement
  JOIN demand ON demand.organization_id = requirement.organization_id AND demand.requirement_id = requirement.requirement_id
  WHERE requirement.organization_id = ${call.organizationId} AND requirement.content_id = ${content})`;

/** Rows with one value of the sort column; after a row, or from the beginning. */
type Run = { value: string; after: { name: string; id: string } | null };

/** Selects a page of a large level by its member index: `id` and `place`. */
export function owingPage(
  call: Call,
  at: TreePosition,
  filter: OwingFilter & { perPage: number },
  runs: readonly Run[],
  { skip, few }: { skip: number; few: boolean },
): SQL {
  const by = groupColumn[filter.sortCol];
  const direction = sql.raw(nameDirection(filter));
  const beyond = sql.raw(nameDirection(filter) === "DESC" ? "<" : ">");
  const take = sql.raw(String(skip + filter.perPage));
  const read = runs.map(
    ({ value, after }, index) => sql`(
      SELECT ${sql.raw(String(index))} AS part, m.sort_name, m.profile_level_access_id
      ${largeLevel(call, at, filter, few)}
      ${by ? sql`AND ${by.column} = ${value}::${by.type}` : sql``}
      ${after ? sql`AND (m.sort_name, m.profile_level_access_id) ${beyond} (${after.name}, ${after.id}::uuid)` : sql``}
      ORDER BY m.sort_name ${direction}, m.profile_level_access_id ${direction} LIMIT ${take})`,
  );
  const order = sql`part, sort_name ${direction}, profile_level_access_id ${direction}`;
  return sql`
    SELECT profile_level_access_id AS id, row_number() OVER (ORDER BY ${order}) AS place
    FROM (${sql.join(read, sql` UNION ALL `)}) AS read
    ORDER BY ${order} OFFSET ${skip} LIMIT ${sql.raw(String(filter.perPage))}`;
}
