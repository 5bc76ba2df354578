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

/** Why a membership stands as it does, as the server tells it. */
export type WhyTreeData = ResponseOf<typeof getWhy>;
export type WhyRequirement = WhyTreeData["requirements"][number];
type OwedBy = WhyRequirement["owedBy"][number];
type Exemption = WhyTreeData["exemptions"][number];

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** What each rule of the whole says where it holds, and where it does not. */
export const overallRuleWords: Record<OverallRuleName, [holds: string, not: string]> = {
  rejected: ["Something was rejected for good.", "Nothing was rejected for good."],
  notConfirmed: ["The email address is not confirmed.", "The email address is confirmed."],
  notActivated: ["The invitation was not accepted.", "The invitation was accepted."],
  nothingDemanded: ["Nothing is asked here.", "Something is asked here."],
  mandatoryOpen: ["Something mandatory is not done.", "Everything mandatory is done."],
  optionalOpen: ["Something optional is not done.", "Everything optional is done."],
  allDone: ["All requirements are done.", "Not everything is done."],
};

const openWords: Partial<Record<AttemptState, string>> = {
  draft: "It was begun, and not sent in",
  waitingApplicant: "It waits to be finished with the provider",
  waitingProvider: "It is with the provider",
  pendingReview: "A submission waits for review",
};

/** What decided a requirement's status, as a sentence. */
export function statusRuleText(one: WhyRequirement, zone: string): string {
  const rule = one.rules.find((rung) => rung.decides);
  const { open, barred, dueAt } = one;
  const due = dueAt === null ? "" : ` It is due by ${lastDayText(dueAt, zone)}.`;
  switch (rule?.rule) {
    case "disqualified": {
      const when = barred?.decidedAt ? ` on ${dayOfInstant(barred.decidedAt, zone)}` : "";
      return `Rejected for good${when}${barred?.reviewerName ? ` by ${barred.reviewerName}` : ""}.`;
    }
    case "validNotLong":
      return `Completed, and valid through ${rule.at ? lastDayText(rule.at, zone) : "the last of its days"}: less than 30 days.`;
    case "valid":
      return rule.at === null
        ? "Completed, and valid for ever."
        : `Completed, and valid through ${lastDayText(rule.at, zone)}.`;
    case "waiting":
      return `${openWords[open?.state ?? "pendingReview"]}${open?.since ? ` since ${dayOfInstant(open.since, zone)}` : ""}.${due}`;
    case "expired":
      return `Expired: it was valid through ${rule.at ? lastDayText(rule.at, zone) : "an earlier day"}.`;
    case "overdue":
      return `Overdue: it is mandatory, and was due by ${rule.at ? lastDayText(rule.at, zone) : "an earlier day"}.`;
    default: {
      const begun = open?.state === "draft" ? "It was begun, and not sent in." : "It was not done.";
      return `${begun}${due}`;
    }
  }
}

const ruledOut: Record<StatusRuleName, string> = {
  disqualified: "No review rejected it for good.",
  validNotLong: "It has no completion that ends within 30 days.",
  valid: "It has no completion that is valid.",
  waiting: "No submission is under way.",
  expired: "It has no completion that has expired.",
  overdue: "No due date has passed.",
  open: "",
};

/** The rules above the one that decided: each was asked first, and did not hold. */
export function askedBefore(rules: readonly { rule: StatusRuleName; decides: boolean }[]): string[] {
  const at = rules.findIndex((one) => one.decides);
  return rules.slice(0, at).map((one) => ruledOut[one.rule]);
}

export function overallAskedBefore(rules: WhyTreeData["rules"]): string[] {
  const at = rules.findIndex((one) => one.decides);
  return rules.slice(0, at).map((one) => overallRuleWords[one.rule][1]);
}

/** The completion that counts: "Completed on May 3, 2026, valid through May 2, 2027. Approved after review by Dana Reyes on May 4, 2026." */
export function countsText(counts: NonNullable<WhyRequirement["counts"]>, zone: string): string {
  const until =
    counts.expiresAt === null ? ", valid for ever" : `, valid through ${lastDayText(counts.expiresAt, zone)}`;
  const decree = counts.extendedUntil === null ? "" : `, extended by decree through ${dayText(counts.extendedUntil)}`;
  const on = counts.decidedAt === null ? "" : ` on ${dayOfInstant(counts.decidedAt, zone)}`;
  return `Completed on ${dayOfInstant(counts.completedAt, zone)}${until}${decree}. ${completionWayText(counts)}${on}.`;
}

