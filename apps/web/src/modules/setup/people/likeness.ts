import type { BodyInput, ResponseOf } from "@touchline/contract";
import { addMember } from "@touchline/contract/people/profiles";
import { findAlike, type LikenessReason } from "@touchline/contract/reporting/duplicates";
import { call } from "../../../client.ts";

export type Alike = ResponseOf<typeof findAlike>[number];
export type NewMember = BodyInput<typeof addMember>;

export const addPerson = (body: NewMember) => call(addMember, { body });
export const askAlike = (body: BodyInput<typeof findAlike>) => call(findAlike, { body });

const reasonTexts: Record<LikenessReason, string> = {
  sameName: "same name",
  nickname: "a short form of the name",
  swappedNames: "first and last name swapped",
  partOfName: "a part of the name is the same",
  oneLetter: "one letter of the name differs",
  sameEmail: "same email address",
  sameBirth: "same date of birth",
  nearBirth: "nearly the same date of birth",
};

/** Why two look like one person, as the end of a sentence: "same name, same email address". */
export const reasonsText = (reasons: readonly LikenessReason[]) =>
  reasons.map((reason) => reasonTexts[reason]).join(", ");

/** "Head Coach at U12 Girls, Volunteer at Northside". */
export const placesText = ({ memberships }: Pick<Alike, "memberships">) =>
  memberships.map((one) => `${one.labelName} at ${one.levelName}`).join(", ") || "No membership";

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();
