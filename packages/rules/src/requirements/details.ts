/** Decides which personal details are acceptable, and who may correct them. */

import type { Day } from "../calendar.ts";
import { birthday } from "../compliance/age.ts";

/** No one is older than this. */
export const oldestAge = 120;

/** Why a date of birth cannot be; null when it can. */
export function dateOfBirthProblem(dateOfBirth: Day, today: Day): "future" | "tooLongAgo" | null {
  if (dateOfBirth > today) return "future";
  return birthday(dateOfBirth, oldestAge + 1) <= today ? "tooLongAgo" : null;
}

/**
 * Whether somebody may set a date of birth. It decides on duties, guardians and screenings: people give their own, or that
 * of a child they guard, once; what is known is corrected by an administrator, and by none for themselves.
 */
export function mayCorrectDateOfBirth(facts: { known: boolean; related: boolean; administrator: boolean }): boolean {
  return facts.related ? !facts.known : facts.administrator;
}
