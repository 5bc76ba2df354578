/** Decides who signs a waiver. */

/** The role in which a person signs. */
export type Signer = "guardian" | "self";

/** Returns who signs a binding document: a guardian for a minor, only the person from 18 on. */
export function whoSigns(person: { minor: boolean }): Signer {
  return person.minor ? "guardian" : "self";
}

/** Returns why this actor may not sign for the person; null: they may. */
export function signingRefusal(
  person: { minor: boolean },
  as: Signer | null,
): "guardianSigns" | "adultSigns" | "notYours" | null {
  if (as === null) return "notYours";
  if (as === whoSigns(person)) return null;
  return as === "self" ? "guardianSigns" : "adultSigns";
}

/** Messages for people who may not sign. */
export const signingTexts = {
  guardianSigns: "People under 18 can't sign. A guardian signs on the family page.",
  adultSigns:
    "People who are 18 or older sign for themselves. If this person is younger, enter their date of birth in their profile first.",
  notYours: "Only this person, or a guardian if they're under 18, can sign this.",
} as const;
