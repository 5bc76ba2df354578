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
import type { getWhy, OverallRuleName, StatusRuleName } from "@touchline/contract/compliance/why";
import { auditSentence, completionWayText, dayOf, lastDayBefore } from "@touchline/rules";

/** Puts the codes of a record into words, for people who read the data years later without the product. */

export const overallRuleWords: Record<OverallRuleName, string> = {
  rejected: "A requirement was permanently rejected.",
  notConfirmed: "The email address isn't confirmed.",
  notActivated: "The invitation wasn't accepted.",
  nothingDemanded: "No requirements are assigned here.",
  mandatoryOpen: "A required item isn't complete.",
  optionalOpen: "An optional item isn't complete.",
  allDone: "All requirements are complete.",
};

const statusRuleWords: Record<StatusRuleName, string> = {
  disqualified: "Permanently rejected",
  validNotLong: "Expires soon, valid",
  valid: "Completed, valid",
  waiting: "Submitted or in progress",
  expired: "Expired",
  overdue: "Overdue",
  open: "Not completed",
};

export const attemptWords: Record<AttemptState, string> = {
  draft: "Draft",
  waitingApplicant: "Waiting for the member",
  waitingProvider: "Waiting for the provider",
  pendingReview: "Pending review",
  approved: "Approved",
  reset: "Changes requested",
  disqualified: "Permanently rejected",
  canceled: "Canceled",
  withdrawn: "Withdrawn",
};

export const decisionWords: Record<ReviewDecision, string> = {
  Pending: "Pending review",
  Approved: "Approved",
  RejectedReset: "Changes requested",
  RejectedDisqualified: "Permanently rejected",
};

const requirementEventWords: Record<RequirementEventKind, string> = {
  demanded: "Assigned",
  dropped: "No longer assigned",
  attempt: "Submission updated",
  status: "Status changed",
  carriedOver: "Imported as complete",
  markedComplete: "Marked complete without a submission",
  markedIncomplete: "Marked incomplete",
  dateEdited: "Completion date corrected",
  validUntilEdited: "Expiration date corrected",
  reinstated: "Reinstated after a rejection",
  extended: "Validity extended",
  extensionEnded: "Extension canceled",
  redoAsked: "Must be completed again because of a new version",
  disqualifyProposed: "Permanent rejection proposed",
  disqualifyDeclined: "Proposed rejection declined",
  liveScanFormMade: "Live Scan request form created",
  liveScanSent: "Live Scan ATI number and proof submitted",
  liveScanCleared: "State's answer recorded: cleared, no record",
  liveScanDelayed: "State's answer recorded: delayed, no result yet",
  liveScanRecord: "State's answer recorded: record received, to be reviewed",
  liveScanRetake: "State's answer recorded: fingerprints rejected, to be taken again",
  liveScanNoticeSent: "No Longer Interested notification recorded as sent",
  liveScanNoticeNotNeeded: "No Longer Interested notification recorded as not needed",
  adverseStarted: "Pre-adverse notice sent, with the report and the summary of rights",
  adverseStatement: "Statement added before a decision",
  adverseDisputed: "Report disputed, waiting period stopped",
  adverseDisputeClosed: "Dispute closed, waiting period continues",
  adverseDisputedLate: "Report disputed after the final notice",
  adversePeriodEnded: "Waiting period before an adverse decision ended",
  adverseFinal: "Final notice of an adverse decision sent",
  adverseCleared: "Approved after a pre-adverse notice",
  adverseStopped: "Adverse action ended without a decision",
  jdpResultImported: "Result imported from JDP file",
  jdpResultRecorded: "JDP result recorded",
  ncsiResultImported: "Result imported from NCSI file",
  ncsiResultRecorded: "NCSI result recorded",
  externalResultUndone: "Imported result undone; it is awaited again",
};
const memberEventWords: Record<string, string> = {
  joined: "Joined",
  left: "Left",
  relabelled: "Role changed",
  moved: "Moved to another level",
  status: "Overall status changed",
};

const profileEventWords: Record<string, string> = {
  name: "Name changed",
  dateOfBirth: "Date of birth changed",
  contact: "Contact details changed",
  emergencyContacts: "Emergency contacts changed",
  citizenship: "Citizenship changed",
  ussfId: "U.S. Soccer ID changed",
  photo: "Photo changed",
  conditions: "Answers to the organization's questions changed",
};

/** Describes an entry of the history. `whom` is the person's name, for entries of the audit log. */
export function eventWords(source: string, kind: string, whom: string): string {
  switch (source) {
    case "requirement_event":
      return requirementEventWords[kind as RequirementEventKind] ?? "Changed";
    case "member_event":
      return memberEventWords[kind] ?? "Changed";
    case "profile_event":
      return profileEventWords[kind] ?? "Details changed";
    default:
      return auditSentence(kind, { whom });
  }
}

const dueWords = {
  None: "no due date",
  Fixed: "on a fixed date",
  AfterJoining: "some days after joining",
  Season: "by the season",
};
const payerWords: Record<Payer, string> = { Organization: "the organization", Individual: "the member" };

type Standing = ResponseOf<typeof getWhy>;
const nextInWords = <Next extends { status: RequirementStatus } | null>(next: Next) =>
  next && { ...next, statusWords: requirementStatusLabels[next.status] };

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
/** Formats a calendar day, `YYYY-MM-DD`, as on screen: "Jul 31, 2027". */
export const dayWords = (day: string) => dayFormat.format(new Date(day));
/** Formats the day of an instant in the organization's time zone; null for none. */
export const onDay = (at: string | null, zone: string) => at && dayWords(dayOf(Date.parse(at), zone));
/** Formats the last valid day before an end (the first instant that is no longer valid); null for none. */
export const throughDay = (end: string | null, zone: string) => end && dayWords(lastDayBefore(Date.parse(end), zone));

/** Adds words next to each code and the last day next to each end in the tree of reasons; nothing is removed. */
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

/** Marks a review by the person who uploaded what was reviewed. */
export const samePersonWords = "Uploaded and reviewed by the same person";
