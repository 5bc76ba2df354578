import type { RequirementStatus } from "@touchline/contract";
import type { ChangeKind } from "@touchline/contract/reporting/comparison";
import { eligible } from "@touchline/rules";
import type { ChangeCounts } from "../../../../schema/reporting.ts";
import type { MemberBetween, StoodThen } from "../../../compliance/index.ts";

type RequirementChange = { contentId: string; before: RequirementStatus | null; after: RequirementStatus | null };

const isClear = (standing: StoodThen | null) => standing !== null && eligible(standing.overallStatus);

/**
 * Returns how a membership changed between two instants, and which of its requirements have another status; null: no change.
 */
export function changeOf({
  before,
  after,
}: Pick<MemberBetween, "before" | "after">): { change: ChangeKind; requirements: RequirementChange[] } | null {
  const requirements = requirementsChanged(before, after);
  if (isClear(before) !== isClear(after)) return { change: isClear(after) ? "became" : "stopped", requirements };
  if (before === null || after === null) {
    return before === after ? null : { change: before === null ? "joined" : "left", requirements };
  }
  const isSame =
    requirements.length === 0 &&
    before.overallStatus === after.overallStatus &&
    before.levelId === after.levelId &&
    before.labelId === after.labelId;
  return isSame ? null : { change: "other", requirements };
}

function requirementsChanged(before: StoodThen | null, after: StoodThen | null): RequirementChange[] {
  const statuses = (standing: StoodThen | null) => new Map(standing?.demands.map((one) => [one.contentId, one.status]));
  const [was, is] = [statuses(before), statuses(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((contentId) => ({ contentId, before: was.get(contentId) ?? null, after: is.get(contentId) ?? null }))
    .filter((one) => one.before !== one.after);
}

/** Returns change counts of zero. */
export const noChanges = (): ChangeCounts => ({
  members: { before: 0, after: 0 },
  cleared: { before: 0, after: 0 },
  changes: { became: 0, stopped: 0, joined: 0, left: 0, other: 0 },
});

/** Counts a membership of either instant, and its change. */
export function countChange(
  counts: ChangeCounts,
  { before, after }: Pick<MemberBetween, "before" | "after">,
  change: ChangeKind | undefined,
): void {
  if (before !== null) counts.members.before += 1;
  if (after !== null) counts.members.after += 1;
  if (isClear(before)) counts.cleared.before += 1;
  if (isClear(after)) counts.cleared.after += 1;
  if (change !== undefined) counts.changes[change] += 1;
}
