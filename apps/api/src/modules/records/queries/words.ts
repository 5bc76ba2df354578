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
import { auditSentence, completionWayText, dayOf, lastDayBefore } from "@touchline/rules";

/** The codes of a record in words: whoever reads the data years later has no product beside it to ask. */

export const overallRuleWords: Record<OverallRuleName, string> = {
  rejected: "Something was rejected for good.",
  notConfirmed: "The email address is not confirmed.",
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
  carriedOver: "was carried over by import",
  markedComplete: "was marked complete without a submission",
  markedIncomplete: "was marked incomplete",
  dateEdited: "the completed date was corrected",
  validUntilEdited: "the last valid day was corrected",
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

const profileEventWords: Record<string, string> = {
  name: "changed the name",
  dateOfBirth: "changed the date of birth",
  contact: "changed the contact details",
  emergencyContacts: "changed the emergency contacts",
  citizenship: "changed the citizenship",
  ussfId: "changed the U.S. Soccer ID",
  photo: "changed the photo",
  conditions: "changed the answers to the organization's questions",
};

/** What a line of the history is, in words. `whom`: the person's name, for acts of the audit log. */
export function eventWords(source: string, kind: string, whom: string): string {
  switch (source) {
    case "requirement_event":
      return requirementEventWords[kind as RequirementEventKind] ?? "changed";
    case "member_event":
      return memberEventWords[kind] ?? "changed";
    case "profile_event":
      return profileEventWords[kind] ?? "changed the details";
    default:
      return auditSentence(kind, { whom });
  }
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

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
/** A calendar day, `YYYY-MM-DD`, as it is written on screen: "Jul 31, 2027". */
export const dayWords = (day: string) => dayFormat.format(new Date(day));
/** The day in the organization's zone on which an instant falls, in words; null for none. */
export const onDay = (at: string | null, zone: string) => at && dayWords(dayOf(Date.parse(at), zone));
/** The last day that an end (the first instant that no longer counts) still lets count, in words; null for none. */
export const throughDay = (end: string | null, zone: string) => end && dayWords(lastDayBefore(Date.parse(end), zone));

/** The tree of reasons with words beside each code and the last day beside each end; nothing is taken out of it. */
export function inWords(standing: Standing, zone: string) {
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
      dueAtWords: throughDay(one.dueAt, zone),
      rules: one.rules.map((rung) => ({
        ...rung,
        atWords: throughDay(rung.at, zone),
        ruleWords: statusRuleWords[rung.rule],
        statusWords: requirementStatusLabels[rung.status],
      })),
      next: nextInWords(one.next),
      counts: one.counts && {
        ...one.counts,
        decisionWords: one.counts.decision && decisionWords[one.counts.decision],
        wayWords: completionWayText(one.counts),
        completedAtWords: onDay(one.counts.completedAt, zone),
        expiresAtWords: throughDay(one.counts.expiresAt, zone),
      },
      open: one.open && { ...one.open, stateWords: attemptWords[one.open.state] },
      acts: one.acts.map((act) => ({ ...act, kindWords: eventWords("requirement_event", act.kind, "") })),
      owedBy: one.owedBy.map((by) => ({
        ...by,
        payerWords: payerWords[by.payer],
        due: { ...by.due, typeWords: dueWords[by.due.type] },
      })),
    })),
  };
}

/** Said of a decision by whoever uploaded what was decided. */
export const samePersonWords = "Uploaded and decided by the same person";
