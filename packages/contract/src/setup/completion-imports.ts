import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** The limits of a list of completions. */
export const completionImportLimits = { bytes: 5 * 1024 * 1024, rows: 2_000 } as const;

/** The meanings of a column in such a list. */
export const completionFields = [
  "email",
  "firstName",
  "lastName",
  "dateOfBirth",
  "requirement",
  "completedOn",
  "validUntil",
] as const;
export type CompletionField = (typeof completionFields)[number];

/**
 * The outcome of a row. `record`: it is carried over; `known`: a completion of that day or a later one counts already; `error`:
 * the message says why not.
 */
export const completionFates = ["record", "known", "error"] as const;
export type CompletionFate = (typeof completionFates)[number];

const result = z.object({
  /** Rows that aren't empty, without the heading. */
  rows: z.int(),
  fates: z.record(z.enum(completionFates), z.int()),
  /** Each row, in the file's order. */
  data: z.array(
    z.object({
      /** As in the spreadsheet: the heading is row 1. */
      number: z.int(),
      name: z.string(),
      requirement: z.string(),
      completedOn: z.string(),
      fate: z.enum(completionFates),
      /** The problem, in a sentence; empty if there is none. */
      message: z.string(),
    }),
  ),
});

export const checkCompletions = endpoint({
  method: "POST",
  path: "/api/app/carried-completions/check",
  summary:
    "Checks a list of past completions (CSV or .xlsx, in the field `file`) and says what would happen to each row. Nothing is saved.",
  errors: [403, 413, 415],
  multipart: true,
  costly: true,
  body: z.strictObject({}),
  response: result,
});

export const importCompletions = endpoint({
  method: "POST",
  path: "/api/app/carried-completions",
  summary:
    "Imports the completions of a list: every valid row, in one transaction. Importing the same list again saves nothing twice.",
  errors: [403, 413, 415],
  multipart: true,
  costly: true,
  body: z.strictObject({}),
  response: result,
});
