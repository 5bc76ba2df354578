import type { BodyInput, ResponseOf } from "@touchline/contract";
import { addMember } from "@touchline/contract/people/profiles";
import { findSimilarPeople, type LikenessReason } from "@touchline/contract/reporting/duplicates";
import { call } from "../../../client.ts";
import { words } from "./words.ts";

export type Alike = ResponseOf<typeof findSimilarPeople>[number];
export type NewMember = BodyInput<typeof addMember>;

export const addPerson = (body: NewMember) => call(addMember, { body });
export const askAlike = (body: BodyInput<typeof findSimilarPeople>) => call(findSimilarPeople, { body });

const reasonTexts: Record<LikenessReason, string> = {
  sameName: words.sameName,
  nickname: words.nickname,
  swappedNames: words.swappedNames,
  partOfName: words.partOfName,
  oneLetter: words.oneLetter,
  sameEmail: words.sameEmail,
  sameBirth: words.sameBirth,
  nearBirth: words.nearBirth,
  sameId: words.sameId,
  otherId: words.otherId,
};

/** Describes why two profiles may be one person: "Same name · Same email address". */
export const reasonsText = (reasons: readonly LikenessReason[]) =>
  reasons.map((reason) => reasonTexts[reason]).join(" · ");

/** Describes memberships: "Head Coach at U12 Girls, Volunteer at Northside". */
export const placesText = ({ memberships }: Pick<Alike, "memberships">) =>
  memberships.map((one) => words.roleAtLevel({ labelName: one.labelName, levelName: one.levelName })).join(", ") ||
  words.noMembership;

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim();
