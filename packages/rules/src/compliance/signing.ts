/** Who signs. */

/** As whom somebody signs. */
export type Signer = "guardian" | "self";

/** Who puts a name under what binds a person: a guardian for a minor, from 18 on the person alone. */
export function whoSigns(person: { minor: boolean }): Signer {
  return person.minor ? "guardian" : "self";
}

/** Whether this actor may sign for the person; null: yes. */
export function signingRefusal(
  person: { minor: boolean },
  as: Signer | null,
): "guardianSigns" | "adultSigns" | "notYours" | null {
  if (as === null) return "notYours";
  if (as === whoSigns(person)) return null;
  return as === "self" ? "guardianSigns" : "adultSigns";
}

/** What whoever may not sign is told. */
export const signingTexts = {
  guardianSigns: "A person under 18 can't sign this. A guardian can sign it from the family page.",
  adultSigns:
    "Adults sign for themselves. If this person is under 18, add their date of birth to their profile first.",
  notYours: "Only the person or, if they are under 18, a guardian can sign this.",
} as const;
