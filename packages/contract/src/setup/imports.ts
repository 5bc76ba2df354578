import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { importStates } from "../enums.ts";
import { likenessReasons } from "../reporting/duplicates.ts";
import { id, instant, line } from "../values.ts";

/** The limits of a roster. */
export const rosterLimits = { bytes: 25 * 1024 * 1024, rows: 100_000, columns: 60, cell: 1_000 } as const;

/** The meanings of a column in a roster. `fullName`: both names in one cell; `minor`: "Requires Guardian". */
export const rosterFields = [
  "firstName",
  "lastName",
  "fullName",
  "email",
  "dateOfBirth",
  "phone",
  "level",
  "label",
  "minor",
  "guardianFirstName",
  "guardianLastName",
  "guardianEmail",
  "guardian2FirstName",
  "guardian2LastName",
  "guardian2Email",
] as const;
export type RosterField = (typeof rosterFields)[number];

/** How a file writes dates like 03/04/2012, which can be read two ways. */
export const dateOrders = ["monthFirst", "dayFirst"] as const;
export type DateOrder = (typeof dateOrders)[number];

/**
 * The outcome for a guardian named in a row. `new`: a new person, who is invited if invitations are sent; `known`: an adult
 * with this email address, who is linked to the child; `left`: nobody is linked, the message says why.
 */
export const guardianResults = ["new", "known", "left"] as const;
export type GuardianResult = (typeof guardianResults)[number];

/**
 * The outcome of a row. `create`: a new person with a membership; `join`: a membership for an existing person; `alike`: it
 * resembles an existing person, and needs an answer; `present`: nothing to do; `duplicate`: an earlier row of the file has the
 * same data; `error`: the message says why not.
 */
export const importRowResults = ["create", "join", "alike", "present", "duplicate", "error"] as const;
export type ImportRowResult = (typeof importRowResults)[number];

/** Answers to whether a row is an existing person. */
export const rowAnswers = ["add", "same"] as const;
export type RowAnswer = (typeof rowAnswers)[number];

/** A word of the file in normalized form. */
const word = z.string().max(1_000);
const chosen = z.record(word, id).refine((all) => Object.keys(all).length <= 2_000, "Use at most 2,000 words.");

/** The most levels that one import can create. */
export const mostNewLevels = 200;
/** A level that the import creates below another one, before it adds its people. */
const newLevel = z.strictObject({ parentId: id, name: line(100), kind: line(40) });
export type NewRosterLevel = z.output<typeof newLevel>;

/** How to read a file: the meaning of each column, and of the file's own words for levels and roles. */
export const rosterMapping = z.strictObject({
  /** The index of each column, from 0; null: the file has none. */
  columns: z.strictObject(
    Object.fromEntries(rosterFields.map((field) => [field, z.int().min(0).max(59).nullable().default(null)])) as Record<
      RosterField,
      z.ZodDefault<z.ZodNullable<z.ZodInt>>
    >,
  ),
  /** Null: as found in the column itself; if it is ambiguous, dates that can be read two ways are refused. */
  dateOrder: z.enum(dateOrders).nullable().default(null),
  /** For rows without a level. */
  levelId: id.nullable(),
  labelId: id.nullable(),
  levels: chosen,
  labels: chosen,
  /** Words for levels that don't exist, and the levels that are created for them. */
  newLevels: z
    .record(word, newLevel)
    .refine((all) => Object.keys(all).length <= mostNewLevels, `Add at most ${mostNewLevels} levels.`)
    .default({}),
});
export type RosterMapping = z.output<typeof rosterMapping>;

const resultCounts = z.record(z.enum(importRowResults), z.int());

/** A word in the file that isn't the name of a level or role, with its possible meanings. */
const unknownWord = z.object({
  /** As first written in the file. */
  word: z.string(),
  /** The key under which `levels` or `labels` of the mapping define its meaning. */
  key: z.string(),
  rows: z.int(),
  suggestions: z.array(z.object({ id, name: z.string() })),
});

/** A word that isn't the name of a level, with the level that the caller could create for it. */
const unknownLevel = unknownWord.extend({
  /** Null for callers who may not add levels. `parentId`: if the word itself or the caller's reach determines it. */
  creatable: z.object({ parentId: id.nullable(), name: z.string(), kind: z.string() }).nullable(),
});

