/** Decides under what name a person signs, and how long the signature counts. */

import { addToDay, type Day, dayOf, type Instant, startOfDay } from "../calendar.ts";
import { comesOfAgeAt, isMinor } from "../compliance/age.ts";
import type { Signer } from "../compliance/signing.ts";
import { handOverNoticeDays } from "../joining/family.ts";
import { nameKey, plainLetters } from "../names.ts";

/**
 * Until when a signature binds at the latest, or null: what a guardian signed ends at the local midnight at which the
 * person turns 18, where the content asks for it again then; and where a corrected date of birth says that the person is an adult,
 * at the end of that time of grace, whatever the content says.
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
 * When guardians' signatures end by a correction of a date of birth; null: they do not. A minor who becomes an adult by it has as many
 * days to sign as before coming of age; one that is corrected again keeps them, and one who is a minor again needs none.
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

/** Whether a completion counts until the person comes of age: signing it again before changes nothing. */
export function endsAtEighteen(expiresAt: Instant | null, dateOfBirth: Day | null, zone: string): boolean {
  return expiresAt !== null && dateOfBirth !== null && expiresAt === comesOfAgeAt(dateOfBirth, zone);
}

const suffixes = new Set(["jr", "sr", "ii", "iii", "iv"]);

/** The words of a name as they are compared: no case, no accents, no dots and apostrophes; hyphens part words. */
function wordsOf(name: string): string[] {
  return [...nameKey(name)]
    .map((letter) => plainLetters[letter] ?? letter)
    .join("")
    .replaceAll(/['’.]/g, "")
    .split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
    .filter((word) => word !== "");
}

/** Where words stand together in others, in their order, also where they are parted otherwise; null: nowhere. */
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
 * Whether a name that was typed as a signature is the full legal name of who signs: the whole last name and the first of
 * the first names, in either order. Middle names and "Jr." may stand there or be left out; case, accents, dots, apostrophes
 * and hyphens do not count. An initial is no first name.
 */
export function isNameOf(typed: string, person: { firstName: string; lastName: string }): boolean {
  const words = wordsOf(typed);
  const given = wordsOf(person.firstName);
  const family = wordsOf(person.lastName).filter((word) => !suffixes.has(word));
  const all = words.join("");
  if (given.length > 0 && family.length > 0) {
    // Scripts without blanks, and who types none.
    if ([...given, ...family].join("") === all || [...family, ...given].join("") === all) return true;
  }
  const place = placeOf(family, words);
  if (family.length > 0 && place === null) return false;
  const rest = place ? [...words.slice(0, place.at), "", ...words.slice(place.at + place.length)] : words;
  // "Jean-Luc" is one first name; of "Ana María" the first is enough.
  const firsts = [given, given.slice(0, 1)].filter((one) => one.length > 0);
  return firsts.length === 0 ? place !== null : firsts.some((first) => placeOf(first, rest) !== null);
}
