import { type OverallStatus, overallStatuses, RequirementStatus } from "@touchline/contract";
import { pageIn, type RawSearch, someIn, textIn } from "../../urlState.ts";

/** What the address says of the members list, under the names of the list's own call. */
export interface DashboardSearch {
  search: string;
  overallStatuses: OverallStatus[];
  /** The numbers of the statuses, as texts. */
  requirementStatuses: string[];
  /** Ids of labels. */
  labels: string[];
  sortDir: "ASC" | "DESC";
  page: number;
}

const statusNumbers = Object.values(RequirementStatus).map(String);
const isOverall = (one: string): one is OverallStatus => (overallStatuses as readonly string[]).includes(one);
const isStatusNumber = (one: string): one is string => statusNumbers.includes(one);
const isId = (one: string): one is string => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one);

export function readDashboardSearch(search: RawSearch): DashboardSearch {
  return {
    search: textIn(search.search).trim().slice(0, 100),
    overallStatuses: someIn(search.overallStatuses, isOverall),
    requirementStatuses: someIn(search.requirementStatuses, isStatusNumber),
    labels: someIn(search.labels, isId),
    sortDir: search.sortDir === "DESC" ? "DESC" : "ASC",
    page: pageIn(search.page),
  };
}

/** Whether the list shows less than everybody. */
export function isNarrowed(state: DashboardSearch): boolean {
  const filters = state.overallStatuses.length + state.requirementStatuses.length + state.labels.length;
  return state.search !== "" || filters > 0;
}
