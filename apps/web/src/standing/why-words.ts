import {
  type AttemptState,
  overallStatusLabels,
  type RequirementStatus,
  type ResponseOf,
  requirementStatusLabels,
} from "@touchline/contract";
import type { getWhy, OverallRuleName, StatusRuleName } from "@touchline/contract/compliance/why";
import { completionWayText } from "@touchline/rules/setup/completion-way";
import { dayOfInstant, dayText, lastDayText } from "../dates.ts";
import { words } from "./words.ts";

/** Why a membership stands as it does, as the server tells it. */
export type WhyTreeData = ResponseOf<typeof getWhy>;
export type WhyRequirement = WhyTreeData["requirements"][number];
type OwedBy = WhyRequirement["owedBy"][number];
type Exemption = WhyTreeData["exemptions"][number];

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** What each rule of the whole says where it holds, and where it does not. */
export const overallRuleWords: Record<OverallRuleName, [holds: string, not: string]> = {
  rejected: [words.somethingWasRejectedForGood, words.nothingWasRejectedForGood],
  notConfirmed: [words.theEmailAddressIsNot, words.theEmailAddressIsConfirmed],
  notActivated: [words.theInvitationWasNotAccepted, words.theInvitationWasAccepted],
  nothingDemanded: [words.nothingIsAskedHere2, words.somethingIsAskedHere],
  mandatoryOpen: [words.somethingMandatoryIsNotDone, words.everythingMandatoryIsDone],
  optionalOpen: [words.somethingOptionalIsNotDone, words.everythingOptionalIsDone],
  allDone: [words.allRequirementsAreDone, words.notEverythingIsDone],
};

const openWords: Partial<Record<AttemptState, string>> = {
  draft: words.itWasBegunAndNot,
  waitingApplicant: words.itWaitsToBeFinished,
  waitingProvider: words.itIsWithTheProvider,
  pendingReview: words.aSubmissionWaitsForReview,
};

/** What decided a requirement's status, as a sentence. */
export function statusRuleText(one: WhyRequirement, zone: string): string {
  const rule = one.rules.find((rung) => rung.decides);
  const { open, barred, dueAt } = one;
  const due = dueAt === null ? "" : words.itIsDueBy({ lastDay: lastDayText(dueAt, zone) });
  switch (rule?.rule) {
    case "disqualified": {
      const when = barred?.decidedAt ? words.on2({ dayOfInstant: dayOfInstant(barred.decidedAt, zone) }) : "";
      return `Rejected for good${when}${barred?.reviewerName ? words.by({ reviewerName: barred.reviewerName }) : ""}.`;
    }
    case "validNotLong":
      return `Completed, and valid through ${rule.at ? lastDayText(rule.at, zone) : words.theLastOfItsDays}: less than 30 days.`;
    case "valid":
      return rule.at === null
        ? words.completedAndValidForEver
        : words.completedAndValidThrough({ lastDay: lastDayText(rule.at, zone) });
    case "waiting":
      return `${openWords[open?.state ?? "pendingReview"]}${open?.since ? words.since2({ dayOfInstant: dayOfInstant(open.since, zone) }) : ""}.${due}`;
    case "expired":
      return `Expired: it was valid through ${rule.at ? lastDayText(rule.at, zone) : words.anEarlierDay}.`;
    case "overdue":
      return `Overdue: it is mandatory, and was due by ${rule.at ? lastDayText(rule.at, zone) : words.anEarlierDay}.`;
    default: {
      const begun = open?.state === "draft" ? words.itWasBegunAndNotSent : words.itWasNotDone;
      return `${begun}${due}`;
    }
  }
}

const ruledOut: Record<StatusRuleName, string> = {
  disqualified: words.noReviewRejectedItFor,
  validNotLong: words.itHasNoCompletionThat,
  valid: words.itHasNoCompletionThatIs,
  waiting: words.noSubmissionIsUnderWay,
  expired: words.itHasNoCompletionThatHas,
  overdue: words.noDueDateHasPassed,
  open: "",
};

/** The rules above the one that decided: each was asked first, and did not hold. */
export function rulesCheckedBefore(rules: readonly { rule: StatusRuleName; decides: boolean }[]): string[] {
  const at = rules.findIndex((one) => one.decides);
  return rules.slice(0, at).map((one) => ruledOut[one.rule]);
}

export function overallRulesCheckedBefore(rules: WhyTreeData["rules"]): string[] {
  const at = rules.findIndex((one) => one.decides);
  return rules.slice(0, at).map((one) => overallRuleWords[one.rule][1]);
}

/** The completion that counts: "Completed on May 3, 2026, valid through May 2, 2027. Approved after review by Dana Reyes on May 4, 2026." */
export function countsText(counts: NonNullable<WhyRequirement["counts"]>, zone: string): string {
  const until =
    counts.expiresAt === null
      ? words.validForEver
      : words.validThrough({ lastDay: lastDayText(counts.expiresAt, zone) });
  const decree =
    counts.extendedUntil === null ? "" : words.extendedByDecreeThrough({ day: dayText(counts.extendedUntil) });
  const on = counts.decidedAt === null ? "" : words.on2({ dayOfInstant: dayOfInstant(counts.decidedAt, zone) });
  return words.completedOn({
    dayOfInstant: dayOfInstant(counts.completedAt, zone),
    until,
    decree,
    completionWay: completionWayText(counts),
    on,
  });
}

