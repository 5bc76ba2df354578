import { z } from "zod";
import { endpoint, fileContent } from "./endpoint.ts";
import { payers, RequirementType, reminderFrequencies } from "./enums.ts";
import { day, id, instant, line, numbered, text } from "./values.ts";

export const contentAssignment = z.strictObject({
  assignmentId: id.optional(),
  levelId: id,
  includeBelow: z.boolean(),
  labelIds: z.array(id).min(1, "Choose at least one role.").max(100),
  mandatory: z.boolean(),
  dueDate: day.nullable(),
  payer: z.enum(payers).default("Organization"),
});

export const contentRow = z.object({
  contentId: id,
  type: numbered(RequirementType),
  name: z.string(),
  description: z.string(),
  levelId: id,
  levelName: z.string(),
  /** How many assignments are in force. */
  assignments: z.int(),
  version: z.int(),
});

export const listContent = endpoint({
  method: "GET",
  path: "/api/app/content",
  summary: "The library: what the organization can ask for, as far as the caller may see it.",
  query: { organizationId: id },
  response: z.array(contentRow),
});

export const createContent = endpoint({
  method: "POST",
  path: "/api/app/content",
  summary: "Puts a new requirement of one type into the library; its settings follow by content-{kind}.",
  errors: [403],
  body: z.strictObject({
    type: numbered(RequirementType),
    name: line(200),
    description: text(2000),
    levelId: id,
  }),
  response: z.object({ contentId: id }),
});

export const getContentKind = endpoint({
  method: "GET",
  path: "/api/app/content/{id}",
  summary: "What a content is: its type says by which call its settings are read.",
  errors: [403],
  response: z.object({ contentId: id, type: numbered(RequirementType), name: z.string(), levelId: id }),
});

export const updateContentBase = endpoint({
  method: "PUT",
  path: "/api/app/content/{id}/content-base",
  summary: "Changes the name, the description and how often people are reminded.",
  errors: [403],
  body: z.strictObject({
    name: line(200),
    description: text(2000),
    /** Null: on the days of the usual series. Not given: as it was. */
    reminderFrequency: z.enum(reminderFrequencies).nullable().optional(),
  }),
  response: z.object({ contentId: id }),
});

export const addContentFile = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/content-file",
  summary: "Uploads a file that its settings may then name: a blank form, a video, a training package.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({}),
  response: z.object({ fileId: id, name: z.string(), bytes: z.int() }),
});

export const downloadContentFile = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-file",
  summary: "A file of its settings, for whoever edits it.",
  errors: [403],
  query: { fileId: id },
  response: fileContent,
});

export const listContentAssignments = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-assignments",
  summary: "To whom it is assigned.",
  response: z.array(
    contentAssignment.required({ assignmentId: true }).extend({ levelName: z.string(), createdAt: instant }),
  ),
});

export const assignContent = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/assign-content",
  summary: "Replaces the assignments of a requirement; what people owe follows, of very many step by step.",
  errors: [403, 409],
  body: z.strictObject({ contentAssignments: z.array(contentAssignment).max(200) }),
  response: z.object({
    assignments: z.int(),
    /** How many demands came and went; none yet when it is under way. */
    demandsAdded: z.int(),
    demandsDropped: z.int(),
    /** So many are concerned that they are brought in line one after the other: see `assignment-progress`. */
    underWay: z.boolean(),
  }),
});

export const getAssignmentProgress = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/assignment-progress",
  summary: "Whether people are being brought in line with the assignments of a requirement, and how far that is.",
  errors: [403],
  response: z.object({
    underWay: z.boolean(),
    /** Memberships that were looked at, and how many there are; 0 and null before the first step. */
    done: z.int(),
    total: z.int().nullable(),
  }),
});