export const importSummary = z.object({
  rosterImportId: id,
  state: z.enum(importStates),
  fileName: z.string(),
  /** Rows that aren't empty, without the heading. */
  rows: z.int(),
  createdAt: instant,
});

export const rosterImport = importSummary.extend({
  /** The encoding of the file, in words: "UTF-8", "Windows-1252". */
  encoding: z.string(),
  /** The headings; for a file without any: "Column 1" … */
  headers: z.array(z.string()),
  /** The first rows, as they were read. */
  preview: z.array(z.array(z.string())),
  mapping: rosterMapping,
  /** How many rows the dry run has read; it judges them after reading all. */
  read: z.int(),
  /** How many rows the dry run has judged. */
  judged: z.int(),
  fates: resultCounts,
  unknownLevels: z.array(unknownLevel),
  unknownLabels: z.array(unknownWord),
  /** Levels that the import creates, with the number of its rows there. */
  levelsToCreate: z.array(
    z.object({ key: z.string(), name: z.string(), kind: z.string(), parentName: z.string(), rows: z.int() }),
  ),
  /**
   * How ambiguous dates are read: as chosen, or as the rest of the column shows. `example`: one of the file's, if the column
   * doesn't show it.
   */
  dates: z.object({ order: z.enum(dateOrders).nullable(), example: z.string().nullable() }),
  /** New people and new guardians with an address of their own, who can be invited. */
  invitable: z.int(),
  /** How many of the rows to create or join are done. */
  written: z.int(),
  toWrite: z.int(),
  /** Whether invitations are sent to added people. */
  invite: z.boolean(),
  /** Why it failed, in a sentence. */
  failure: z.string().nullable(),
  /** The name of the partner whose registrations the rows are; null: they are a file's. */
  partner: z.string().nullable(),
  /** Until when the memberships that it added can be removed again; null: they can't. */
  undoableUntil: instant.nullable(),
  /** The task that removed them. */
  undoneBy: id.nullable(),
});

/** Cells of a row by their meaning. */
const rowCells = z.partialRecord(z.enum(rosterFields), z.string().max(rosterLimits.cell));
/** The most rows of an import that can be fixed in place. */
export const mostFixedRows = 1_000;

export const importRow = z.object({
  /** As in the spreadsheet: the heading is row 1. */
  number: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  dateOfBirth: z.string().nullable(),
  phone: z.string(),
  level: z.string(),
  label: z.string(),
  minor: z.boolean(),
  guardians: z.array(
    z.object({ name: z.string(), email: z.string(), fate: z.enum(guardianResults), message: z.string() }),
  ),
  fate: z.enum(importRowResults),
  /** The field with the problem, if any. */
  field: z.enum(rosterFields).nullable(),
  /** The reason, or a note. */
  message: z.string(),
  /** Whether the import has done it. */
  done: z.boolean(),
  profileLevelAccessId: id.nullable(),
  /** The person that the row resembles, and the reasons; null if there is none, or the row has been answered. */
  like: z
    .object({
      profileId: id,
      profileLevelAccessId: id,
      name: z.string(),
      place: z.string(),
      reasons: z.array(z.enum(likenessReasons)),
    })
    .nullable(),
  /** The answer for a row that resembles a person. */
  answer: z.enum(rowAnswers).nullable(),
  /** The present cells, including corrections, if the row can be fixed in place; otherwise null. */
  cells: rowCells.nullable(),
  /** How often the row was fixed. */
  revision: z.int(),
});

export const uploadRoster = endpoint({
  method: "POST",
  path: "/api/app/roster",
  summary: "Uploads a roster as CSV or pasted rows, in the field `file`, and suggests what its columns are.",
  errors: [403, 413, 415],
  multipart: true,
  body: z.strictObject({}),
  response: z.object({ rosterImportId: id }),
});

export const listRosterImports = endpoint({
  method: "GET",
  path: "/api/app/roster",
  summary: "Lists the caller's imports of the last 30 days, newest first; at most 20.",
  response: z.array(importSummary),
});

export const getRosterImport = endpoint({
  method: "GET",
  path: "/api/app/roster/{id}",
  summary: "Gets an import: how the file is read, what would happen to its rows, and its progress.",
  errors: [403],
  response: rosterImport,
});

