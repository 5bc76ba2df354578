/** Reads results of JDP and NCSI: their terms, the columns of their files, and when a result is overdue. */

import type { SettingsOf } from "@touchline/contract/library/content-settings";
import {
  type ExternalField,
  type ExternalOutcome,
  type ExternalReviewer,
  externalFields,
  externalReviewers,
} from "@touchline/contract/screening/external-review";
import type { DateOrder } from "@touchline/contract/setup/imports";
import { addToDay, type Day, dayOf } from "../calendar.ts";
import { splitName, tidy, unreadable, wordKey } from "../names.ts";
import { readDay } from "../written-dates.ts";
import { isOrderedAtProvider } from "./consents.ts";

/** `waiting`: there is no result yet. */
export type ExternalWord = ExternalOutcome | "waiting";

/**
 * Terms that either of them, or their customers' lists, are known to use.
 *
 * Sources: JDP: usasf.net/background-screening ("red light", "green light"); its API has no public vocabulary, and the terms
 * for a check in progress are our interpretation. NCSI: help.sportsengine.com/en/articles/6322906 (Pending, Pending
 * Verification, Passed, Flagged, Failed, Canceled, Error). `clear` and `consider` are the industry's terms for the same.
 */
const common: Readonly<Record<string, ExternalWord>> = {
  passed: "passed",
  pass: "passed",
  clear: "passed",
  cleared: "passed",
  green: "passed",
  flagged: "flagged",
  failed: "flagged",
  fail: "flagged",
  consider: "flagged",
  "not clear": "flagged",
  red: "flagged",
  pending: "waiting",
  "in progress": "waiting",
  canceled: "canceled",
};

const own: Record<ExternalReviewer, Readonly<Record<string, ExternalWord>>> = {
  1: {
    "green light": "passed",
    "red light": "flagged",
    "adverse action final": "flagged",
    invited: "waiting",
  },
  2: {
    "pending verification": "waiting",
    error: "waiting",
  },
};

/** Returns the meaning of a term in a result file; null for an unknown one, which never completes anything. */
export function externalWord(reviewer: ExternalReviewer, word: string): ExternalWord | null {
  // Includes the British spelling.
  const key = wordKey(word.replaceAll("_", " ")).replace(/elled$/, "eled");
  for (const words of [own[reviewer], common]) if (Object.hasOwn(words, key)) return words[key] ?? null;
  return null;
}

/** Headings normalized by `wordKey`. */
const headings: Record<ExternalField, readonly string[]> = {
  reference: ["reference", "reference id", "reference number", "ref", "order reference"],
  externalId: ["external id", "member id", "membership id", "member number", "person id", "applicant id"],
  firstName: ["first name", "first", "firstname", "given name", "applicant first name"],
  lastName: ["last name", "last", "lastname", "surname", "family name", "applicant last name"],
  fullName: ["name", "full name", "applicant", "applicant name", "volunteer", "volunteer name"],
  dateOfBirth: ["date of birth", "dob", "birth date", "birthdate", "birthday"],
  result: ["result", "results", "status", "light", "outcome", "determination", "screening status", "check status"],
  resultOn: ["result date", "date of result", "completed", "completed on", "completion date", "date completed", "date"],
  validUntil: ["valid until", "valid through", "expires", "expires on", "expiration date", "expiration"],
};
const fieldOf = new Map(externalFields.flatMap((field) => headings[field].map((heading) => [heading, field] as const)));

/** The field of each column, in the file's order; null if it isn't used. */
export type ExternalColumns = readonly { heading: string; field: ExternalField | null }[];

/** Suggests the columns' fields by their headings. Each field is used once. */
export function proposeExternalColumns(headers: readonly string[]): ExternalColumns {
  const taken = new Set<ExternalField>();
  return headers.map((heading) => {
    const field = fieldOf.get(wordKey(heading)) ?? null;
    if (field === null || taken.has(field)) return { heading, field: null };
    taken.add(field);
    return { heading, field };
  });
}

/** Returns a sentence about why these columns aren't enough; null if they are. */
export function externalColumnsProblem(columns: ExternalColumns): string | null {
  const has = (field: ExternalField) => columns.some((column) => column.field === field);
  if (externalFields.some((field) => columns.filter((column) => column.field === field).length > 1)) {
    return "Two columns hold the same. Choose one of them.";
  }
  if (!has("result")) return "No column holds the result. Choose one.";
  if (!has("resultOn")) return "No column holds the date of the result. Choose one.";
  const named = (has("fullName") || (has("firstName") && has("lastName"))) && has("dateOfBirth");
  if (!has("reference") && !has("externalId") && !named) {
    return "No column says whose result it is. Choose a column for the reference, for the external ID, or for the name and the date of birth.";
  }
  return null;
}

