/** Why a person and an entry of a sex offender registry may be the same. */
export const registryMatchReasons = [
  "sameName",
  "nickname",
  "soundsAlike",
  "spelledAlike",
  "partOfName",
  "initial",
  "swappedNames",
  "alias",
  "sameBirth",
  "swappedDayAndMonth",
  "nearBirth",
  "noBirth",
] as const;
export type RegistryMatchReason = (typeof registryMatchReasons)[number];
