/** Validates personal details, and decides who may correct them. */

import type { Day } from "../calendar.ts";
import { birthday } from "../compliance/age.ts";

/** The maximum age. */
export const oldestAge = 120;

/** Returns why a date of birth is invalid; null if it is valid. */
export function dateOfBirthProblem(dateOfBirth: Day, today: Day): "future" | "tooLongAgo" | null {
  if (dateOfBirth > today) return "future";
  return birthday(dateOfBirth, oldestAge + 1) <= today ? "tooLongAgo" : null;
}

/**
 * Decides who may set a date of birth, because requirements, guardians and screenings depend on it. People enter their own,
 * or that of a child they guard, once. Corrections are made by an administrator, but never their own.
 */
export function mayCorrectDateOfBirth(facts: { known: boolean; related: boolean; administrator: boolean }): boolean {
  return facts.related ? !facts.known : facts.administrator;
}
