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

/** Whether there is anything in it at all. */
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

/** Walks through a form from its beginning: what is asked, and the answers that count. What is hidden has no answer. */
function walked(form: FormDefinition, answers: FormAnswers): { sections: VisibleSection[]; counted: FormAnswers } {
  const counted: FormAnswers = {};
  const sections: VisibleSection[] = [];
  for (const { showIf, fields, ...section } of form.sections) {
    if (!holds(showIf, counted)) continue;
    const asked: FormField[] = [];
    for (const field of fields) {
      if (!holds(field.showIf, counted)) continue;
      asked.push(field);
      const answer = Object.hasOwn(answers, field.key) ? answers[field.key] : undefined;
      if (isAnswered(answer)) counted[field.key] = answer;
    }
    if (asked.length > 0) sections.push({ ...section, fields: asked });
  }
  return { sections, counted };
}

/** The sections and fields that are asked, given the answers. A section of which nothing is asked is left out. */
export const visibleSections = (form: FormDefinition, answers: FormAnswers): VisibleSection[] =>
  walked(form, answers).sections;

/** The answers that count: of fields that are asked, and not empty. */
export const countedAnswers = (form: FormDefinition, answers: FormAnswers): FormAnswers =>
  walked(form, answers).counted;

/** What the answers themselves do not tell. */
export type AnsweringFacts = {
  /** The name of who fills it in, who signs with it. */
  signer: string;
  /** The files that were uploaded for it, by the key of their field. */
  files: Readonly<Record<string, readonly string[]>>;
};

const blank = /\s+/gu;
/** A name as it is compared: without regard to case, accents over letters, and kinds of apostrophe, hyphen and space. */
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

/** What is wrong with an answer that was given; null when nothing. */
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

/** What is wrong with the answer to one field that is asked; null when nothing. */
export function fieldProblem(
  field: FormField,
  answer: FormAnswer | null | undefined,
  facts: AnsweringFacts,
): string | null {
  if (isAnswered(answer)) return kindProblem(field, answer, facts);
  return field.required ? (missingWords[field.kind] ?? "Answer this question.") : null;
}

/** What stands in the way of sending, a sentence by the key of each field; of fields that are asked alone. */
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

/** An answer in words, a line for each part of it. A file by its name. */
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
 * What another attempt begins with when an earlier one was sent back, taken back or has run out: the same answers, but
 * signatures and files, which belong to what was sent then.
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
