import { type OverallStatus, overallStatuses, RequirementStatus, type ResponseOf } from "@touchline/contract";
import type { getDashboardInfo } from "@touchline/contract/people/hierarchy";
import { leftToClear } from "@touchline/rules/compliance/overall";
import type { MemberChoice } from "./search.ts";

export type DashboardInfo = ResponseOf<typeof getDashboardInfo>;
/** Numbers by status and by role, of today or of the past. */
type Counted = Pick<DashboardInfo, "overall" | "labels">;
export type OverallCounts = Readonly<Record<OverallStatus, number>>;

export const doneStatuses: readonly RequirementStatus[] = [RequirementStatus.Completed, RequirementStatus.ExpiringSoon];
const openStatuses = Object.values(RequirementStatus).filter((status) => !doneStatuses.includes(status));

const queryOf = (name: string, values: readonly (string | number)[]) =>
  values.map((value) => `&${name}=${value}`).join("");

/** The list of people at a level who haven't completed a requirement; if there are none, of all who have it. */
export function listOfOpen(levelId: string, contentId: string, open: number): string {
  return `/dashboard/${levelId}?content=${contentId}${open === 0 ? "" : queryOf("requirementStatuses", openStatuses)}`;
}

/** The list of people with a role who aren't cleared; if there are none, of all with the role. */
export function listOfUncleared(levelId: string, labelId: string, open: number): string {
  return `/dashboard/${levelId}?labels=${labelId}${open === 0 ? "" : queryOf("overallStatuses", leftToClear)}`;
}

const sumOf = (counts: OverallCounts, statuses: readonly OverallStatus[]) =>
  statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);

/** Counts the memberships that are neither cleared nor free of mandatory requirements. */
export const openIn = (counts: OverallCounts): number => sumOf(counts, leftToClear);

/** Counts all memberships. */
export const allIn = (counts: OverallCounts): number => sumOf(counts, overallStatuses);

/** Counts the memberships that haven't completed a requirement. */
export function openRequirement({ total, statuses }: DashboardInfo["requirements"][number]): number {
  return total - doneStatuses.reduce<number>((sum, status) => sum + (statuses[status] ?? 0), 0);
}

/** Sorts by the share that is open, the largest first; then by number; otherwise in the given order. */
export function worstFirst<Row>(rows: readonly Row[], open: (row: Row) => number, all: (row: Row) => number): Row[] {
  const share = (row: Row) => (all(row) === 0 ? 0 : open(row) / all(row));
  return rows.toSorted((a, b) => share(b) - share(a) || open(b) - open(a));
}

/** The numbers of the level, or of the chosen roles. */
export function standingOf(info: Counted, labels: readonly string[]): OverallCounts {
  if (labels.length === 0) return info.overall;
  const chosen = info.labels.filter(({ labelId }) => labels.includes(labelId));
  return Object.fromEntries(
    overallStatuses.map((status) => [status, chosen.reduce((sum, { overall }) => sum + (overall[status] ?? 0), 0)]),
  ) as Record<OverallStatus, number>;
}

/**
 * Counts the memberships that each status and role would leave with the current filters. Null if the counts can't tell, because
 * they include neither names nor the status of each requirement.
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
