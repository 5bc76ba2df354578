/** How well what stands on a document fits the profile: name by name and date by date, for whoever decides. */

import type { ComparedValue, NameDifference } from "@touchline/contract/verification/documents";
import type { Day } from "../calendar.ts";
import { plainName } from "../names.ts";
import { type Described, likeness } from "../people/likeness.ts";

type Names = { firstName: string; lastName: string };
export type HolderFacts = Names & { dateOfBirth: Day | null };

/**
 * Whether a document's name is a profile's. Case, accents, hyphens and apostrophes don't count, and neither do further given names on
 * the document: most passports have a middle name that nobody types.
 */
export function isNameOn(document: Names, profile: Names): boolean {
  const [family, own] = [plainName(document.lastName).joined, plainName(profile.lastName).joined];
  return family !== "" && family === own && hasGivenName(document, profile);
}

/** Whether the given names of a document are the profile's, or begin with them. */
function hasGivenName(document: Names, profile: Names): boolean {
  const [given, own] = [plainName(document.firstName), plainName(profile.firstName)];
  if (own.joined === "") return false;
  return given.joined === own.joined || own.words.every((word, place) => given.words[place] === word);
}

/** Compares what was printed with the profile. A date that only has day and month swapped, or one digit off, is alike. */
export function compareWithProfile(
  printed: HolderFacts,
  profile: HolderFacts,
): {
  name: ComparedValue;
  nameDifferences: NameDifference[];
  dateOfBirth: ComparedValue;
} {
  const own = { ...profile, email: null };
  const firstName = hasGivenName(printed, profile) ? profile.firstName : printed.firstName;
  const found = likeness({ ...own, firstName, lastName: printed.lastName }, own);
  const differences = (found?.reasons ?? []).filter(
    (reason): reason is NameDifference =>
      reason === "nickname" || reason === "partOfName" || reason === "oneLetter" || reason === "swappedNames",
  );
  const isSame = isNameOn(printed, profile);
  return {
    name: isSame ? "same" : found ? "alike" : "differs",
    nameDifferences: isSame ? [] : differences,
    dateOfBirth: comparedDate(printed.dateOfBirth, own),
  };
}

function comparedDate(printed: Day | null, own: Described): ComparedValue {
  if (printed === null || own.dateOfBirth === null) return "unknown";
  if (printed === own.dateOfBirth) return "same";
  return likeness({ ...own, dateOfBirth: printed }, own)?.reasons.includes("nearBirth") ? "alike" : "differs";
}

/** What is said of a name that is nearly the profile's. */
export const nameDifferenceTexts: Record<NameDifference, string> = {
  nickname: "One of the names may be a nickname.",
  partOfName: "Only a part of the name is the same.",
  oneLetter: "One letter is different.",
  swappedNames: "First and last name are swapped.",
};
