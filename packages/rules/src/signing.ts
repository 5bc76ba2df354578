/** Who signs. */

/** Who puts a name under what binds a person: a guardian for a minor, from 18 on the person alone. */
export function whoSigns(person: { minor: boolean }): "guardian" | "self" {
  return person.minor ? "guardian" : "self";
}

/** Whether this actor may sign for the person; null: yes. */
export function signingRefusal(
  person: { minor: boolean },
  as: "self" | "guardian" | null,
): "guardianSigns" | "adultSigns" | "notYours" | null {
  if (as === null) return "notYours";
  if (as === whoSigns(person)) return null;
  return as === "self" ? "guardianSigns" : "adultSigns";
}
