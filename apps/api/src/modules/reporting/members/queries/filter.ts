import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import type { memberSorts } from "@touchline/contract/people/hierarchy";
import { overallSeverity } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import type { Reading } from "../../../../call.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { byName } from "../../../../database/names.ts";
import type { CountRow } from "../../dashboard/queries/counts.ts";

/** The filter and order of the list. */
export type MemberFilter = {
  sortCol: (typeof memberSorts)[number];
  sortDir: "ASC" | "DESC";
  search: string;
  labels: string[];
  overallStatuses: OverallStatus[];
  requirementStatuses: RequirementStatus[];
  /** Members with this requirement; the requirement statuses refer to it. */
  content?: string | undefined;
};

/** Builds the filter on `label_id`, `overall_status` and `statuses` of `m`: counts, standings or the member index. */
export function conditions({ labels, overallStatuses, requirementStatuses }: MemberFilter): SQL {
  const mask = requirementStatuses.reduce<number>((bits, status) => bits | (1 << status), 0);
  return sql.join(
    [
      sql`true`,
      ...(labels.length > 0 ? [isOneOf(sql`m.label_id`, labels)] : []),
      ...(overallStatuses.length > 0 ? [isOneOf(sql`m.overall_status`, overallStatuses, "text")] : []),
      ...(mask > 0 ? [sql`(m.statuses & ${mask}::smallint) <> 0`] : []),
    ],
    sql` AND `,
  );
}

/** Returns whether each part of the filter names at most one value. */
export const isNarrow = ({ labels, overallStatuses }: MemberFilter): boolean =>
  labels.length <= 1 && overallStatuses.length <= 1;

/**
 * Filters rows of memberships, where `m` has a `profile_level_access_id` too: the counts don't know who owes what, so with a
 * content they include more than match. A subquery for each row, so that no plan gathers everybody who owes it.
 */
export function rowConditions(call: Reading, filter: MemberFilter): SQL {
  const { content, requirementStatuses } = filter;
  if (content === undefined) return conditions(filter);
  const status = sql`(
    SELECT owing.content_statuses[array_position(owing.contents, ${content}::uuid)] FROM member_standing AS owing
    WHERE owing.organization_id = ${call.organizationId}
      AND owing.profile_level_access_id = m.profile_level_access_id)`;
  const stands =
    requirementStatuses.length > 0
      ? sql`${status} = ANY(${sql.param(requirementStatuses)}::smallint[])`
      : sql`${status} IS NOT NULL`;
  return sql`${conditions(filter)} AND ${stands}`;
}

/** Rows with the same value of the sort column, by name within; sorted by name alone, all rows are one group. */
export type Group = { value: string; matched: number };

export function groupsOf(rows: readonly CountRow[], { sortCol, sortDir }: MemberFilter): Group[] {
  const value = (row: CountRow) =>
    sortCol === "OverallStatus" ? row.overallStatus : sortCol === "Role" ? row.labelId : "";
  const before = (a: CountRow, b: CountRow) =>
    sortCol === "OverallStatus"
      ? overallSeverity[b.overallStatus] - overallSeverity[a.overallStatus]
      : byName(a.labelName, b.labelName) || (a.labelId < b.labelId ? -1 : 1);
  const runs = [...Map.groupBy(rows, value).values()].sort(([a], [b]) => before(a as CountRow, b as CountRow));
  if (sortDir === "DESC") runs.reverse();
  return runs.map((run) => ({
    value: value(run[0] as CountRow),
    matched: run.reduce((sum, row) => sum + row.matched, 0),
  }));
}

/** The column of `m` for the groups, and its type: compared as another type, no index could be used. */
export const groupColumn = {
  FullName: null,
  OverallStatus: { column: sql`m.overall_status`, type: sql`text` },
  Role: { column: sql`m.label_id`, type: sql`uuid` },
} as const satisfies Record<MemberFilter["sortCol"], { column: SQL; type: SQL } | null>;

export const groupOrder = ({ sortCol }: MemberFilter, groups: readonly Group[]) => {
  const by = groupColumn[sortCol];
  return by
    ? sql`array_position(${sql.param(groups.map((group) => group.value))}::${by.type}[], ${by.column})`
    : sql`NULL::integer`;
};

/** Names are in descending order only when sorting by name. */
export const nameDirection = ({ sortCol, sortDir }: MemberFilter) => (sortCol === "FullName" ? sortDir : "ASC");