const dueWords = ({ due, dueAt }: OwedBy, zone: string): string => {
  const by = dueAt === null ? "" : `: ${lastDayText(dueAt, zone)}`;
  switch (due.type) {
    case "None":
      return "no due date";
    case "Fixed":
      return due.date === null ? "due on a fixed day" : `due on ${dayText(due.date)}`;
    case "AfterJoining":
      return `due ${due.days ?? 0} days after joining${by}`;
    case "Season":
      return `due by the season, or within ${due.days ?? 0} days for who comes later${by}`;
  }
};

const ageWords = ({ age }: OwedBy): string[] => {
  if (age === null) return [];
  const years =
    age.from !== null && age.to !== null
      ? `from ${age.from} to ${age.to}`
      : age.from !== null
        ? `from ${age.from}`
        : `up to ${age.to}`;
  return [`of ages ${years}${age.by === "Season" ? " by the season's end" : ""}`];
};

const answerWords = ({ answers, byAnswers }: OwedBy): string[] => {
  if (!byAnswers) return [];
  if (answers === null) return ["as answered to the organization's questions"];
  const said = answers.given.map((one) => `“${one.question}” ${one.answer ? "yes" : "no"}`);
  return [`answered ${answers.match === "All" ? list.format(said) : said.join(" or ")}`];
};

/** By which assignment it is owed: "Assigned at State and below to Head Coach, mandatory, by Dana Reyes on 1 Feb 2026; …" */
export function owedByText(one: OwedBy, zone: string): string {
  const to = [list.format(one.labelNames), ...ageWords(one), ...answerWords(one)].join(", ");
  const where = `${one.levelName}${one.includeBelow ? " and below" : ""}`;
  const who = one.assignedBy === null ? "" : ` by ${one.assignedBy}`;
  const since = one.askedSince === null ? "" : ` Asked here since ${dayOfInstant(one.askedSince, zone)}.`;
  const ended = one.endedAt === null ? "" : ` That assignment ended on ${dayOfInstant(one.endedAt, zone)}.`;
  return `${one.mandatory ? "Mandatory" : "Optional"}: assigned at ${where} to ${to}${who} on ${dayOfInstant(one.assignedAt, zone)}; ${dueWords(one, zone)}.${since}${ended}`;
}

const actWords: Record<string, string> = {
  carriedOver: "Carried over by import",
  markedComplete: "Marked complete",
  markedIncomplete: "Marked incomplete: what was completed before does not count",
  dateEdited: "Completed date corrected",
  validUntilEdited: "Last valid day corrected",
  reinstated: "Reinstated after a rejection",
  extended: "Extended by decree",
  extensionEnded: "Extension ended",
  disqualifyProposed: "Disqualification proposed",
  disqualifyDeclined: "Disqualification declined",
};

export function actText(act: WhyRequirement["acts"][number], zone: string): string {
  const by = act.actorName === null ? "" : ` by ${act.actorName}`;
  // Of a corrected date the note is the former one, not a sentence.
  const reason =
    act.reason === null || act.kind === "dateEdited" || act.kind === "validUntilEdited" ? "" : `: ${act.reason}`;
  return `${actWords[act.kind] ?? act.kind}${by} on ${dayOfInstant(act.at, zone)}${reason}`;
}

export function exemptionText(one: Exemption, zone: string): string {
  const until = one.untilDay === null ? "" : ` through ${dayText(one.untilDay)}`;
  const by = one.createdBy === null ? "" : ` by ${one.createdBy}`;
  const ended = one.endedAt === null ? "" : `, ended on ${dayOfInstant(one.endedAt, zone)}`;
  const reason = one.reason === null ? "" : `: ${one.reason}`;
  return `${one.name}: exempt since ${dayOfInstant(one.createdAt, zone)}${until}${by}${ended}${reason}`;
}

/** What time alone does to one requirement next. */
export function nextText(next: { at: string; status: RequirementStatus } | null, zone: string): string {
  if (next === null) return "Time alone changes nothing.";
  return `Time alone makes it ${requirementStatusLabels[next.status]} on ${dayOfInstant(next.at, zone)}.`;
}

export function nextOverallText(next: WhyTreeData["next"], zone: string): string {
  if (next === null) return "Time alone changes nothing about it.";
  return `If nothing is done before, it becomes ${overallStatusLabels[next.status]} on ${dayOfInstant(next.at, zone)}.`;
}
