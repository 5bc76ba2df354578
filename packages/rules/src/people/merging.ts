/**
 * Decides what counts after two profiles of one person are merged. Rejected wins, otherwise the completion that is valid
 * longest. All attempts are kept, and of two open ones one continues.
 */

import type { ReviewSource } from "@touchline/contract";
import type { MergeRefusal } from "@touchline/contract/reporting/duplicates";
import type { Instant } from "../calendar.ts";
import type { OpenAttemptState } from "../compliance/attempt.ts";
import type { Completion } from "../compliance/validity.ts";

/** An open attempt. */
export type OpenAttempt = { state: OpenAttemptState; source: ReviewSource | null; createdAt: Instant };

/** Providers' findings are never lost, and a running order costs money and time, but a draft costs nothing. */
const weight: Record<OpenAttemptState, number> = {
  draft: 0,
  waitingApplicant: 1,
  pendingReview: 2,
  waitingProvider: 3,
};
/** Reviews from these sources are about a provider's finding, and only a reviewer ends them. */
export const findings: readonly (ReviewSource | null)[] = ["FlaggedBackgroundCheck", "SexOffenderSearch"];
const weightOf = ({ state, source }: OpenAttempt) =>
  state === "pendingReview" && findings.includes(source) ? 4 : weight[state];

/** Returns which of two open attempts continues: the weightier one, or of equal ones the older. */
export function survivingAttempt<One extends OpenAttempt>(one: One, other: One): One {
  const difference = weightOf(one) - weightOf(other);
  if (difference !== 0) return difference > 0 ? one : other;
  return one.createdAt <= other.createdAt ? one : other;
}

/** Returns which of two completions counts afterwards: the one that is valid longer, or of equal ones the later. */
export function survivingCompletion<One extends Completion>(one: One | null, other: One | null): One | null {
  if (one === null || other === null) return one ?? other;
  const end = (completion: One) => completion.expiresAt ?? Number.POSITIVE_INFINITY;
  if (end(one) !== end(other)) return end(one) > end(other) ? one : other;
  return one.completedAt >= other.completedAt ? one : other;
}

export type MergedEntry = {
  profileId: string;
  appUserId: string | null;
  merged: boolean;
  /** The profile's guardians, and the children it is guardian of. */
  guardians: readonly string[];
  children: readonly string[];
  minor: boolean;
};

/** Returns why two profiles can't be merged now; null if they can. `keep` stays, and `merge` becomes part of it. */
export function mergeRefusal(
  keep: MergedEntry,
  merge: MergedEntry,
  actorProfileId: string | null,
): MergeRefusal | null {
  if (keep.profileId === merge.profileId) return "sameEntry";
  if ([keep, merge].some((one) => one.profileId === actorProfileId)) return "ownEntry";
  if (keep.merged || merge.merged) return "alreadyMerged";
  if (keep.appUserId !== null && merge.appUserId !== null && keep.appUserId !== merge.appUserId) return "twoLogins";
  if (keep.appUserId === null && merge.appUserId !== null) return "keepTheLogin";
  const guards = (one: MergedEntry, other: MergedEntry) => one.children.includes(other.profileId);
  if (guards(keep, merge) || guards(merge, keep)) return "guardsTheOther";
  if (new Set([...keep.guardians, ...merge.guardians]).size > 2) return "tooManyGuardians";
  const children = new Set([...keep.children, ...merge.children]);
  if (children.size > 0 && keep.minor) return "childGuards";
  return null;
}
