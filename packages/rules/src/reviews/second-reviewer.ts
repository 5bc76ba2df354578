import type { RequirementEventKind, ReviewDecision } from "@touchline/contract";

/** Tells whether a decision takes effect or is only proposed, where a disqualification may need two reviewers. */
export type Weight =
  /** It is decided. */
  | "decide"
  /** It waits for a second reviewer. */
  | "propose"
  /** Whoever decides has proposed it: somebody else confirms. */
  | "ownProposal"
  /** A disqualification is proposed: it is confirmed or declined before anything else is decided. */
  | "proposed";

/** What the history tells of proposals and of a record that the state sent. Only reviewers read it. */
export const actsBetweenReviewers: readonly RequirementEventKind[] = [
  "disqualifyProposed",
  "disqualifyDeclined",
  "liveScanRecord",
  "liveScanNoticeSent",
  "liveScanNoticeNotNeeded",
];

/** What the history tells of adverse actions. The person reads it, a guardian, and whoever can review the background check. */
export const actsWithThePerson: readonly RequirementEventKind[] = [
  "adverseStarted",
  "adverseStatement",
  "adverseDisputed",
  "adverseDisputeClosed",
  "adverseDisputedLate",
  "adversePeriodEnded",
  "adverseFinal",
  "adverseCleared",
  "adverseStopped",
];

/**
 * The attempt stays what it is, pending review, while a proposal waits; so the machine of attempts knows nothing of it.
 *
 * @param on.proposedBy who has proposed to disqualify; null: nobody. @param on.by null: a part of the system.
 */
export function weightOf(
  decision: Exclude<ReviewDecision, "Pending">,
  on: { secondReviewer: boolean; proposedBy: string | null; by: string | null },
): Weight {
  const { secondReviewer, proposedBy, by } = on;
  if (proposedBy === null) {
    return decision === "RejectedDisqualified" && secondReviewer && by !== null ? "propose" : "decide";
  }
  if (decision !== "RejectedDisqualified") return "proposed";
  return proposedBy === by ? "ownProposal" : "decide";
}
