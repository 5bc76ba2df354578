import type {
  FormCondition,
  FormDefinition,
  FormField,
  FormFieldKind,
  PrefillSource,
} from "@touchline/contract/library/form-definition";

/** Validates a form's definition. The page and the server use the same function when it is saved. */

const words: readonly PrefillSource[] = [
  "firstName",
  "lastName",
  "fullName",
  "levelName",
  "labelName",
  "organizationName",
  "guardianName",
  "emergencyContactName",
  "ussfId",
];
const phones: readonly PrefillSource[] = ["phone", "emergencyContactPhone"];

/** The initial values a field of each kind may have. Signatures, choices, and consents are never prefilled. */
export const prefillsOf: Record<FormFieldKind, readonly PrefillSource[]> = {
  text: [...words, "email", ...phones],
  longText: words,
  number: [],
  date: ["dateOfBirth"],
  yesNo: [],
  choice: [],
  choices: [],
  email: ["email"],
  phone: phones,
  address: ["address"],
  file: [],
  signature: [],
};

/** The property that a field's limits apply to, if its kind has any. */
export const boundsOf: Partial<Record<FormFieldKind, "value" | "characters" | "chosen">> = {
  number: "value",
  text: "characters",
  longText: "characters",
  choices: "chosen",
};

export const hasOptions = (kind: FormFieldKind): boolean => kind === "choice" || kind === "choices";

/**
 * The kinds of fields whose values conditions can compare. For others, a condition only tests whether they are
 * answered.
 */
export function valuesOf({ kind, options }: Pick<FormField, "kind" | "options">): readonly string[] {
  if (kind === "yesNo") return ["yes", "no"];
  return hasOptions(kind) ? options : [];
}

/** The maximum number of fields, so that people can finish the form. */
export const mostFields = 300;

function conditionProblem(condition: FormCondition, earlier: ReadonlyMap<string, FormField>): string | null {
  const field = earlier.get(condition.fieldKey);
  if (!field) return "Choose a field that comes earlier in the form.";
  if (condition.test === "answered") return null;
  const values = valuesOf(field);
  if (values.length === 0) return "For this field, you can only check whether it's answered.";
  return values.includes(condition.value) ? null : "Choose one of its answers.";
}

function boundsProblem({ kind, min, max, options }: FormField): ["min" | "max", string] | null {
  const of = boundsOf[kind];
  if (of === undefined) return null;
  if (of !== "value") {
    for (const [name, bound] of [["min", min] as const, ["max", max] as const]) {
      if (bound !== null && (!Number.isInteger(bound) || bound < 0)) return [name, "Enter a whole number."];
    }
    if (max === 0) return ["max", "Enter 1 or more."];
  }
  if (min !== null && max !== null && min > max) return ["max", "The maximum can't be less than the minimum."];
  if (of === "chosen" && min !== null && min > options.length) return ["min", "There aren't that many options."];
  return null;
}

function fieldProblems(field: FormField): [string, string][] {
  const found: [string, string][] = [];
  if (hasOptions(field.kind)) {
    const { options } = field;
    if (options.length < 2) found.push(["options", "Add at least 2 options."]);
    else if (new Set(options.map((one) => one.trim())).size < options.length) {
      found.push(["options", "Each option must be different."]);
    }
  }
  const bounds = boundsProblem(field);
  if (bounds) found.push(bounds);
  if (field.prefill !== null && !prefillsOf[field.kind].includes(field.prefill)) {
    found.push(["prefill", "This type of field can't be prefilled with that."]);
  }
  return found;
}

/** Returns error sentences by path in the form: `sections.0.fields.2.options`. Empty if the form is valid. */
export function definitionProblems(form: FormDefinition): Record<string, string> {
  const found: Record<string, string> = {};
  const earlier = new Map<string, FormField>();
  const sections = new Set<string>();
  form.sections.forEach((section, at) => {
    const place = `sections.${at}`;
    if (sections.has(section.key)) found[`${place}.key`] = "Another section has the same key. Choose a different one.";
    sections.add(section.key);
    const wrong = section.showIf && conditionProblem(section.showIf, earlier);
    if (wrong) found[`${place}.showIf`] = wrong;
    section.fields.forEach((field, index) => {
      const here = `${place}.fields.${index}`;
      if (earlier.has(field.key)) found[`${here}.key`] = "Another field has the same key. Choose a different one.";
      const condition = field.showIf && conditionProblem(field.showIf, earlier);
      if (condition) found[`${here}.showIf`] = condition;
      for (const [name, problem] of fieldProblems(field)) found[`${here}.${name}`] = problem;
      earlier.set(field.key, field);
    });
  });
  if (earlier.size > mostFields) found.sections = `Use at most ${mostFields} fields in total.`;
  return found;
}
