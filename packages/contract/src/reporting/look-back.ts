import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { overallStatuses, RequirementStatus, RequirementType, roles } from "../enums.ts";
import { day, givenYears, id, instant, localMinute, numbered, numberedInQuery, paging, repeated } from "../values.ts";
import { exportFormats } from "./members.ts";

/** A past moment: an instant, a minute in the organization's local time, or a day of its calendar, which means its end. */
export const moment = z.union([instant, localMinute, day], {
  error: `Enter a date from ${givenYears.first} to ${givenYears.last}.`,
});

const overallCounts = z.record(z.enum(overallStatuses), z.int());

/** A level and everything below it as it stood at a past instant. */
export const lookBack = z.object({
  lookBackId: id,
  levelId: id,
  /** The instant that was meant. */
  at: instant,
  /** The organization's first record; null without any. Earlier events were not recorded. */
  recordedFrom: instant.nullable(),
  madeAt: instant,
  /** Whether all were processed; until then the counts are partial. */
  whole: z.boolean(),
  /** Memberships processed: all that were ever here; and how many there are, once known. */
  looked: z.int(),
  total: z.int().nullable(),
  /** Members at that instant. */
  members: z.int(),
  overall: overallCounts,
  /** The present counts, for comparison. */
  today: overallCounts,
  labels: z.array(z.object({ labelId: id, labelName: z.string(), overall: overallCounts })),
  requirements: z.array(
    z.object({
      contentId: id,
      name: z.string(),
      type: numbered(RequirementType),
      total: z.int(),
      statuses: z.record(z.string(), z.int()),
    }),
  ),
});

export const startLookBack = endpoint({
  method: "POST",
  path: "/api/app/hierarchy-level/{id}/look-back",
  summary: "Gets a level and everything below it at a past moment: immediately, or step by step for large levels.",
  errors: [403],
  costly: true,
  body: z.strictObject({ asOf: moment }),
  response: lookBack,
});

export const getLookBack = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/look-back/{lookBackId}",
  summary: "Gets the progress and the counts of a view of a past date. Kept for one day.",
  errors: [403, 409],
  response: lookBack,
});

const filters = {
  search: z.string().trim().max(100).default(""),
  overallStatuses: repeated(z.enum(overallStatuses)),
  labels: repeated(id),
  content: id.optional(),
  /** Filters by these statuses of that content; without a content, of any. */
  requirementStatuses: repeated(numberedInQuery(RequirementStatus)),
};

export const listLookBackMembers = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/look-back/{lookBackId}/members",
  summary: "Lists the members at a past moment with their statuses, by name. Names are current.",
  errors: [403, 409],
  query: {
    ...filters,
    perPage: paging.perPage,
    cursor: z.string().max(1000).optional(),
  },
  response: z.object({
    data: z.array(
      z.object({
        profileLevelAccessId: id,
        profileId: id,
        fullName: z.string(),
        levelId: id,
        levelName: z.string(),
        labelId: id,
        labelName: z.string(),
        role: z.enum(roles).nullable(),
        overallStatus: z.enum(overallStatuses),
        /** Whether the caller may open the person's page. */
        opens: z.boolean(),
        requirements: z.array(z.object({ contentId: id, name: z.string(), status: numbered(RequirementStatus) })),
      }),
    ),
    /** The cursor of the next page; null at the end. */
    next: z.string().nullable(),
  }),
});

export const downloadLookBack = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/look-back/{lookBackId}/file",
  summary:
    "Exports the members at a past moment as a file that says the moment, when it was made, and by whom. No cell is read as a formula.",
  errors: [403, 409],
  costly: true,
  query: { ...filters, format: z.enum(exportFormats).default("csv") },
  response: fileContent,
});

/** The most rows in a file. */
export const mostRowsOfFile = 100_000;
