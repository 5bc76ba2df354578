/** Tells whose a document is: by the name and date of birth on it, whether printed, read or typed. */

import type { Day } from "../calendar.ts";
import { plainName } from "../names.ts";

type Names = { firstName: string; lastName: string };
export type HolderFacts = Names & { dateOfBirth: Day | null };

/**
 * Tests whether a document's name matches a profile's. Case, accents, hyphens, apostrophes and further given names on the
 * document are ignored, because most passports have a middle name that people don't enter.
 */
export function isNameOn(document: Names, profile: Names): boolean {
  const [family, own] = [plainName(document.lastName).joined, plainName(profile.lastName).joined];
  return family !== "" && family === own && hasGivenName(document, profile);
}

/** Tests whether a document's given names equal the profile's, or start with them. */
export function hasGivenName(document: Names, profile: Names): boolean {
  const [firstName, own] = [plainName(document.firstName), plainName(profile.firstName)];
  if (own.joined === "") return false;
  return firstName.joined === own.joined || own.words.every((word, place) => firstName.words[place] === word);
}

/**
 * Tests whether a member typed another name or date than was read from their document. What couldn't be read isn't corrected, and
 * case, accents and further given names don't count.
 */
export function isCorrected(typed: HolderFacts, read: HolderFacts): boolean {
  const firstName = read.firstName || typed.firstName;
  const lastName = read.lastName || typed.lastName;
  return (
    !isNameOn({ firstName, lastName }, typed) || (read.dateOfBirth !== null && read.dateOfBirth !== typed.dateOfBirth)
  );
}
