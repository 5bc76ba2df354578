import { type OverallStatus, overallStatuses, RequirementStatus } from "@touchline/contract";
import { memberSorts } from "@touchline/contract/people/hierarchy";
import { type MemberColumn, memberColumns } from "@touchline/contract/reporting/members";
import { pageIn, type RawSearch, someIn, textIn } from "../../../url-state.ts";

/** What the members list shows and in which order, under the names of the list's own call. */
export interface MemberChoice {
  search: string;
  overallStatuses: OverallStatus[];
  /** The numbers of the statuses, as texts. */
  requirementStatuses: string[];
  /** Ids of labels. */
  labels: string[];
  /** The id of a content: whoever owes it, and how that stands. */
  content: string | undefined;
  sortCol: (typeof memberSorts)[number];
  sortDir: "ASC" | "DESC";
}

/** What the people of a level are divided by, and the pictures of it. */
export const breakdowns = ["levels", "roles", "requirements", "heat", "trend", "calendar", "waiting"] as const;
export type BreakdownKind = (typeof breakdowns)[number];
/** Those that are fetched by themselves when somebody looks at them. */
export type PictureKind = Exclude<BreakdownKind, "levels" | "roles" | "requirements">;

/** What the address says of the dashboard. */
export interface DashboardSearch {
  members: MemberChoice;
  /** Where the list is opened, and where it was scrolled to. */
  page: number;
  /** Null: none is open. */
  by: BreakdownKind | null;
  asTable: boolean;
  /** The day of the trend or the calendar that is looked at: `YYYY-MM-DD`. */
  day: string | null;
  /** The last day that is shown of the calendar, the last of several days that begin with it. */
  until: string | null;
  /** Which columns the list has; null: as the person keeps them. */
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

/** Columns that the list has until somebody chooses others. */
export const usualColumns: readonly MemberColumn[] = memberColumns;

/** Whether the list shows less than everybody. */
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
