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

/** The reasons for a membership's status, as sent by the server. */
export type WhyTreeData = ResponseOf<typeof getWhy>;
export type WhyRequirement = WhyTreeData["requirements"][number];
type OwedBy = WhyRequirement["owedBy"][number];
type Exemption = WhyTreeData["exemptions"][number];

const list = new Intl.ListFormat("en", { type: "conjunction" });
const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

/** The text of each rule of the overall status, if it applies and if it doesn't. */
export const overallRuleWords: Record<OverallRuleName, [holds: string, not: string]> = {
  rejected: [words.someRejected, words.noneRejected],
  notConfirmed: [words.emailNotConfirmed, words.emailConfirmed],
  notActivated: [words.invitationNotAccepted, words.invitationAccepted],
  nothingDemanded: [words.noRequirements, words.someRequirements],
  mandatoryOpen: [words.mandatoryOpen, words.mandatoryDone],
  optionalOpen: [words.optionalOpen, words.optionalDone],
  allDone: [words.allDone, words.notAllDone],
};

/** What is said of a submission that is in progress, and with the day since when it is. */
const openWords: Partial<Record<AttemptState, [plain: string, since: (of: { date: string }) => string]>> = {
  draft: [words.ruleStarted, words.ruleStartedOn],
  waitingApplicant: [words.ruleWaitingForMember, words.ruleWaitingForMemberSince],
  waitingProvider: [words.ruleWithProvider, words.ruleWithProviderSince],
  pendingReview: [words.ruleInReview, words.ruleInReviewSince],
};

function rejectedText({ barred }: WhyRequirement, zone: string): string {
  const date = barred?.decidedAt ? dayOfInstant(barred.decidedAt, zone) : null;
  const name = barred?.reviewerName ?? null;
  if (date === null) return name === null ? words.ruleRejected : words.ruleRejectedBy({ name });
  return name === null ? words.ruleRejectedOn({ date }) : words.ruleRejectedByOn({ name, date });
}

function openText({ open }: WhyRequirement, zone: string): string {
  const [plain, since] = openWords[open?.state ?? "pendingReview"] ?? [words.ruleInReview, words.ruleInReviewSince];
  return open?.since ? since({ date: dayOfInstant(open.since, zone) }) : plain;
}

/** What decided a requirement's status, in sentences. */
export function statusRuleText(one: WhyRequirement, zone: string): string {
  const rule = one.rules.find((rung) => rung.decides);
  const day = rule?.at ? lastDayText(rule.at, zone) : null;
  const due = one.dueAt === null ? [] : [words.dueBy({ day: lastDayText(one.dueAt, zone) })];
  switch (rule?.rule) {
    case "disqualified":
      return rejectedText(one, zone);
    case "validNotLong":
      return day === null ? words.ruleExpiresSoon : words.ruleExpiresSoonOn({ day });
    case "valid":
      return day === null ? words.ruleValid : words.ruleValidThrough({ day });
    case "waiting":
      return [openText(one, zone), ...due].join(" ");
    case "expired":
      return day === null ? words.ruleExpired : words.ruleExpiredAfter({ day });
    case "overdue":
      return day === null ? words.ruleOverdue : words.ruleOverdueSince({ day });
    default:
      return [one.open?.state === "draft" ? words.ruleStarted : words.ruleNotCompleted, ...due].join(" ");
  }
}

const ruledOut: Record<StatusRuleName, string> = {
  disqualified: words.wasNotRejected,
  validNotLong: words.doesNotExpireSoon,
  valid: words.hasNoValidCompletion,
  waiting: words.hasNoOpenSubmission,
  expired: words.hasNotExpired,
  overdue: words.isNotOverdue,
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
  const day = dayOfInstant(counts.completedAt, zone);
  const how = completionWayText(counts);
  return [
    counts.expiresAt === null
      ? words.completedOn({ day })
      : words.completedOnThrough({ day, lastDay: lastDayText(counts.expiresAt, zone) }),
    ...(counts.extendedUntil === null ? [] : [words.extendedThrough({ day: dayText(counts.extendedUntil) })]),
    counts.decidedAt === null
      ? words.completedHow({ how })
      : words.completedHowOn({ how, date: dayOfInstant(counts.decidedAt, zone) }),
  ].join(" ");
}

function dueText({ due, dueAt }: OwedBy, zone: string): string {
  const day = dueAt === null ? null : lastDayText(dueAt, zone);
  const count = due.days ?? 0;
  switch (due.type) {
    case "None":
      return words.noDueDate;
    case "Fixed":
      return due.date === null ? words.dueOnFixedDate : words.dueOn({ day: dayText(due.date) });
    case "AfterJoining":
      return day === null ? words.dueAfterJoining({ count }) : words.dueAfterJoiningOn({ count, day });
    case "Season":
      return day === null ? words.dueBySeason({ count }) : words.dueBySeasonOn({ count, day });
  }
}

