import type {
  FormAnswer,
  FormAnswers,
  FormCondition,
  FormDefinition,
  FormField,
  FormSection,
} from "@touchline/contract/library/form-definition";

/**
 * Determines which questions a form asks, given the answers so far, and which answers are invalid. The server enforces it, and the page
 * shows the same while the person types.
 */

export type VisibleSection = Omit<FormSection, "fields" | "showIf"> & { fields: FormField[] };

/** Tests whether an answer is not empty. */
export function isAnswered(answer: FormAnswer | null | undefined): answer is FormAnswer {
  if (answer === undefined || answer === null) return false;
  if (typeof answer === "number") return true;
  if (typeof answer === "string") return answer.trim() !== "";
  if (Array.isArray(answer)) return answer.length > 0;
  return Object.values(answer).some((part) => part.trim() !== "");
}

function holds(condition: FormCondition | null, counted: FormAnswers): boolean {
  if (condition === null) return true;
  const answer = counted[condition.fieldKey];
  if (!isAnswered(answer)) return false;
  if (condition.test === "answered") return true;
  const is = Array.isArray(answer) ? answer.includes(condition.value) : String(answer) === condition.value;
  return condition.test === "is" ? is : !is;
}

/**
 * Evaluates a form from the beginning: the questions that are asked, and the answers that count. Hidden fields have no
 * answer.
 */
function walked(form: FormDefinition, answers: FormAnswers): { sections: VisibleSection[]; counted: FormAnswers } {
  const counted: FormAnswers = {};
  const sections: VisibleSection[] = [];
  for (const { showIf, fields, ...section } of form.sections) {
    if (!holds(showIf, counted)) continue;
    const visible: FormField[] = [];
    for (const field of fields) {
      if (!holds(field.showIf, counted)) continue;
      visible.push(field);
      const answer = Object.hasOwn(answers, field.key) ? answers[field.key] : undefined;
      if (isAnswered(answer)) counted[field.key] = answer;
    }
    if (visible.length > 0) sections.push({ ...section, fields: visible });
  }
  return { sections, counted };
}

/** Returns the sections and fields that are asked, given the answers. Sections without any are left out. */
export const visibleSections = (form: FormDefinition, answers: FormAnswers): VisibleSection[] =>
  walked(form, answers).sections;

/** Returns the answers that count: those of fields that are asked, if not empty. */
export const countedAnswers = (form: FormDefinition, answers: FormAnswers): FormAnswers =>
  walked(form, answers).counted;

/** Data that the answers don't contain. */
export type AnsweringFacts = {
  /** The name of the person who fills in and signs the form. */
  signer: string;
  /** The files that were uploaded for the form, by field key. */
  files: Readonly<Record<string, readonly string[]>>;
};

const blank = /\s+/gu;
/** Normalizes a name for comparison: ignores case, accents, and variants of apostrophes, hyphens and spaces. */
function wordsOf(name: string): string[] {
  return name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]/gu, "")
    .split(blank)
    .filter(Boolean);
}

/** Returns whether a signature contains the person's full name; additional names, such as a middle name, are accepted. */
export function signsAs(signature: string, name: string): boolean {
  const typed = wordsOf(signature);
  const known = wordsOf(name);
  return known.length > 0 && known.every((word) => typed.includes(word));
}

function isRealDay(text: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const isEmail = (text: string) => text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, "").length;
  return /^\+?[\d\s().\-/]+(\s?(x|ext\.?)\s?\d{1,6})?$/i.test(text) && digits >= 7 && digits <= 21;
}

const list = new Intl.ListFormat("en", { type: "conjunction" });

const addressParts = [
  ["street", "street"],
  ["city", "city"],
  ["state", "state"],
  ["postalCode", "ZIP code"],
] as const;

function numberProblem({ min, max }: FormField, answer: FormAnswer): string | null {
  if (typeof answer !== "number" || !Number.isFinite(answer)) return "Enter a number.";
  if (min !== null && answer < min) return `Enter ${min} or more.`;
  if (max !== null && answer > max) return `Enter ${max} or less.`;
  return null;
}

function textProblem({ min, max }: FormField, answer: FormAnswer): string | null {
  if (typeof answer !== "string") return "Enter text.";
  const { length } = [...answer.trim()];
  if (min !== null && length < min) return `Use at least ${min} characters.`;
  if (max !== null && length > max) return `Use at most ${max} characters.`;
  return null;
}

