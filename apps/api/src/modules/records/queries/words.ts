import {
  type AttemptState,
  overallStatusLabels,
  type Payer,
  type RequirementEventKind,
  type RequirementStatus,
  type ResponseOf,
  type ReviewDecision,
  requirementStatusLabels,
  requirementTypeLabels,
} from "@touchline/contract";
import type { getWhy, OverallRuleName, StatusRuleName } from "@touchline/contract/why";

/** The codes of a record in words: whoever reads the data years later has no product beside it to ask. */

export const overallRuleWords: Record<OverallRuleName, string> = {
  rejected: "Something was rejected for good.",
  notConfirmed: "The e-mail address is not confirmed.",
  notActivated: "The invitation was not accepted.",
  nothingDemanded: "Nothing is asked here.",
  mandatoryOpen: "Something mandatory is not done.",
  optionalOpen: "Something optional is not done.",
  allDone: "Everything that is asked is done.",
};

const statusRuleWords: Record<StatusRuleName, string> = {
  disqualified: "rejected for good",
  validNotLong: "completed, and valid for less than 30 days",
  valid: "completed, and valid",
  waiting: "a submission is under way",
  expired: "its completion has expired",
  overdue: "its due date has passed",
  open: "not done",
};

export const attemptWords: Record<AttemptState, string> = {
  draft: "begun, not sent in",
  waitingApplicant: "waits for the member",
  waitingProvider: "with the provider",
  pendingReview: "awaits review",
  approved: "approved",
  reset: "sent back",
  disqualified: "rejected for good",
  canceled: "canceled",
  withdrawn: "withdrawn",
};

export const decisionWords: Record<ReviewDecision, string> = {
  Pending: "awaits review",
  Approved: "approved",
  RejectedReset: "sent back, to be done anew",
  RejectedDisqualified: "rejected for good",
};

const requirementEventWords: Record<RequirementEventKind, string> = {
  demanded: "was asked for",
  dropped: "was asked for no longer",
  attempt: "a submission went on",
  status: "the status changed",
  markedComplete: "was marked complete without a submission",
  markedIncomplete: "was marked incomplete",
  dateEdited: "the completed date was corrected",
  reinstated: "was reinstated after a rejection",
  extended: "was extended by decree",
  extensionEnded: "the decree was taken back",
  redoAsked: "is to be done again by a day, by a later version",
  disqualifyProposed: "a rejection for good was proposed",
  disqualifyDeclined: "the proposal of a rejection was declined",
};
const memberEventWords: Record<string, string> = {
  joined: "joined",
  left: "left",
  relabelled: "got another role",
  moved: "moved to another level",
  status: "the overall status changed",
};

/** What a line of the history is, in words; null where its kind says it: acts of the audit log, changes of details. */
export function eventWords(source: string, kind: string): string | null {
  if (source === "requirement_event") return requirementEventWords[kind as RequirementEventKind] ?? null;
  return source === "member_event" ? (memberEventWords[kind] ?? null) : null;
}

const dueWords = {
  None: "never",
  Fixed: "by a date",
  AfterJoining: "some days after joining",
  Season: "by the season",
};
const payerWords: Record<Payer, string> = { Organization: "the organization", Individual: "the member" };

type Standing = ResponseOf<typeof getWhy>;
const nextInWords = <Next extends { status: RequirementStatus } | null>(next: Next) =>
  next && { ...next, statusWords: requirementStatusLabels[next.status] };

/** The tree of reasons with the words beside each code; nothing is taken out of it. */
export function inWords(standing: Standing) {
  return {
    ...standing,
    overallStatusWords: overallStatusLabels[standing.overallStatus],
    rules: standing.rules.map((rung) => ({
      ...rung,
      ruleWords: overallRuleWords[rung.rule],
      statusWords: overallStatusLabels[rung.status],
    })),
    next: standing.next && { ...standing.next, statusWords: overallStatusLabels[standing.next.status] },
    requirements: standing.requirements.map((one) => ({
      ...one,
      typeWords: requirementTypeLabels[one.type],
      statusWords: requirementStatusLabels[one.status],
      rules: one.rules.map((rung) => ({
        ...rung,
        ruleWords: statusRuleWords[rung.rule],
        statusWords: requirementStatusLabels[rung.status],
      })),
      next: nextInWords(one.next),
      counts: one.counts && {
        ...one.counts,
        decisionWords: one.counts.decision && decisionWords[one.counts.decision],
      },
      open: one.open && { ...one.open, stateWords: attemptWords[one.open.state] },
      acts: one.acts.map((act) => ({ ...act, kindWords: eventWords("requirement_event", act.kind) })),
      owedBy: one.owedBy.map((by) => ({
        ...by,
        payerWords: payerWords[by.payer],
        due: { ...by.due, typeWords: dueWords[by.due.type] },
      })),
    })),
  };
}
