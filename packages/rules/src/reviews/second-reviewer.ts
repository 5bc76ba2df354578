import type { RequirementEventKind, ReviewDecision } from "@touchline/contract";

/** The effect of a decision. A disqualification may need two reviewers, and is then only proposed by the first. */
export type DecisionEffect =
  /** The decision takes effect. */
  | "decide"
  /** It waits for a second reviewer. */
  | "propose"
  /** This reviewer has proposed it, and another one must confirm. */
  | "ownProposal"
  /** A disqualification is proposed, and must be confirmed or declined before any other decision. */
  | "proposed";

/** The history's sentences about proposals and a record that the state sent. Only reviewers read them. */
export const actsBetweenReviewers: readonly RequirementEventKind[] = [
  "disqualifyProposed",
  "disqualifyDeclined",
  "liveScanRecord",
  "liveScanNoticeSent",
  "liveScanNoticeNotNeeded",
];

/**
 * The history's sentences about adverse actions. The person, a guardian, and reviewers of the background check read
 * them.
 */
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
 * Returns whether a decision takes effect, is proposed, or is refused. While a proposal waits, the attempt stays pending
 * review, so the state machine of attempts doesn't know about it.
 *
 * @param on.proposedBy who proposed the disqualification; null if there is no proposal.
 * @param on.by who decides; null for the system.
 */
export function effectOfDecision(
  decision: Exclude<ReviewDecision, "Pending">,
  on: { secondReviewer: boolean; proposedBy: string | null; by: string | null },
): DecisionEffect {
  const { secondReviewer, proposedBy, by } = on;
  if (proposedBy === null) {
    return decision === "RejectedDisqualified" && secondReviewer && by !== null ? "propose" : "decide";
  }
  if (decision !== "RejectedDisqualified") return "proposed";
  return proposedBy === by ? "ownProposal" : "decide";
}
