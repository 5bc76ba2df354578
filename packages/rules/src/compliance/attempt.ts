/**
 * The state machine of attempts at a requirement. At most one attempt of a requirement is open; the others are history and are
 * never overwritten: a renewal, or a finding that revises a finished result, is a new attempt.
 */
import type { AttemptState, RequirementType, ReviewDecision, ReviewSource } from "@touchline/contract";

/** Why an attempt ends without a decision. */
export type WithdrawalReason = "byMember" | "fileDeleted" | "superseded" | "demandDropped" | "cameOfAge";

/** A report from a provider, or from an automatic check. If it changes nothing it is recorded, never refused. */
export type ProviderEvent =
  | { kind: "providerAskedApplicant" | "applicantFinished" | "providerCanceled" | "providerExpired" }
  | { kind: "providerClear" | "machineMatch" | "externalReviewPassed" }
  /** The document couldn't be read automatically, or doesn't match the profile: a person decides. */
  | { kind: "machineUndecided" }
  /**
   * `sameFinding`: this finding of this order was already reviewed, and the provider wasn't asked since, so it is a repetition.
   */
  | { kind: "providerFlagged" | "finalAdverse" | "externalReviewFailed"; type: RequirementType; sameFinding?: boolean };

/** An act of a person in the organization, or of the product on their behalf. Refused when the state doesn't allow it. */
export type OwnEvent =
  | { kind: "begin" | "sentToApplicant" | "searchStarted" | "completedWithoutUpload" }
  | { kind: "submitted"; reviewWanted: boolean; type: RequirementType }
  /**
   * `orderRunning`: a provider is already working on it, and a dropped demand doesn't stop it. `findingOpen`: the open review
   * is about a provider's finding, and only a reviewer ends that.
   */
  | { kind: "withdrawn"; reason: WithdrawalReason; orderRunning?: boolean; findingOpen?: boolean }
  | { kind: "reviewed"; decision: Exclude<ReviewDecision, "Pending"> };

export type AttemptEvent = ProviderEvent | OwnEvent;

export type AttemptOutcome =
  | {
      to: AttemptState;
      /** Set whenever a review is opened, or its reason changes. */
      source?: ReviewSource;
      /** The decision that the reviewer is offered first; a person still confirms it. */
      preDecided?: Exclude<ReviewDecision, "Pending">;
      /** A new attempt in state `to`; `from`, if there is one, is history. */
      newAttempt?: true;
      /** `from` itself is open and is withdrawn as superseded; its order, if any, continues. */
      supersedes?: true;
    }
  /** A Conflict (409) that names the state; nothing changes. */
  | { refused: "conflict"; state: AttemptState | "none" }
  /** Written to the history and answered 2xx; the state stays. */
  | { recordedOnly: true };

export type OpenAttemptState = Extract<
  AttemptState,
  "draft" | "waitingApplicant" | "waitingProvider" | "pendingReview"
>;

/** Which attempts are still in progress, and so prevent another. */
export const attemptIsOpen = {
  draft: true,
  waitingApplicant: true,
  waitingProvider: true,
  pendingReview: true,
  approved: false,
  reset: false,
  disqualified: false,
  canceled: false,
  withdrawn: false,
} as const satisfies Record<AttemptState, boolean>;

/** Narrows to the states of which a requirement has at most one attempt. */
export function isOpen(state: AttemptState): state is OpenAttemptState {
  return attemptIsOpen[state];
}

/** Whether the note of a decision is mailed to the member. A disqualification's note is only for reviewers. */
export const noteIsMailed = {
  Approved: false,
  RejectedReset: true,
  RejectedDisqualified: false,
} as const satisfies Record<Exclude<ReviewDecision, "Pending">, boolean>;

/** The source of a review that a finding of a provider opens. */
const flagSource: Record<RequirementType, ReviewSource> = {
  0: "ManualUpload",
  1: "ManualUpload",
  2: "ManualUpload",
  3: "FlaggedBackgroundCheck",
  4: "ManualUpload",
  5: "ManualUpload",
  6: "SexOffenderSearch",
  7: "ManualUpload",
  8: "ManualUpload",
  9: "ManualUpload",
  10: "LiveScan",
  11: "ManualUpload",
};

/** The source of a review that an upload opens: LiveScan for type 10, else ManualUpload. */
const uploadSource: Record<RequirementType, ReviewSource> = {
  0: "ManualUpload",
  1: "ManualUpload",
  2: "ManualUpload",
  3: "ManualUpload",
  4: "ManualUpload",
  5: "ManualUpload",
  6: "ManualUpload",
  7: "ManualUpload",
  8: "ManualUpload",
  9: "ManualUpload",
  10: "LiveScan",
  11: "ManualUpload",
};

/** Whether a member's upload is reviewed: always, as the content says, or there is nothing to upload. */
const uploadReview: Record<RequirementType, "always" | "asContentSays" | "nothingToUpload"> = {
  0: "asContentSays",
  1: "asContentSays",
  2: "nothingToUpload",
  3: "always",
  4: "nothingToUpload",
  5: "always",
  6: "nothingToUpload",
  7: "always",
  8: "always",
  9: "always",
  10: "always",
  11: "nothingToUpload",
};

/** Returns whether a person must review an upload for this type. False for a type without uploads. */
export function uploadWantsReview(type: RequirementType, contentWantsReview: boolean): boolean {
  const rule = uploadReview[type];
  return rule === "always" || (rule === "asContentSays" && contentWantsReview);
}

/** The column of each state. `finished` (5) is history: an event that may open an attempt then opens a new one. */
const columnOf = {
  none: 0,
  draft: 1,
  waitingApplicant: 2,
  waitingProvider: 3,
  pendingReview: 4,
  approved: 5,
  reset: 5,
  canceled: 5,
  withdrawn: 5,
  disqualified: 6,
} as const satisfies Record<AttemptState | "none", number>;

