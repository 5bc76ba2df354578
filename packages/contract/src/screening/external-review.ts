import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { BackgroundCheckProvider, webAddress } from "../library/content-settings.ts";
import { day, flag, id, instant, numbered } from "../values.ts";

/** Results of background checks that come from outside: from JDP and NCSI, which have no public API. */

/** Source: specification 1, section 3: two external review providers. */
export const externalReviewers = [BackgroundCheckProvider.JDP, BackgroundCheckProvider.NCSI] as const;
export type ExternalReviewer = (typeof externalReviewers)[number];
const reviewer = z.literal(externalReviewers);
const reviewerInQuery = z.enum(["1", "2"]).transform((value) => Number(value) as ExternalReviewer);

/**
 * What a result says.
 *
 * - `passed`: green; the requirement is completed. `flagged`: red; somebody of the organization confirms it.
 * - `canceled`: the check ended without a result.
 */
export const externalOutcomes = ["passed", "flagged", "canceled"] as const;
export type ExternalOutcome = (typeof externalOutcomes)[number];

/**
 * Why a result is awaited: the member was sent to the page of JDP or NCSI (`portal`), or the organization lets one of them
 * review its background checks (`review`).
 */
export const externalWaits = ["portal", "review"] as const;
export type ExternalWait = (typeof externalWaits)[number];

/** What a column of a result file can be. */
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
  /** Characters of a cell. */
  cell: 2_000,
  /** Rows of an export, which so can be imported again. */
  exported: 5_000,
} as const;

/**
 * What becomes of a row. `record`: it will be recorded; `recorded`: it is; `known`: that is on record already; `waiting`: the file
 * says that there is no result yet; `error`: it says why not; `undone`: it was recorded and taken back.
 */
export const externalRowFates = ["record", "recorded", "known", "waiting", "error", "undone"] as const;
export type ExternalRowFate = (typeof externalRowFates)[number];

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
  /** The file's own word. */
  result: z.string(),
  resultOn: z.string(),
  outcome: z.enum(externalOutcomes).nullable(),
  /** Whom it means, as far as the caller may see them; null: nobody, or several. */
  match: z
    .object({
      by: z.enum(["reference", "externalId", "nameAndBirth"]),
      name: z.string(),
      dateOfBirth: day.nullable(),
      levelName: z.string(),
      requirementName: z.string(),
    })
    .nullable(),
  fate: z.enum(externalRowFates),
  /** Why, in a sentence; empty where nothing stands in the way. */
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
    /** JSON: which column is what, by heading. Left out: as the headings say. */
    columns: z.string().max(10_000).optional(),
  }),
  response: z.object({
    /** The import that has begun; null after a check. */
    importId: id.nullable(),
    /** How the file was read. */
    encoding: z.string(),
    columns: z.array(z.object({ heading: z.string(), field: z.enum(externalFields).nullable() })),
    fates: z.record(z.enum(externalRowFates), z.int()),
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
  /** Rows that were worked on so far. */
  done: z.int(),
  createdAt: instant,
  createdByName: z.string(),
  /** Whether the caller may cancel it now, or take it back. */
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
  /** The row after which to go on. */
  query: { after: z.coerce.number().int().min(0).default(0) },
  response: shownImport.extend({
    data: z.array(
      z.object({
        number: z.int(),
        /** Null where the row means nobody whom the caller may see. */
        name: z.string().nullable(),
        outcome: z.enum(externalOutcomes).nullable(),
        fate: z.enum(externalRowFates),
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
  /** Within how many days results are expected. */
  deadlineDays: z.int().min(1, "Enter at least 1 day.").max(365, "Enter at most 365 days."),
  /** The pages on which members begin their checks; null: none is known. */
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
    /** Null: nobody outside gives a result. */
    wait: z.enum(externalWaits).nullable(),
    reviewer: reviewer.nullable(),
    reviewerName: z.string(),
    /** Where the member continues; null: ask the organization. */
    portalUrl: z.string().nullable(),
    /** Steps that the member takes now. */
    steps: z.array(z.enum(["begun", "finished"])),
    /** Since when a result is awaited, and by which day it is expected; null: none is awaited. */
    waitingSince: instant.nullable(),
    dueOn: day.nullable(),
    overdue: z.boolean(),
    /** The latest results, newest first: what they are, never why. For everybody but the member. */
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
    /** Whether the caller reviews background checks of this person, and sees what follows. */
    reviews: z.boolean(),
    /** What the caller may record now. */
    recordable: z.array(z.enum(externalOutcomes)),
    asksValidUntil: z.boolean(),
    /** Whether reviewers don't see the report: the organization lets others review it. */
    outcomeOnly: z.boolean(),
    /** The submission waits for the external reviewer: nobody of the organization decides on it. */
    awaited: z.boolean(),
  }),
});
