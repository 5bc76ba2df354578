import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { BackgroundCheckProvider, webAddress } from "../library/content-settings.ts";
import { day, flag, id, instant, numbered } from "../values.ts";

/** External results of background checks: from JDP and NCSI, which have no public API. */

/** Source: specification 1, section 3: two external review providers. */
export const externalReviewers = [BackgroundCheckProvider.JDP, BackgroundCheckProvider.NCSI] as const;
export type ExternalReviewer = (typeof externalReviewers)[number];
const reviewer = z.literal(externalReviewers);
const reviewerInQuery = z.enum(["1", "2"]).transform((value) => Number(value) as ExternalReviewer);

/**
 * The outcomes of a result.
 *
 * - `passed`: green; the requirement is completed. `flagged`: red; somebody in the organization confirms it.
 * - `canceled`: the check ended without a result.
 */
export const externalOutcomes = ["passed", "flagged", "canceled"] as const;
export type ExternalOutcome = (typeof externalOutcomes)[number];

/**
 * Why a result is expected: the member was sent to the page of JDP or NCSI (`portal`), or the organization lets one of them
 * review its background checks (`review`).
 */
export const externalWaits = ["portal", "review"] as const;
export type ExternalWait = (typeof externalWaits)[number];

/** The meanings of a column in a result file. */
export const externalFields = [
  "reference",
  "externalId",
  "firstName",
  "lastName",
  "fullName",
  "dateOfBirth",
  "result",
  "resultOn",
  "validUntil",
] as const;
export type ExternalField = (typeof externalFields)[number];

export const externalFieldLabels: Record<ExternalField, string> = {
  reference: "Reference",
  externalId: "External ID",
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  dateOfBirth: "Date of birth",
  result: "Result",
  resultOn: "Result date",
  validUntil: "Valid until",
};

export const externalFileLimits = {
  bytes: 5 * 1024 * 1024,
  rows: 5_000,
  columns: 50,
  /** The most characters in a cell. */
  cell: 2_000,
  /** The most rows in an export, so that it can be imported again. */
  exported: 5_000,
} as const;

/**
 * The outcome of a row. `record`: it will be recorded; `recorded`: it is; `known`: it was recorded before; `waiting`: the file
 * has no result yet; `error`: the message says why not; `undone`: it was recorded and undone.
 */
export const externalRowResults = ["record", "recorded", "known", "waiting", "error", "undone"] as const;
export type ExternalRowResult = (typeof externalRowResults)[number];

export const externalImportStates = ["running", "done", "canceled", "failed", "undoing", "undone"] as const;
export type ExternalImportState = (typeof externalImportStates)[number];

const base = "/api/app/external-review";

const waitingRow = z.object({
  /** The stable reference: also the id of the submission. */
  reference: id,
  requirementId: id,
  profileLevelAccessId: id,
  name: z.string(),
  levelName: z.string(),
  requirementName: z.string(),
  reviewer,
  wait: z.enum(externalWaits),
  waitingSince: instant,
  /** The day by which the result is expected. */
  dueOn: day,
  overdue: z.boolean(),
});

export const listExternalQueue = endpoint({
  method: "GET",
  path: `${base}/queue`,
  summary: "Lists the background checks that wait for a result of JDP or NCSI, the longest waiting first.",
  errors: [403],
  query: { reviewer: reviewerInQuery.optional(), overdue: flag.optional(), cursor: z.string().max(200).optional() },
  response: z.object({
    rows: z.array(waitingRow),
    next: z.string().nullable(),
    /** Up to 1,000 of each. */
    waiting: z.int(),
    overdue: z.int(),
  }),
});

export const downloadExternalQueue = endpoint({
  method: "GET",
  path: `${base}/queue-file`,
  summary: "Downloads the background checks that wait for a result of JDP or NCSI as CSV, up to 5,000. It is audited.",
  errors: [403],
  costly: true,
  query: { reviewer: reviewerInQuery, overdue: flag.optional() },
  response: fileContent,
});

const fileRow = z.object({
  /** As in the spreadsheet: the heading is row 1. */
  number: z.int(),
  /** As the file has it. */
  name: z.string(),
  dateOfBirth: z.string(),
  /** The file's own term. */
  result: z.string(),
  resultOn: z.string(),
  outcome: z.enum(externalOutcomes).nullable(),
  /** The person it is about, as far as the caller may see them; null: nobody, or several. */
  match: z
    .object({
      by: z.enum(["reference", "externalId", "nameAndBirth"]),
      name: z.string(),
      dateOfBirth: day.nullable(),
      levelName: z.string(),
      requirementName: z.string(),
    })
    .nullable(),
  fate: z.enum(externalRowResults),
  /** The problem, in a sentence; empty if there is none. */
  message: z.string(),
});

export const importExternalResults = endpoint({
  method: "POST",
  path: `${base}/import`,
  summary:
    "Checks a list of results from JDP or NCSI (CSV) and says what would happen to each row or, unless `checkOnly`, begins to record it.",
  errors: [403, 409, 413, 415],
  multipart: true,
  costly: true,
  body: z.strictObject({
    reviewer: z.enum(["1", "2"]).transform((value) => Number(value) as ExternalReviewer),
    checkOnly: z.stringbool(),
    /** JSON: the meaning of each column, by heading. If omitted, as the headings say. */
    columns: z.string().max(10_000).optional(),
  }),
  response: z.object({
    /** The import that was started; null after a check. */
    importId: id.nullable(),
    /** How the file was read. */
    encoding: z.string(),
    columns: z.array(z.object({ heading: z.string(), field: z.enum(externalFields).nullable() })),
    fates: z.record(z.enum(externalRowResults), z.int()),
    rows: z.array(fileRow),
  }),
});

