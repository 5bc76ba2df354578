/** Compares a document with the profile for reviewers, name by name and date by date. */

import type { ComparedValue, NameDifference } from "@touchline/contract/verification/documents";
import type { Day } from "../calendar.ts";
import { type Described, likeness } from "../people/likeness.ts";
import { type HolderFacts, hasGivenName, isNameOn } from "./holder.ts";

/** Compares a printed date with the profile. A date with swapped day and month, or one different digit, is similar. */
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

/** The explanation for a name that is similar to the profile's. */
export const nameDifferenceTexts: Record<NameDifference, string> = {
  nickname: "One of the names may be a nickname.",
  partOfName: "Only a part of the name is the same.",
  oneLetter: "One letter is different.",
  swappedNames: "First and last name are swapped.",
};
