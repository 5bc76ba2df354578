import type { BodyInput, ResponseOf } from "@touchline/contract";
import { addMember } from "@touchline/contract/people/profiles";
import { findAlike, type LikenessReason } from "@touchline/contract/reporting/duplicates";
import { call } from "../../../client.ts";
import { words } from "./words.ts";

export type Alike = ResponseOf<typeof findAlike>[number];
export type NewMember = BodyInput<typeof addMember>;

export const addPerson = (body: NewMember) => call(addMember, { body });
export const askAlike = (body: BodyInput<typeof findAlike>) => call(findAlike, { body });

const reasonTexts: Record<LikenessReason, string> = {
  sameName: words.sameName,
  nickname: words.aShortFormOfThe,
  swappedNames: words.firstAndLastNameSwapped,
  partOfName: words.aPartOfTheName,
  oneLetter: words.oneLetterOfTheName,
  sameEmail: words.sameEmailAddress,
  sameBirth: words.sameDateOfBirth,
  nearBirth: words.nearlyTheSameDateOf,
};

/** Why two look like one person, as the end of a sentence: "same name, same email address". */
export const reasonsText = (reasons: readonly LikenessReason[]) =>
  reasons.map((reason) => reasonTexts[reason]).join(", ");

/** "Head Coach at U12 Girls, Volunteer at Northside". */
export const placesText = ({ memberships }: Pick<Alike, "memberships">) =>
  memberships.map((one) => words.at({ labelName: one.labelName, levelName: one.levelName })).join(", ") ||
  words.noMembership;

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();