/** The next state, or: `no` a Conflict, `log` recorded only. */
type Cell = AttemptState | "no" | "log";
type Row = readonly [
  none: Cell,
  draft: Cell,
  waitingApplicant: Cell,
  waitingProvider: Cell,
  pendingReview: Cell,
  finished: Cell,
  disqualified: Cell,
];
type RowName =
  | Exclude<AttemptEvent["kind"], "submitted" | "reviewed" | "withdrawn">
  | "submittedForReview"
  | "submittedFinal"
  | `reviewed${Exclude<ReviewDecision, "Pending">}`
  | "withdrawn"
  | "findingWithdrawn"
  | "continues";

/** The effect of a withdrawal while the open review is about a finding: only a reviewer's own act ends such a review. */
const withdrawalOfFinding = {
  byMember: "findingWithdrawn",
  fileDeleted: "findingWithdrawn",
  superseded: "withdrawn",
  demandDropped: "continues",
  cameOfAge: "continues",
} as const satisfies Record<WithdrawalReason, RowName>;

// A finding must never be lost: it opens a review in any state, and becomes the source of an open one.
const finding = "pendingReview";
const flagged: Row = [finding, finding, finding, finding, finding, finding, "log"];

const table: Record<RowName, Row> = {
  // from:                   none, draft, waitingApplicant, waitingProvider, pendingReview, finished, disqualified
  begin: ["draft", "no", "no", "no", "no", "draft", "no"],
  sentToApplicant: ["waitingApplicant", "waitingApplicant", "no", "waitingApplicant", "no", "waitingApplicant", "no"],
  searchStarted: ["waitingProvider", "waitingProvider", "waitingProvider", "no", "no", "waitingProvider", "no"],
  submittedForReview: ["pendingReview", "pendingReview", "pendingReview", "no", "no", "pendingReview", "no"],
  submittedFinal: ["approved", "approved", "approved", "approved", "no", "approved", "no"],
  withdrawn: ["no", "withdrawn", "withdrawn", "withdrawn", "withdrawn", "no", "no"],
  findingWithdrawn: ["no", "no", "no", "no", "no", "no", "no"],
  continues: ["no", "log", "log", "log", "log", "log", "log"],
  reviewedApproved: ["no", "no", "no", "no", "approved", "no", "no"],
  reviewedRejectedReset: ["no", "no", "no", "no", "reset", "no", "no"],
  reviewedRejectedDisqualified: ["no", "no", "no", "no", "disqualified", "no", "no"],
  completedWithoutUpload: ["approved", "approved", "approved", "approved", "approved", "approved", "no"],
  providerAskedApplicant: ["log", "waitingApplicant", "log", "waitingApplicant", "log", "log", "log"],
  applicantFinished: ["waitingProvider", "waitingProvider", "waitingProvider", "log", "log", "log", "log"],
  providerClear: ["approved", "approved", "approved", "approved", "log", "log", "log"],
  machineMatch: ["approved", "approved", "approved", "approved", "log", "log", "log"],
  machineUndecided: ["log", "log", "pendingReview", "pendingReview", "log", "log", "log"],
  providerCanceled: ["log", "log", "canceled", "canceled", "log", "log", "log"],
  providerExpired: ["log", "log", "canceled", "canceled", "log", "log", "log"],
  providerFlagged: flagged,
  finalAdverse: flagged,
  externalReviewFailed: flagged,
  externalReviewPassed: ["log", "log", "log", "log", "approved", "log", "log"],
};

function rowOf(event: AttemptEvent): RowName {
  switch (event.kind) {
    case "submitted":
      return event.reviewWanted ? "submittedForReview" : "submittedFinal";
    case "reviewed":
      return `reviewed${event.decision}`;
    case "withdrawn":
      if (event.findingOpen) return withdrawalOfFinding[event.reason];
      return event.reason === "demandDropped" && event.orderRunning ? "continues" : "withdrawn";
    default:
      return event.kind;
  }
}

/** Returns the review's source and, after an adverse result, the proposed decision. */
function reviewOf(event: AttemptEvent): { source?: ReviewSource; preDecided?: "RejectedDisqualified" } {
  switch (event.kind) {
    case "submitted":
      return { source: uploadSource[event.type] };
    case "machineUndecided":
      return { source: "ManualUpload" };
    case "providerFlagged":
      return { source: flagSource[event.type] };
    case "finalAdverse":
    case "externalReviewFailed":
      return { source: flagSource[event.type], preDecided: "RejectedDisqualified" };
    default:
      return {};
  }
}

/**
 * Returns the effect of an event on an attempt. `from` is the state of the attempt that the event is about: the open one;
 * without an open one, for a provider's event the one with the order; `disqualified` while the requirement is; else null (also
 * for a reinstated requirement). A provider's event about an order of a finished attempt, other than a finding, is applied to
 * that attempt even while another is open.
 */
export function nextAttemptState(from: AttemptState | null, event: AttemptEvent): AttemptOutcome {
  const state = from ?? "none";
  const open = from !== null && isOpen(from);
  const cell = table[rowOf(event)][columnOf[state]];
  if (cell === "no") return { refused: "conflict", state };
  if (cell === "log" || ("sameFinding" in event && event.sameFinding)) return { recordedOnly: true };
  const supersedes = event.kind === "completedWithoutUpload" && open;
  return {
    to: cell,
    ...(cell === "pendingReview" ? reviewOf(event) : {}),
    ...(!open || supersedes ? { newAttempt: true as const } : {}),
    ...(supersedes ? { supersedes: true as const } : {}),
  };
}
