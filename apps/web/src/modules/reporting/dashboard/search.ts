import { type OverallStatus, overallStatuses, RequirementStatus } from "@touchline/contract";
import { memberSorts } from "@touchline/contract/people/hierarchy";
import { type MemberColumn, memberColumns } from "@touchline/contract/reporting/members";
import { pageIn, type RawSearch, someIn, textIn } from "../../../url-state.ts";

/** The filters and the order of the members list, named as in its call. */
export interface MemberChoice {
  search: string;
  overallStatuses: OverallStatus[];
  /** The numbers of the statuses, as texts. */
  requirementStatuses: string[];
  /** Ids of labels. */
  labels: string[];
  /** The id of a content: filters by people who have it, and by its status. */
  content: string | undefined;
  sortCol: (typeof memberSorts)[number];
  sortDir: "ASC" | "DESC";
}

/** The breakdowns of a level's people, and its pictures. */
export const breakdowns = ["levels", "roles", "requirements", "heat", "trend", "calendar", "waiting"] as const;
export type BreakdownKind = (typeof breakdowns)[number];
/** Pictures that are loaded separately when they are opened. */
export type PictureKind = Exclude<BreakdownKind, "levels" | "roles" | "requirements">;

/** The dashboard's state in the address. */
export interface DashboardSearch {
  members: MemberChoice;
  /** The opened row, and the scroll position. */
  page: number;
  /** Null: none is open. */
  by: BreakdownKind | null;
  asTable: boolean;
  /** The day of the trend or the calendar that is looked at: `YYYY-MM-DD`. */
  day: string | null;
  /** The last day that is shown of the calendar, the last of several days that begin with it. */
  until: string | null;
  /** The chosen columns; null: the person's own setting. */
  columns: MemberColumn[] | null;
}

const statusNumbers = Object.values(RequirementStatus).map(String);
const isOverall = (one: string): one is OverallStatus => (overallStatuses as readonly string[]).includes(one);
const isColumn = (one: string): one is MemberColumn => (memberColumns as readonly string[]).includes(one);
const isStatusNumber = (one: string): one is string => statusNumbers.includes(one);
const isId = (one: string): one is string => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one);

/** @returns the breakdown of this name, or null. */
export function breakdownOf(name: unknown): BreakdownKind | null {
  return breakdowns.find((one) => one === name) ?? null;
}

export function readDashboardSearch(search: RawSearch): DashboardSearch {
  return {
    members: {
      search: textIn(search.search).trim().slice(0, 100),
      overallStatuses: someIn(search.overallStatuses, isOverall),
      requirementStatuses: someIn(search.requirementStatuses, isStatusNumber),
      labels: someIn(search.labels, isId),
      content: someIn(search.content, isId)[0],
      sortCol: memberSorts.find((one) => one === textIn(search.sortCol)) ?? "FullName",
      sortDir: search.sortDir === "DESC" ? "DESC" : "ASC",
    },
    page: pageIn(search.page),
    by: breakdownOf(textIn(search.by)),
    asTable: textIn(search.as) === "table",
    day: dayIn(search.day),
    until: dayIn(search.until),
    columns: columnsIn(search.columns),
  };
}

const dayIn = (value: unknown) => (/^\d{4}-\d{2}-\d{2}$/.test(textIn(value)) ? textIn(value) : null);

/** In the list's default order. `none` means only the name, which an address couldn't express otherwise. */
function columnsIn(value: unknown): MemberColumn[] | null {
  if (value === undefined) return null;
  const named = someIn(value, isColumn);
  return memberColumns.filter((one) => named.includes(one));
}

/** Columns as an address has them. */
export const columnsInAddress = (columns: readonly MemberColumn[] | null) =>
  columns === null ? undefined : columns.length === 0 ? ["none"] : [...columns];

/** The default columns. */
export const usualColumns: readonly MemberColumn[] = memberColumns;

/** Whether the list is filtered. */
export function isNarrowed(choice: MemberChoice): boolean {
  const filters = choice.overallStatuses.length + choice.requirementStatuses.length + choice.labels.length;
  return choice.search !== "" || choice.content !== undefined || filters > 0;
}

/** Takes every filter out of the address. */
export const nothing = {
  search: undefined,
  overallStatuses: undefined,
  requirementStatuses: undefined,
  labels: undefined,
  content: undefined,
  page: undefined,
};