function choicesProblem({ options, min, max }: FormField, answer: FormAnswer): string | null {
  if (!Array.isArray(answer) || new Set(answer).size < answer.length) return "Choose an option from the list.";
  if (!answer.every((one) => options.includes(one))) return "Choose an option from the list.";
  if (min !== null && answer.length < min) return `Choose at least ${min}.`;
  if (max !== null && answer.length > max) return `Choose at most ${max}.`;
  return null;
}

function addressProblem(answer: FormAnswer): string | null {
  if (typeof answer !== "object" || Array.isArray(answer)) return "Enter the address.";
  const missing = addressParts.filter(([part]) => answer[part].trim() === "").map(([, name]) => name);
  return missing.length === 0 ? null : `Add the ${list.format(missing)}.`;
}

/** Returns what is wrong with a given answer; null if it is valid. */
function kindProblem(field: FormField, answer: FormAnswer, facts: AnsweringFacts): string | null {
  const text = typeof answer === "string" ? answer.trim() : null;
  switch (field.kind) {
    case "text":
    case "longText":
      return textProblem(field, answer);
    case "number":
      return numberProblem(field, answer);
    case "date":
      return text !== null && isRealDay(text) ? null : "Enter a valid date.";
    case "yesNo":
      return text === "yes" || text === "no" ? null : "Choose yes or no.";
    case "choice":
      return text !== null && field.options.includes(text) ? null : "Choose an option from the list.";
    case "choices":
      return choicesProblem(field, answer);
    case "email":
      return text !== null && isEmail(text) ? null : "Enter a valid email address.";
    case "phone":
      return text !== null && isPhone(text) ? null : "Enter a phone number with its area code.";
    case "address":
      return addressProblem(answer);
    case "file":
      return text !== null && facts.files[field.key]?.includes(text) ? null : "Upload the file again.";
    case "signature":
      return text !== null && signsAs(text, facts.signer)
        ? null
        : `Sign with your full name as we have it: ${facts.signer}.`;
  }
}

const missingWords: Partial<Record<FormField["kind"], string>> = {
  yesNo: "Choose yes or no.",
  choice: "Choose one.",
  choices: "Choose at least one.",
  file: "Upload a file.",
  signature: "Sign with your full name.",
};

/** Returns what is wrong with the answer to one field that is asked; null if it is valid. */
export function fieldProblem(
  field: FormField,
  answer: FormAnswer | null | undefined,
  facts: AnsweringFacts,
): string | null {
  if (isAnswered(answer)) return kindProblem(field, answer, facts);
  return field.required ? (missingWords[field.kind] ?? "Answer this question.") : null;
}

/** Returns what prevents submission: a sentence by field key, only for fields that are asked. */
export function answerProblems(
  form: FormDefinition,
  answers: FormAnswers,
  facts: AnsweringFacts,
): Record<string, string> {
  const { sections, counted } = walked(form, answers);
  return Object.fromEntries(
    sections
      .flatMap(({ fields }) => fields)
      .flatMap((field) => {
        const problem = fieldProblem(field, counted[field.key], facts);
        return problem === null ? [] : [[field.key, problem] as const];
      }),
  );
}

/** Formats an answer as text, with a line for each part. A file is shown by its name. */
export function answerLines(
  field: Pick<FormField, "kind">,
  answer: FormAnswer,
  fileName: (fileId: string) => string | undefined,
): string[] {
  if (typeof answer === "number") return [String(answer)];
  if (Array.isArray(answer)) return answer;
  if (typeof answer === "object") {
    const { street, city, state, postalCode, country } = answer;
    const place = [[city, state].filter(Boolean).join(", "), postalCode].filter(Boolean).join(" ");
    return [street, place, country].filter(Boolean);
  }
  switch (field.kind) {
    case "yesNo":
      return [answer === "yes" ? "Yes" : answer === "no" ? "No" : answer];
    case "date":
      return [isRealDay(answer) ? longDay.format(new Date(`${answer}T00:00:00Z`)) : answer];
    case "file":
      return [fileName(answer) ?? "A file"];
    default:
      return answer.split(/\r?\n/);
  }
}

const longDay = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/**
 * Returns the initial answers of a new attempt after an earlier one was sent back, withdrawn or expired: the same answers
 * without signatures and files, which belong to the earlier submission.
 */
export function carriedAnswers(form: FormDefinition, before: FormAnswers): FormAnswers {
  const kinds = new Map(form.sections.flatMap(({ fields }) => fields).map((field) => [field.key, field.kind]));
  return Object.fromEntries(
    Object.entries(before).filter(([key]) => {
      const kind = kinds.get(key);
      return kind !== undefined && kind !== "signature" && kind !== "file";
    }),
  );
}