/** A row as read. `wrong` is a sentence about why it can't be used. */
export type ExternalRow = {
  number: number;
  /** The submission that the exported list named; null if the row has none. */
  reference: string | null;
  /** Empty if missing. */
  externalId: string;
  firstName: string;
  lastName: string;
  dateOfBirth: Day | null;
  /** The original text of the file. */
  written: { dateOfBirth: string; result: string; resultOn: string };
  word: ExternalWord | null;
  resultOn: Day | null;
  validUntil: Day | null;
  wrong: string | null;
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const shortened = (cell: string) => cell.slice(0, 100);

/** A cell of our own export starts with an apostrophe if a spreadsheet would read it as a formula. */
const plain = (cell: string) => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell);

/**
 * Reads one row.
 *
 * @param order the order of day and month for ambiguous dates.
 * @param fault the row's error in the file.
 */
export function readExternalRow(
  columns: ExternalColumns,
  { number, cells, fault }: { number: number; cells: readonly string[]; fault: string | null },
  { order, reviewer }: { order: DateOrder | null; reviewer: ExternalReviewer },
): ExternalRow {
  const cell = (field: ExternalField) => {
    const place = columns.findIndex((column) => column.field === field);
    return place < 0 ? "" : plain(tidy(cells[place] ?? ""));
  };
  const named = cell("lastName")
    ? { firstName: cell("firstName"), lastName: cell("lastName") }
    : splitName(cell("fullName") || cell("firstName"));
  const [reference, born, result, on, until] = [
    cell("reference").toLowerCase(),
    cell("dateOfBirth"),
    cell("result"),
    cell("resultOn"),
    cell("validUntil"),
  ];
  const day = (written: string) => {
    const read = written === "" ? null : readDay(written, order);
    return read !== null && "day" in read ? read.day : null;
  };
  const row = {
    ...{ number, reference: uuid.test(reference) ? reference : null, externalId: cell("externalId"), ...named },
    written: { dateOfBirth: shortened(born), result: shortened(result), resultOn: shortened(on) },
    ...{ dateOfBirth: day(born), resultOn: day(on), validUntil: day(until) },
    word: result === "" ? null : externalWord(reviewer, result),
  };
  const wrong = (): string | null => {
    if (fault !== null) return fault;
    if (cells.some((one) => unreadable.test(one))) return "This row has characters that can't be shown.";
    if (reference !== "" && row.reference === null) {
      return "The reference isn't one that Touchline gave. Copy it from the exported file, or leave it empty.";
    }
    const hasName = named.firstName !== "" && named.lastName !== "";
    if (row.reference === null && row.externalId === "" && !(hasName && born !== "")) {
      return "Enter the reference, the external ID, or the name and the date of birth.";
    }
    if (result === "") return "Enter the result.";
    if (row.word === null) {
      return `“${shortened(result)}” isn't a known result. Use Passed or Flagged, and ask ${reviewer === 1 ? "JDP" : "NCSI"} what it means.`;
    }
    return (
      dayProblem("date of birth", born, order) ??
      (row.word === "waiting" ? null : on === "" ? "Enter the date of the result." : null) ??
      dayProblem("date of the result", on, order) ??
      dayProblem("last valid day", until, order)
    );
  };
  return { ...row, wrong: wrong() };
}

function dayProblem(what: string, written: string, order: DateOrder | null): string | null {
  if (written === "") return null;
  const read = readDay(written, order);
  if ("day" in read) return null;
  const readable = shortened(written);
  switch (read.refused) {
    case "ambiguous":
      return `The ${what} “${readable}” can be read two ways. Write it like 2026-03-01.`;
    case "shortYear":
      return `The ${what} “${readable}” has a year of two digits. Write it like 2026-03-01.`;
    default:
      return `The ${what} “${readable}” can't be read. Write it like 2026-03-01.`;
  }
}

/** Returns who runs the check on a page of its own, without an order from here; null if no one does. */
export const portalReviewer = (settings: SettingsOf<"background-check">): ExternalReviewer | null =>
  isOrderedAtProvider(settings) ? null : (externalReviewers.find((one) => one === settings.provider) ?? null);

/** Returns the last day on which a result that has been awaited since an instant is on time. */
export function externalDueOn(since: number, deadlineDays: number, zone: string): Day {
  return addToDay(dayOf(since, zone), { days: deadlineDays });
}

/** The names of the results. */
export const externalOutcomeLabels: Record<ExternalOutcome, string> = {
  passed: "Passed (green)",
  flagged: "Flagged (red)",
  canceled: "Canceled without a result",
};