const dueWords = ({ due, dueAt }: OwedBy, zone: string): string => {
  const by = dueAt === null ? "" : `: ${lastDayText(dueAt, zone)}`;
  switch (due.type) {
    case "None":
      return words.noDueDate;
    case "Fixed":
      return due.date === null ? words.dueOnAFixedDay : words.dueOn({ day: dayText(due.date) });
    case "AfterJoining":
      return words.dueDaysAfterJoining({ value: due.days ?? 0, by });
    case "Season":
      return words.dueByTheSeasonOr({ value: due.days ?? 0, by });
  }
};

const ageWords = ({ age }: OwedBy): string[] => {
  if (age === null) return [];
  const years =
    age.from !== null && age.to !== null
      ? words.fromTo({ from: age.from, to: age.to })
      : age.from !== null
        ? words.from({ from: age.from })
        : `up to ${age.to}`;
  return [`of ages ${years}${age.by === "Season" ? words.byTheSeasonsEnd : ""}`];
};

const answerWords = ({ answers, byAnswers }: OwedBy): string[] => {
  if (!byAnswers) return [];
  if (answers === null) return [words.asAnsweredToTheOrganizations];
  const said = answers.given.map((one) => `“${one.question}” ${one.answer ? "yes" : "no"}`);
  return [`answered ${answers.match === "All" ? list.format(said) : said.join(" or ")}`];
};

/** By which assignment it is owed: "Assigned at State and below to Head Coach, mandatory, by Dana Reyes on 1 Feb 2026; …" */
export function owedByText(one: OwedBy, zone: string): string {
  const to = [list.format(one.labelNames), ...ageWords(one), ...answerWords(one)].join(", ");
  const where = `${one.levelName}${one.includeBelow ? words.andBelow : ""}`;
  const who = one.assignedBy === null ? "" : words.by2({ assignedBy: one.assignedBy });
  const since =
    one.askedSince === null ? "" : words.askedHereSince({ dayOfInstant: dayOfInstant(one.askedSince, zone) });
  const ended =
    one.endedAt === null ? "" : words.thatAssignmentEndedOn({ dayOfInstant: dayOfInstant(one.endedAt, zone) });
  return `${one.mandatory ? words.mandatory : words.optional}: assigned at ${where} to ${to}${who} on ${dayOfInstant(one.assignedAt, zone)}; ${dueWords(one, zone)}.${since}${ended}`;
}

const actWords: Record<string, string> = {
  carriedOver: words.carriedOverByImport,
  markedComplete: words.markedComplete,
  markedIncomplete: words.markedIncompleteWhatWasCompleted,
  dateEdited: words.completedDateCorrected,
  validUntilEdited: words.lastValidDayCorrected,
  reinstated: words.reinstatedAfterARejection,
  extended: words.extendedByDecree,
  extensionEnded: words.extensionEnded,
  disqualifyProposed: words.disqualificationProposed,
  disqualifyDeclined: words.disqualificationDeclined,
};

export function actText(act: WhyRequirement["acts"][number], zone: string): string {
  const by = act.actorName === null ? "" : words.by3({ actorName: act.actorName });
  // Of a corrected date the note is the former one, not a sentence.
  const reason =
    act.reason === null || act.kind === "dateEdited" || act.kind === "validUntilEdited" ? "" : `: ${act.reason}`;
  return words.on3({ value: actWords[act.kind] ?? act.kind, by, dayOfInstant: dayOfInstant(act.at, zone), reason });
}

export function exemptionText(one: Exemption, zone: string): string {
  const until = one.untilDay === null ? "" : words.through({ day: dayText(one.untilDay) });
  const by = one.createdBy === null ? "" : words.by4({ createdBy: one.createdBy });
  const ended = one.endedAt === null ? "" : words.endedOn({ dayOfInstant: dayOfInstant(one.endedAt, zone) });
  const reason = one.reason === null ? "" : `: ${one.reason}`;
  return words.exemptSince({
    name: one.name,
    dayOfInstant: dayOfInstant(one.createdAt, zone),
    until,
    by,
    ended,
    reason,
  });
}

/** What time alone does to one requirement next. */
export function nextText(next: { at: string; status: RequirementStatus } | null, zone: string): string {
  if (next === null) return words.timeAloneChangesNothing;
  return words.timeAloneMakesItOn({
    value: requirementStatusLabels[next.status],
    dayOfInstant: dayOfInstant(next.at, zone),
  });
}

export function nextOverallText(next: WhyTreeData["next"], zone: string): string {
  if (next === null) return words.timeAloneChangesNothingAbout;
  return words.ifNothingIsDoneBefore({
    value: overallStatusLabels[next.status],
    dayOfInstant: dayOfInstant(next.at, zone),
  });
}