export const checkRosterImport = endpoint({
  method: "PUT",
  path: "/api/app/roster/{id}/mapping",
  summary:
    "Sets what the columns are and checks every row. Nothing is saved to the organization. Long files are checked in a background job.",
  errors: [403, 409],
  costly: true,
  body: rosterMapping,
  response: z.object({ state: z.enum(importStates) }),
});

export const listImportRows = endpoint({
  method: "GET",
  path: "/api/app/roster/{id}/rows",
  summary: "Lists rows with their results in the file's order, after the row number `after`.",
  errors: [403],
  query: {
    fate: z.enum(importRowResults).optional(),
    after: z.coerce.number().int().min(0).default(0),
    perPage: z.coerce.number().int().min(1).max(500).default(200),
  },
  response: z.object({ data: z.array(importRow), next: z.int().nullable() }),
});

export const startRosterImport = endpoint({
  method: "POST",
  path: "/api/app/roster/{id}/start",
  summary: "Adds the people of a checked import in a background job.",
  errors: [403, 409],
  body: z.strictObject({ invite: z.boolean() }),
  response: z.object({ state: z.enum(importStates) }),
});

export const cancelRosterImport = endpoint({
  method: "POST",
  path: "/api/app/roster/{id}/cancel",
  summary: "Stops an import. What is done stays.",
  errors: [403, 409],
  response: z.object({ state: z.enum(importStates), written: z.int() }),
});

export const undoRosterImport = endpoint({
  method: "POST",
  path: "/api/app/roster/{id}/undo",
  summary: "Removes again every membership that an import of the last seven days added, in a background task.",
  errors: [403, 409],
  response: z.object({ taskId: id }),
});

export const downloadErrorRows = endpoint({
  method: "GET",
  path: "/api/app/roster/{id}/error-rows",
  summary:
    "Downloads the rows that weren't imported as CSV, with all their columns and the reason. No cell is read as a formula.",
  errors: [403],
  response: fileContent,
});

export const answerImportRows = endpoint({
  method: "POST",
  path: "/api/app/roster/{id}/answers",
  summary: "Says whether rows that look like existing people are those people; without row numbers, for all such rows.",
  errors: [403, 409],
  body: z.strictObject({
    answer: z.enum(rowAnswers).nullable(),
    numbers: z.array(z.int().min(1)).min(1).max(500).nullable().default(null),
  }),
  response: z.object({ rows: z.int() }),
});

export const fixImportRow = endpoint({
  method: "PUT",
  path: "/api/app/roster/{id}/rows/{number}",
  params: { number: z.coerce.number().int().min(1).max(10_000_000) },
  summary: "Corrects cells of a row that needs fixing and checks it again. The uploaded file doesn't change.",
  errors: [403, 409],
  /** `revision`: as the row was read, so that corrections in another tab aren't overwritten. */
  body: z.strictObject({ cells: rowCells, revision: z.int().min(0) }),
  response: importRow,
});

/** A named mapping for rosters that the organization saved. */
const savedMapping = z.object({
  rosterMappingId: id,
  name: z.string(),
  createdAt: instant,
  createdBy: z.string().nullable(),
});
export const mostSavedMappings = 100;

export const listSavedMappings = endpoint({
  method: "GET",
  path: "/api/app/roster-mapping",
  summary: "Lists the saved roster mappings by name; at most 100.",
  errors: [403],
  response: z.array(savedMapping),
});

export const saveMapping = endpoint({
  method: "POST",
  path: "/api/app/roster-mapping",
  summary: "Saves the mapping of an import under a name, to use with other files.",
  errors: [403, 409],
  body: z.strictObject({ rosterImportId: id, name: line(60) }),
  response: savedMapping,
});

export const renameSavedMapping = endpoint({
  method: "PUT",
  path: "/api/app/roster-mapping/{id}",
  summary: "Renames a saved roster mapping.",
  errors: [403, 409],
  body: z.strictObject({ name: line(60) }),
  response: savedMapping,
});

export const deleteSavedMapping = endpoint({
  method: "DELETE",
  path: "/api/app/roster-mapping/{id}",
  summary: "Deletes a saved roster mapping. What was imported with it stays.",
  errors: [403],
  response: noContent,
});

export const fitSavedMapping = endpoint({
  method: "GET",
  path: "/api/app/roster/{id}/fitted/{mappingId}",
  summary: "Applies a saved mapping to an import. Columns are found by their headings, wherever they are.",
  errors: [403],
  response: rosterMapping,
});
