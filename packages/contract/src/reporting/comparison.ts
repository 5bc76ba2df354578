import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { overallStatuses, RequirementStatus } from "../enums.ts";
import { task } from "../tasks/tasks.ts";
import { id, instant, numbered, paging, repeated } from "../values.ts";
import { moment } from "./look-back.ts";

/**
 * How a membership changed between two instants. `became`: cleared at the later one and not at the earlier, also if it was
 * added in between; `stopped`: the other way round, also if it ended. Otherwise `joined`, `left`, and `other`: another status,
 * role, level, or requirement. So the earlier number of cleared members, plus `became` and minus `stopped`, is the later one.
 */
export const changeKinds = ["became", "stopped", "joined", "left", "other"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The days for which a file of changes can be downloaded. */
export const comparisonDays = 7;

/** A level and everything below it, at two past instants. */
export const comparison = z.object({
  comparisonId: id,
  levelId: id,
  from: instant,
  to: instant,
  /** The organization's first record; null without any. Earlier events were not recorded. */
  recordedFrom: instant.nullable(),
  madeAt: instant,
  /** Whether all were processed; until then the numbers are partial. */
  whole: z.boolean(),
  looked: z.int(),
  total: z.int().nullable(),
  /** Memberships at either instant, and how many of them were cleared. */
  members: z.object({ before: z.int(), after: z.int() }),
  cleared: z.object({ before: z.int(), after: z.int() }),
  changes: z.record(z.enum(changeKinds), z.int()),
});

export const startComparison = endpoint({
  method: "POST",
  path: "/api/app/hierarchy-level/{id}/comparison",
  summary:
    "Compares a level and everything below it at two past moments: immediately, or step by step for large levels.",
  errors: [403],
  costly: true,
  body: z.strictObject({ from: moment, to: moment }),
  response: comparison,
});

export const getComparison = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/comparison/{comparisonId}",
  summary: "Gets the progress of a comparison, and how much changed. Kept for one day.",
  errors: [403, 409],
  response: comparison,
});

const standing = z
  .object({
    levelId: id,
    levelName: z.string(),
    labelId: id,
    labelName: z.string(),
    overallStatus: z.enum(overallStatuses),
  })
  .nullable();

const filters = {
  search: z.string().trim().max(100).default(""),
  changes: repeated(z.enum(changeKinds)),
};

export const listComparisonMembers = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/comparison/{comparisonId}/members",
  summary: "Lists the memberships whose status changed, by name, with what changed. Names are current.",
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
        change: z.enum(changeKinds),
        /** Null: not a member here then. */
        before: standing,
        after: standing,
        /** Whether the caller may open the person's page. */
        opens: z.boolean(),
        /** Requirements that changed; null: not required then. */
        requirements: z.array(
          z.object({
            contentId: id,
            name: z.string(),
            before: numbered(RequirementStatus).nullable(),
            after: numbered(RequirementStatus).nullable(),
          }),
        ),
      }),
    ),
    /** The cursor of the next page; null at the end. */
    next: z.string().nullable(),
  }),
});

export const startComparisonExport = endpoint({
  method: "POST",
  path: "/api/app/hierarchy-level/{id}/comparison/{comparisonId}/export",
  summary: "Starts a CSV file of the changes, with the moments that were compared. No cell is read as a formula.",
  errors: [403, 409],
  costly: true,
  body: z.strictObject({
    search: filters.search,
    changes: z.array(z.enum(changeKinds)).max(changeKinds.length).default([]),
  }),
  response: task,
});

export const downloadComparison = endpoint({
  method: "GET",
  path: "/api/app/comparison-export/{id}",
  summary: "Downloads the file of changes that the caller exported, while it is kept. `id` is the task.",
  errors: [403],
  costly: true,
  response: fileContent,
});
