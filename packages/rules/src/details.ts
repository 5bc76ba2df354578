/** What people tell of themselves: which of it can be, and who may correct it. */

import { birthday } from "./age.ts";
import type { Day } from "./calendar.ts";

/** Nobody is older. */
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

const ussfDigits = 16;

/** A U.S. Soccer id as it is kept: 16 digits. Spaces and dashes are how people write it; null when it is none. */
export function ussfIdOf(written: string): string | null {
  const id = written.normalize("NFKC").replaceAll(/[\s\p{Dash_Punctuation}]/gu, "");
  return new RegExp(`^[0-9]{${ussfDigits}}$`).test(id) ? id : null;
}

/** The same as people read it: in fours. */
export const ussfIdText = (id: string) => id.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
