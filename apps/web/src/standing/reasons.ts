import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import { overallStatusLabels } from "@touchline/contract";
import type { reason } from "@touchline/contract/people/profiles";
import type { z } from "zod";
import { dayOfInstant } from "../dates.ts";
import { words } from "./words.ts";

/** Why a membership stands as it does, as the server tells it. */
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

/** What is said of a requirement by its status; `day` is when that began. */
const clauses: Record<RequirementStatus, (name: string, day: string | null) => string> = {
  0: (name) => words.hasNotBeenCompletedYet({ name }),
  1: (name) => words.waitsToBeFinishedWith({ name }),
  2: (name, day) => `${name} is with the provider${day === null ? "" : words.since({ day })}`,
  3: (name) => words.isCompleted({ name }),
  4: (name) => words.isOverdue({ name }),
  5: (name, day) => `${name} expired${day === null ? "" : words.on({ day })}`,
  6: (name) => words.expiresSoon({ name }),
  7: (name, day) => `${name} waits for review${day === null ? "" : words.since({ day })}`,
  8: (name, day) => `${name} was rejected${day === null ? "" : words.on({ day })}`,
};

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** As what, where and by whose assignment: "owed as Head Coach at U12 Girls, assigned at State". Null when not known. */
export function owedText({ kind, owedAs }: Reason): string | null {
  if (!owedAs) return null;
  const how = kind === "optionalOpen" ? "asked" : "owed";
  const assigned =
    owedAs.assignedAt.length === 0 ? "" : words.assignedAt({ assignedAt: list.format(owedAs.assignedAt) });
  return words.asAt({ how, labelName: owedAs.labelName, levelName: owedAs.levelName, assigned });
}

/** What is the case, without the status it leads to: "Coach agreement is overdue; owed as Coach at U9". */
function clauseOf(reason: Reason, zone: string): string {
  const { contentName, status, since } = reason;
  if (contentName === undefined || status === undefined) return plain[reason.kind] ?? "";
  const clause = clauses[status](contentName, since === undefined ? null : dayOfInstant(since, zone));
  const owed = owedText(reason);
  return owed === null ? clause : `${clause}; ${owed}`;
}

const plain: Partial<Record<Reason["kind"], string>> = {
  rejectedElsewhere: words.somethingAskedAtAnotherMembership,
  notConfirmed: words.theEmailAddressHasNot,
  notActivated: words.theInvitationHasNotBeen,
  nothingDemanded: words.nothingIsAskedHere,
  allDone: words.everythingThatIsAskedIs,
};

/** What is the case with one requirement, as a sentence of its own, beside the requirement's status. */
export function requirementSentence(reason: Reason, zone: string): string {
  return `${clauseOf(reason, zone)}.`;
}

/**
 * One reason as a sentence: "Incomplete because Coach agreement has not been completed yet; owed as Head Coach at U12
 * Girls, assigned at State." Days in the organization's time zone.
 */
export function reasonSentence(reason: Reason, zone: string): string {
  const status = statusOf[reason.kind];
  return status === null
    ? `${clauseOf(reason, zone)}.`
    : words.because({ value: overallStatusLabels[status], clause: clauseOf(reason, zone) });
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
        : words.also({ clause: clauseOf(reason, zone) }),
  }));
}