function ageTexts({ age }: OwedBy): string[] {
  if (age === null) return [];
  const { from, to } = age;
  const season = age.by === "Season";
  if (from !== null && to !== null) return [season ? words.seasonAges({ from, to }) : words.ages({ from, to })];
  if (from !== null) return [season ? words.seasonAgesFrom({ from }) : words.agesFrom({ from })];
  if (to !== null) return [season ? words.seasonAgesTo({ to }) : words.agesTo({ to })];
  return [];
}

function answerTexts({ answers, byAnswers }: OwedBy): string[] {
  if (!byAnswers) return [];
  if (answers === null) return [words.byAnswers];
  const conditions = answers.given.map(({ question, answer }) =>
    answer ? words.answeredYes({ question }) : words.answeredNo({ question }),
  );
  return [words.answered({ answers: (answers.match === "All" ? list : anyOf).format(conditions) })];
}

/** By which assignment it is owed: "Mandatory: assigned to Head Coach at State and its sublevels. Assigned by Dana Reyes on Feb 1, 2026." */
export function owedByText(one: OwedBy, zone: string): string {
  const to = { roles: list.format(one.labelNames), level: one.levelName };
  const below = one.includeBelow;
  const date = dayOfInstant(one.assignedAt, zone);
  return [
    one.mandatory
      ? (below ? words.mandatoryBelow : words.mandatoryAt)(to)
      : (below ? words.optionalBelow : words.optionalAt)(to),
    ...ageTexts(one),
    ...answerTexts(one),
    one.assignedBy === null ? words.assignedOn({ date }) : words.assignedByOn({ name: one.assignedBy, date }),
    dueText(one, zone),
    ...(one.askedSince === null ? [] : [words.requiredSince({ date: dayOfInstant(one.askedSince, zone) })]),
    ...(one.endedAt === null ? [] : [words.assignmentEnded({ date: dayOfInstant(one.endedAt, zone) })]),
  ].join(" ");
}

const actWords: Record<string, string> = {
  carriedOver: words.imported,
  markedComplete: words.markedComplete,
  markedIncomplete: words.markedIncomplete,
  dateEdited: words.completedDateCorrected,
  validUntilEdited: words.lastDayCorrected,
  reinstated: words.reinstated,
  extended: words.extended,
  extensionEnded: words.extensionEnded,
  disqualifyProposed: words.disqualificationProposed,
  disqualifyDeclined: words.disqualificationDeclined,
  liveScanRecord: words.stateSentRecord,
};

/** What a reviewer did, and why. */
export function actText(one: WhyRequirement["acts"][number], zone: string): string {
  const act = actWords[one.kind] ?? one.kind;
  const date = dayOfInstant(one.at, zone);
  const sentence =
    one.actorName === null ? words.actOn({ act, date }) : words.actByOn({ act, name: one.actorName, date });
  // Of a corrected date the note is the former one, not a sentence.
  const isNote = one.kind === "dateEdited" || one.kind === "validUntilEdited";
  return one.reason === null || isNote ? sentence : `${sentence} ${one.reason}`;
}

/** Since when somebody is exempt, until when, and why. */
export function exemptionText(one: Exemption, zone: string): string {
  const since = { name: one.name, date: dayOfInstant(one.createdAt, zone) };
  return [
    one.createdBy === null ? words.exemptSince(since) : words.exemptSinceBy({ ...since, actor: one.createdBy }),
    ...(one.untilDay === null ? [] : [words.exemptThrough({ day: dayText(one.untilDay) })]),
    ...(one.endedAt === null ? [] : [words.exemptionEnded({ date: dayOfInstant(one.endedAt, zone) })]),
    ...(one.reason === null ? [] : [one.reason]),
  ].join(" ");
}

/** What time alone does to one requirement next. */
export function nextText(next: { at: string; status: RequirementStatus } | null, zone: string): string {
  if (next === null) return words.doesNotChange;
  return words.changesOn({ status: requirementStatusLabels[next.status], date: dayOfInstant(next.at, zone) });
}

/** What time alone does to the overall status next. */
export function nextOverallText(next: WhyTreeData["next"], zone: string): string {
  if (next === null) return words.statusDoesNotChange;
  return words.statusChangesOn({ status: overallStatusLabels[next.status], date: dayOfInstant(next.at, zone) });
}
