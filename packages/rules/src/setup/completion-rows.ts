/** Reads a list of earlier completions: the names of its columns, and the content of each row. */
import { type CompletionField, completionFields } from "@touchline/contract/setup/completion-imports";
import { tidy, unreadable, wordKey } from "../names.ts";
import { headings as rosterHeadings } from "./roster-columns.ts";

/** Headings normalized by `wordKey`. */
const headings: Record<CompletionField, readonly string[]> = {
  email: rosterHeadings.email,
  firstName: rosterHeadings.firstName,
  lastName: rosterHeadings.lastName,
  dateOfBirth: ["date of birth", "birth date", "birthdate", "birthday", "born", "dob"],
  requirement: ["requirement", "requirement name", "course", "training", "certificate", "document"],
  completedOn: ["completed on", "completed", "completion date", "date completed", "completed date", "date"],
  validUntil: ["valid until", "valid through", "expires", "expires on", "expiration date", "expiration", "expiry date"],
};

/** The index of each column; null if the file doesn't have it. */
export type CompletionColumns = Record<CompletionField, number | null>;

/** Identifies the columns by their headings. The first match counts. */
export function completionColumns(headers: readonly string[]): CompletionColumns {
  const keys = headers.map(wordKey);
  const placeOf = (field: CompletionField) => {
    const place = keys.findIndex((key) => headings[field].includes(key));
    return place < 0 ? null : place;
  };
  return Object.fromEntries(completionFields.map((field) => [field, placeOf(field)])) as CompletionColumns;
}

/** Returns a sentence about missing columns; null if there are none. */
export function missingColumns(columns: CompletionColumns): string | null {
  const missing = [
    columns.requirement === null ? "Requirement" : null,
    columns.completedOn === null ? "Completed on" : null,
    columns.email === null && (columns.firstName === null || columns.lastName === null || columns.dateOfBirth === null)
      ? "Email (or First name, Last name, and Date of birth)"
      : null,
  ].filter((one) => one !== null);
  if (missing.length === 0) return null;
  return `Missing from the first row: ${missing.join(", ")}. Add the columns and choose the file again.`;
}

/** A row as read. Days are `YYYY-MM-DD`; `wrong` is a sentence about why it can't be used. */
export type CompletionRow = {
  number: number;
  /** In lower case; empty if missing. */
  email: string;
  firstName: string;
  lastName: string;
  dateOfBirth: string | null;
  requirement: string;
  completedOn: string;
  validUntil: string | null;
  wrong: string | null;
};

const years = { first: 1900, last: 2999 };

/** Parses a day from a spreadsheet: 2026-03-01, 3/1/2026 or 03/01/2026. Null if it isn't one. */
export function dayIn(cell: string): string | null {
  const text = cell.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : american
      ? [Number(american[3]), Number(american[1]), Number(american[2])]
      : [0, 0, 0];
  if (year < years.first || year > years.last) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}

const cellOf = (cells: readonly string[], place: number | null) => (place === null ? "" : tidy(cells[place] ?? ""));

/** Reads one row. @param fault the row's error in the file; null if there is none. */
export function readCompletion(
  columns: CompletionColumns,
  row: { number: number; cells: readonly string[]; fault: string | null },
): CompletionRow {
  const text = (field: CompletionField) => cellOf(row.cells, columns[field]);
  const [email, firstName, lastName] = [text("email").toLowerCase(), text("firstName"), text("lastName")];
  const [born, completed, until] = [text("dateOfBirth"), text("completedOn"), text("validUntil")];
  const dateOfBirth = dayIn(born);
  const completedOn = dayIn(completed);
  const validUntil = dayIn(until);
  const wrong = () => {
    if (row.fault !== null) return row.fault;
    if (row.cells.some((cell) => unreadable.test(cell))) return "This row has characters that can't be shown.";
    if (text("requirement") === "") return "Enter the name of the requirement.";
    if (completed === "") return "Enter the completion date.";
    if (completedOn === null) return "The completion date can't be read. Write it like 2026-03-01 or 3/1/2026.";
    if (until !== "" && validUntil === null) {
      return "The last valid day can't be read. Write it like 2026-03-01 or 3/1/2026.";
    }
    if (born !== "" && dateOfBirth === null) {
      return "The date of birth can't be read. Write it like 2012-03-01 or 3/1/2012.";
    }
    if (email === "" && (firstName === "" || lastName === "" || dateOfBirth === null)) {
      return "Enter an email, or the first name, last name, and date of birth.";
    }
    return null;
  };
  return {
    ...{ number: row.number, email, firstName, lastName, dateOfBirth, validUntil },
    requirement: text("requirement"),
    completedOn: completedOn ?? completed.slice(0, 40),
    wrong: wrong(),
  };
}
