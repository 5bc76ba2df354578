/** Decides by which name a person signs, and how long the signature is valid. */

import { addToDay, type Day, dayOf, type Instant, startOfDay } from "../calendar.ts";
import { comesOfAgeAt, isMinor } from "../compliance/age.ts";
import type { Signer } from "../compliance/signing.ts";
import { handOverNoticeDays } from "../joining/family.ts";
import { nameKey, plainLetters } from "../names.ts";

/**
 * Returns the latest end of a signature, or null: a guardian's signature ends at the local midnight of the person's 18th
 * birthday if the content requires it again then. If a corrected date of birth makes the person an adult, it ends after the
 * grace period in any case.
 */
export function signatureEnds(
  signed: { as: Signer; signAgainAtEighteen: boolean; dateOfBirth: Day | null; endsByCorrection?: Instant | null },
  zone: string,
): Instant | null {
  if (signed.as === "guardian" && signed.endsByCorrection != null) return signed.endsByCorrection;
  if (signed.as === "self" || !signed.signAgainAtEighteen || signed.dateOfBirth === null) return null;
  return comesOfAgeAt(signed.dateOfBirth, zone);
}

/**
 * Returns when guardians' signatures end after a corrected date of birth; null if they don't. A minor who becomes an
 * adult has as
 * many days to sign as before coming of age. Another correction keeps that date, and a minor needs none.
 */
export function signaturesEndByCorrection(
  corrected: { before: Day | null; after: Day | null; present: Instant | null },
  now: Instant,
  zone: string,
): Instant | null {
  const isAdult = (born: Day | null) => born !== null && !isMinor(born, now, zone);
  if (!isAdult(corrected.after)) return null;
  if (corrected.present !== null || isAdult(corrected.before)) return corrected.present;
  return startOfDay(addToDay(dayOf(now, zone), { days: handOverNoticeDays }), zone);
}

/** Tests whether a completion is valid until the person comes of age, so that signing again earlier changes nothing. */
export function endsAtEighteen(expiresAt: Instant | null, dateOfBirth: Day | null, zone: string): boolean {
  return expiresAt !== null && dateOfBirth !== null && expiresAt === comesOfAgeAt(dateOfBirth, zone);
}

const suffixes = new Set(["jr", "sr", "ii", "iii", "iv"]);

/** Splits a name into words for comparison: ignores case, accents, dots and apostrophes; hyphens separate words. */
function wordsOf(name: string): string[] {
  return [...nameKey(name)]
    .map((letter) => plainLetters[letter] ?? letter)
    .join("")
    .replaceAll(/['’.]/g, "")
    .split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
    .filter((word) => word !== "");
}

/** Finds consecutive words in others, even if they are split differently; null if they don't occur. */
function placeOf(words: readonly string[], within: readonly string[]): { at: number; length: number } | null {
  const wanted = words.join("");
  for (let at = 0; at < within.length; at += 1) {
    let run = "";
    for (let length = 1; at + length <= within.length && run.length < wanted.length; length += 1) {
      run += within[at + length - 1];
      if (run === wanted) return { at, length };
    }
  }
  return null;
}

/**
 * Tests whether a typed signature is the signer's full legal name: the whole last name and the first of the given
 * names, in either
 * order. Middle names and "Jr." are optional; case, accents, dots, apostrophes and hyphens don't count. An initial
 * isn't a first
 * name.
 */
export function isNameOf(typed: string, person: { firstName: string; lastName: string }): boolean {
  const words = wordsOf(typed);
  const firstNames = wordsOf(person.firstName);
  const family = wordsOf(person.lastName).filter((word) => !suffixes.has(word));
  const all = words.join("");
  if (firstNames.length > 0 && family.length > 0) {
    // For scripts without spaces, and people who type none.
    if ([...firstNames, ...family].join("") === all || [...family, ...firstNames].join("") === all) return true;
  }
  const place = placeOf(family, words);
  if (family.length > 0 && place === null) return false;
  const rest = place ? [...words.slice(0, place.at), "", ...words.slice(place.at + place.length)] : words;
  // "Jean-Luc" is one first name. For "Ana María", the first is enough.
  const firsts = [firstNames, firstNames.slice(0, 1)].filter((one) => one.length > 0);
  return firsts.length === 0 ? place !== null : firsts.some((first) => placeOf(first, rest) !== null);
}
