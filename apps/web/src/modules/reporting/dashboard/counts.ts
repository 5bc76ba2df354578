import { type OverallStatus, overallStatuses, RequirementStatus, type ResponseOf } from "@touchline/contract";
import type { getDashboardInfo } from "@touchline/contract/people/hierarchy";
import { leftToClear } from "@touchline/rules/compliance/overall";
import type { MemberChoice } from "./search.ts";

export type DashboardInfo = ResponseOf<typeof getDashboardInfo>;
/** What is told by status and by role, of today or of the past. */
type Counted = Pick<DashboardInfo, "overall" | "labels">;
export type OverallCounts = Readonly<Record<OverallStatus, number>>;

export const doneStatuses: readonly RequirementStatus[] = [RequirementStatus.Completed, RequirementStatus.ExpiringSoon];
const openStatuses = Object.values(RequirementStatus).filter((status) => !doneStatuses.includes(status));

const queryOf = (name: string, values: readonly (string | number)[]) =>
  values.map((value) => `&${name}=${value}`).join("");

/** The list of those at a level who owe a content and have not done it; where nobody is left, of all who owe it. */
export function listOfOpen(levelId: string, contentId: string, open: number): string {
  return `/dashboard/${levelId}?content=${contentId}${open === 0 ? "" : queryOf("requirementStatuses", openStatuses)}`;
}

/** The list of those with a label who are left to clear; where nobody is, of all with the label. */
export function listOfUncleared(levelId: string, labelId: string, open: number): string {
  return `/dashboard/${levelId}?labels=${labelId}${open === 0 ? "" : queryOf("overallStatuses", leftToClear)}`;
}

const sumOf = (counts: OverallCounts, statuses: readonly OverallStatus[]) =>
  statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

/** How many memberships are neither cleared nor free of anything mandatory. */
export const openIn = (counts: OverallCounts): number => sumOf(counts, leftToClear);

/** How many memberships there are. */
export const allIn = (counts: OverallCounts): number => sumOf(counts, overallStatuses);

/** How many owe a content that is not done. */
export function openRequirement({ total, statuses }: DashboardInfo["requirements"][number]): number {
  return total - doneStatuses.reduce<number>((sum, status) => sum + (statuses[status] ?? 0), 0);
}

/** The largest share of open ones first; of equal shares, the larger number; otherwise as they came. */
export function worstFirst<Row>(rows: readonly Row[], open: (row: Row) => number, all: (row: Row) => number): Row[] {
  const share = (row: Row) => (all(row) === 0 ? 0 : open(row) / all(row));
  return rows.toSorted((a, b) => share(b) - share(a) || open(b) - open(a));
}

/** How the level stands, or those under the chosen labels. */
export function standingOf(info: Counted, labels: readonly string[]): OverallCounts {
  if (labels.length === 0) return info.overall;
  const chosen = info.labels.filter(({ labelId }) => labels.includes(labelId));
  return Object.fromEntries(
    overallStatuses.map((status) => [status, chosen.reduce((sum, { overall }) => sum + (overall[status] ?? 0), 0)]),
  ) as Record<OverallStatus, number>;
}

/**
 * Counts the memberships that each status and label would leave with the current filters. Null if counts can't tell: they
 * don't include names, or who has which requirement in which status.
 */
export function choiceCounts(
  info: Counted,
  choice: MemberChoice,
): { overall: OverallCounts; labels: ReadonlyMap<string, number> } | null {
  if (choice.search !== "" || choice.requirementStatuses.length > 0 || choice.content) return null;
  const statuses = choice.overallStatuses.length > 0 ? choice.overallStatuses : overallStatuses;
  return {
    overall: standingOf(info, choice.labels),
    labels: new Map(info.labels.map(({ labelId, overall }) => [labelId, sumOf(overall, statuses)])),
  };
}