const shownImport = z.object({
  importId: id,
  reviewer,
  fileName: z.string(),
  state: z.enum(externalImportStates),
  rows: z.int(),
  recorded: z.int(),
  /** Rows processed so far. */
  done: z.int(),
  createdAt: instant,
  createdByName: z.string(),
  /** Whether the caller can cancel or undo it now. */
  cancelable: z.boolean(),
  undoable: z.boolean(),
});

export const listExternalImports = endpoint({
  method: "GET",
  path: `${base}/imports`,
  summary: "Lists the latest 20 imports of results from JDP and NCSI, newest first.",
  errors: [403],
  response: z.array(shownImport),
});

export const getExternalImport = endpoint({
  method: "GET",
  path: `${base}/import/{id}`,
  summary: "One import of results from JDP or NCSI, with what became of its rows.",
  errors: [403],
  /** The row after which to continue. */
  query: { after: z.coerce.number().int().min(0).default(0) },
  response: shownImport.extend({
    data: z.array(
      z.object({
        number: z.int(),
        /** Null if the row is about nobody whom the caller may see. */
        name: z.string().nullable(),
        outcome: z.enum(externalOutcomes).nullable(),
        fate: z.enum(externalRowResults),
        message: z.string(),
      }),
    ),
    next: z.int().nullable(),
  }),
});

export const cancelExternalImport = endpoint({
  method: "POST",
  path: `${base}/import/{id}/cancel`,
  summary: "Stops an import of results between two steps. What is recorded stays.",
  errors: [403, 409],
  response: noContent,
});

export const undoExternalImport = endpoint({
  method: "POST",
  path: `${base}/import/{id}/undo`,
  summary:
    "Takes back what an import recorded, within seven days: each submission waits again, unless something happened to it since.",
  errors: [403, 409],
  response: noContent,
});

const settings = {
  /** Who reviews background checks instead of the organization; null: the organization does. */
  reviewer: reviewer.nullable(),
  /** The number of days within which results are expected. */
  deadlineDays: z.int().min(1, "Enter at least 1 day.").max(365, "Enter at most 365 days."),
  /** The pages where members start their checks; null: not known. */
  portals: z.strictObject({ jdp: webAddress.nullable(), ncsi: webAddress.nullable() }),
};

export const getExternalReviewSettings = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/external-review",
  summary: "Gets who reviews background checks instead of the organization, and the pages of JDP and NCSI.",
  errors: [403],
  response: z.object({ ...settings, editable: z.boolean() }),
});

export const saveExternalReviewSettings = endpoint({
  method: "PUT",
  path: "/api/app/organization/{id}/external-review",
  summary: "Sets who reviews background checks instead of the organization, and the pages of JDP and NCSI.",
  errors: [403],
  body: z.strictObject(settings),
  response: noContent,
});

const moved = z.object({ requirementId: id, status: numbered(RequirementStatus) });

export const recordExternalResult = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/external-result",
  summary: "Records the result that JDP or NCSI gave for a background check.",
  errors: [403, 409],
  body: z.strictObject({
    profileLevelAccessId: id,
    outcome: z.enum(externalOutcomes),
    /** The date of the result. */
    resultOn: day,
    /** The last valid day, for content whose validity is set with each submission. */
    validUntil: day.nullable().default(null),
  }),
  response: moved,
});

export const takeExternalStep = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/external-check",
  summary:
    "Keeps that the member has begun a background check on the page of JDP or NCSI, or has done their part there.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id, step: z.enum(["begun", "finished"]) }),
  response: moved,
});

export const getExternalCheck = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/external-check",
  summary: "Gets how a background check stands whose result JDP or NCSI gives.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  response: z.object({
    /** Null: no external result is expected. */
    wait: z.enum(externalWaits).nullable(),
    reviewer: reviewer.nullable(),
    reviewerName: z.string(),
    /** Where the member continues; null: ask the organization. */
    portalUrl: z.string().nullable(),
    /** Steps that the member can take now. */
    steps: z.array(z.enum(["begun", "finished"])),
    /** Since when a result is expected, and by which day; null: none is. */
    waitingSince: instant.nullable(),
    dueOn: day.nullable(),
    overdue: z.boolean(),
    /** The latest results, newest first: the outcomes, never the reasons. For everyone except the member. */
    results: z.array(
      z.object({
        outcome: z.enum(externalOutcomes),
        resultOn: day,
        imported: z.boolean(),
        recordedAt: instant,
        recordedByName: z.string(),
        undone: z.boolean(),
      }),
    ),
    /** Whether the caller reviews this person's background checks, and sees the following fields. */
    reviews: z.boolean(),
    /** The outcomes that the caller can record now. */
    recordable: z.array(z.enum(externalOutcomes)),
    asksValidUntil: z.boolean(),
    /** Whether reviewers don't see the report, because the organization lets others review it. */
    outcomeOnly: z.boolean(),
    /** Whether the submission is pending the external reviewer: nobody in the organization decides on it. */
    awaited: z.boolean(),
  }),
});
