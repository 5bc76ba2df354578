import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import { overallStatusLabels } from "@touchline/contract";
import type { reason } from "@touchline/contract/people/profiles";
import type { z } from "zod";
import { dayOfInstant } from "../dates.ts";
import { words } from "./words.ts";

/** The reasons for a membership's status, as sent by the server. */
export type Reason = z.output<typeof reason>;

/** The overall status that each reason brings about when it is the decisive one; null: it brings none about. */
const statusOf: Record<Reason["kind"], OverallStatus | null> = {
  rejected: "Disqualified",
  rejectedElsewhere: "Disqualified",
  notConfirmed: "NotConfirmed",
  notActivated: "NotActivated",
  nothingDemanded: "NoRequirements",
  mandatoryOpen: "Incomplete",
  optionalOpen: "Optional",
  allDone: "Cleared",
  expiringSoon: null,
};

/** What is said of a requirement by its status; `date` is when that began. */
const sentences: Record<RequirementStatus, (name: string, date: string | null) => string> = {
  0: (name) => words.notCompleted({ name }),
  1: (name) => words.waitingForMember({ name }),
  2: (name, date) => (date === null ? words.withProvider({ name }) : words.withProviderSince({ name, date })),
  3: (name) => words.completed({ name }),
  4: (name) => words.overdue({ name }),
  5: (name, date) => (date === null ? words.expired({ name }) : words.expiredOn({ name, date })),
  6: (name) => words.expiresSoon({ name }),
  7: (name, date) => (date === null ? words.inReview({ name }) : words.inReviewSince({ name, date })),
  8: (name, date) => (date === null ? words.rejected({ name }) : words.rejectedOn({ name, date })),
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** As what, where and by whose assignment: "Required for Head Coach at U12 Girls, assigned at State." Null when not known. */
export function owedText({ kind, owedAs }: Reason): string | null {
  if (!owedAs) return null;
  const of = { role: owedAs.labelName, level: owedAs.levelName };
  const optional = kind === "optionalOpen";
  if (owedAs.assignedAt.length === 0) return optional ? words.optionalFor(of) : words.requiredFor(of);
  const assignedAt = list.format(owedAs.assignedAt);
  return optional ? words.optionalForFrom({ ...of, assignedAt }) : words.requiredForFrom({ ...of, assignedAt });
}

const plain: Partial<Record<Reason["kind"], string>> = {
  rejectedElsewhere: words.rejectedElsewhere,
  notConfirmed: words.emailNotConfirmed,
  notActivated: words.invitationNotAccepted,
  nothingDemanded: words.noRequirements,
  allDone: words.allDone,
};

/** Describes a requirement's status: "Coach agreement is overdue. Required for Coach at U9." */
export function requirementSentence(reason: Reason, zone: string): string {
  const { contentName, status, since } = reason;
  if (contentName === undefined || status === undefined) return plain[reason.kind] ?? "";
  const sentence = sentences[status](contentName, since === undefined ? null : dayOfInstant(since, zone));
  return [sentence, owedText(reason)].filter((text) => text !== null).join(" ");
}

/**
 * One reason with the status it brings about: "Incomplete: Coach agreement hasn't been completed. Required for Head Coach at
 * U12 Girls, assigned at State." Days in the organization's time zone.
 */
export function reasonSentence(reason: Reason, zone: string): string {
  const status = statusOf[reason.kind];
  const sentence = requirementSentence(reason, zone);
  return status === null ? sentence : words.statusBecause({ status: overallStatusLabels[status], reason: sentence });
}

/**
 * All reasons of a membership as sentences. Those that bring about the status it has name it; the others only say what is
 * the case, since they would change nothing by themselves.
 */
export function reasonSentences(reasons: readonly Reason[], zone: string): { key: string; text: string }[] {
  const decisive = reasons[0] ? statusOf[reasons[0].kind] : null;
  return reasons.map((reason) => ({
    key: `${reason.kind} ${reason.requirementId ?? ""}`,
    text:
      decisive !== null && statusOf[reason.kind] === decisive
        ? reasonSentence(reason, zone)
        : requirementSentence(reason, zone),
  }));
}
