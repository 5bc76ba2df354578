import { mostFound } from "@touchline/contract/people/hierarchy";
import { mostSubjects } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { searchedFor } from "../../../../database/names.ts";
import { invalid } from "../../../../errors.ts";
import { authorize } from "../../../../security/authorize.ts";
import { foundBelow, levelById, type TreePosition } from "../../../people/index.ts";
import { countedBelow } from "../../dashboard/queries/counts.ts";
import {
  conditions,
  type Group,
  groupOrder,
  groupsOf,
  type MemberFilter,
  nameDirection,
  rowConditions,
} from "./filter.ts";

export type SelectedMembers =
  | { profileLevelAccessIds: readonly string[] }
  | { filter: MemberFilter; except: readonly string[] };

/**
 * Selects the memberships chosen at a level and below it, in the list's order: those that are named, or all that the filter
 * finds now except a few. At most one more than a task can handle.
 *
 * @throws NotFound, Forbidden; 400 when a search finds more than can be counted.
 */
export async function chosenBelow(call: Call, levelId: string, selection: SelectedMembers): Promise<string[]> {
  if ("profileLevelAccessIds" in selection) {
    authorize(call, "members.see", { levelPre: (await levelById(call, levelId)).pre });
    return [...new Set(selection.profileLevelAccessIds)];
  }
  const { filter, except } = selection;
  const { at, whole, rows } = await countedBelow(call, levelId, conditions(filter));
  authorize(call, "members.see", { levelPre: at.pre });
  const groups = groupsOf(rows, filter);
  const members = rows.reduce((sum, row) => sum + row.members, 0);
  const ids =
    filter.search === ""
      ? await everybody(call, at, filter, groups, whole)
      : await searched(call, at, filter, groups, { whole, members });
  const left = new Set(except);
  return ids.filter((id) => !left.has(id));
}

async function searched(
  call: Call,
  at: TreePosition,
  filter: MemberFilter,
  groups: readonly Group[],
  level: { whole: boolean; members: number },
): Promise<string[]> {
  const words = searchedFor(filter.search);
  if (words.words.length + words.addresses.length === 0) return [];
  const found = await foundBelow(call, at, {
    searched: words,
    matching: rowConditions(call, filter),
    order: groupOrder(filter, groups),
    direction: nameDirection(filter),
    grouped: filter.sortCol !== "FullName",
    ...level,
    skip: 0,
    take: mostFound,
  });
  if (found.more) {
    throw invalid("search", `The search finds more than ${mostFound.toLocaleString("en")} people. Narrow your search.`);
  }
  return found.profileLevelAccessIds;
}

async function everybody(
  call: Call,
  at: TreePosition,
  filter: MemberFilter,
  groups: readonly Group[],
  whole: boolean,
): Promise<string[]> {
  const direction = sql.raw(nameDirection(filter));
  const from = whole
    ? sql`member_index AS m WHERE m.organization_id = ${call.organizationId} AND m.level_id = ${at.levelId}`
    : sql`level JOIN member_standing AS m
        ON m.organization_id = level.organization_id AND m.level_id = level.level_id
      WHERE level.organization_id = ${call.organizationId} AND level.pre BETWEEN ${at.pre} AND ${at.last}`;
  const { rows } = await call.db.execute<{ ids: string[] | null }>(sql`
    SELECT array_agg(id ORDER BY place) AS ids FROM (
      SELECT m.profile_level_access_id AS id, row_number() OVER (
        ORDER BY ${groupOrder(filter, groups)}, m.sort_name ${direction}, m.profile_level_access_id ${direction}
      ) AS place
      FROM ${from} AND ${rowConditions(call, filter)}
      ORDER BY place LIMIT ${mostSubjects + 1}
    ) AS chosen`);
  return rows[0]?.ids ?? [];
}
