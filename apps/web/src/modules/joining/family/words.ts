import { RequirementStatus } from "@touchline/contract";
import { dayOfInstant, dayText, lastDayText } from "../../../dates.ts";
import type { Child } from "./queries.ts";

const list = new Intl.ListFormat("en", { type: "conjunction" });

/** "11 years old", and for somebody who will soon be of age on which day. */
export function ageText({ age, adultOn, adultSoon }: Child): string {
  if (age === null) return "Date of birth unknown";
  const years = age === 0 ? "Under a year old" : age === 1 ? "1 year old" : `${age} years old`;
  return adultOn !== null && age === 17 && !adultSoon ? `${years}, 18 on ${dayText(adultOn)}` : years;
}

/** By when what is next is to be done, or since when it is not good any more. */
export function dueText(next: NonNullable<Child["next"]>, zone: string): string {
  const { status, dueAt, expiresAt, mandatory } = next;
  if (status === RequirementStatus.ExpiringSoon && expiresAt !== null) {
    return `Valid through ${lastDayText(expiresAt, zone)}. Renew it before then.`;
  }
  if (status === RequirementStatus.Expired && expiresAt !== null) {
    return `Expired on ${lastDayText(expiresAt, zone)}.`;
  }
  if (status === RequirementStatus.Overdue && dueAt !== null) return `Was due by ${lastDayText(dueAt, zone)}.`;
  if (dueAt !== null) return `Due by ${lastDayText(dueAt, zone)}.`;
  return mandatory ? "No due date." : "Optional.";
}

/** Where there is nothing to do: what is still under way, or that all is done. */
export function restText({ firstName, owed, done, waits, overallStatus }: Child): string {
  if (overallStatus === "Disqualified") return "Ask your club or team what to do.";
  if (waits > 0)
    return waits === 1 ? "One submission is waiting for review." : `${waits} submissions are waiting for review.`;
  if (owed === 0) return `${firstName} has no requirements now.`;
  return done === owed ? "All requirements are done." : "You don't need to do anything now.";
}

/** "You and Pat Other". */
export function guardiansText({ guardians }: Child): string {
  return list.format([
    ...guardians.filter((one) => one.self).map(() => "You"),
    ...guardians.filter((one) => !one.self).map((one) => `${one.firstName} ${one.lastName}`),
  ]);
}

/** The names of people in a sentence. */
export const named = (names: readonly string[]) => list.format(names);

/** Until when somebody may answer an invitation. */
export const untilText = (instant: string, zone: string) => dayOfInstant(instant, zone);
