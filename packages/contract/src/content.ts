import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { acceptedFileExtensions, payers, RequirementType, reminderFrequencies } from "./enums.ts";
import { day, id, instant, line, numbered, text } from "./values.ts";

/** How long a completion counts. Source: specification 1, section 3 (validity type). */
export const validity = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("Duration"),
    amount: z.int().min(1).max(1200),
    unit: z.enum(["days", "months", "years"]),
  }),
  z.strictObject({ type: z.literal("None") }),
  z.strictObject({
    type: z.literal("Annual"),
    /** It counts through this day of the year, the next one after completion. */
    month: z.int().min(1).max(12),
    day: z.int().min(1).max(31),
    earlyDays: z.int().min(0).max(366).default(0),
  }),
  z.strictObject({ type: z.literal("PerRequirement") }),
]);
export type Validity = z.output<typeof validity>;

const webAddress = z.url({ protocol: /^https?$/, error: "Start with https:// or http://." }).max(2000);

/** What a Document asks for; kept with its version. */
export const documentSettings = z.strictObject({
  instructions: text(4000),
  linkUrl: webAddress.nullable(),
  reviewRequired: z.boolean(),
  /** Whether the member says on which day the document was completed. */
  asksCompletionDate: z.boolean(),
  acceptedExtensions: z.array(z.enum(acceptedFileExtensions)).min(1, "Accept at least one kind of file."),
  validity,
});
export type DocumentSettings = z.output<typeof documentSettings>;

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
    type: z.literal(RequirementType.Document),
    name: line(200),
    description: text(2000),
    levelId: id,
  }),
  response: z.object({ contentId: id }),
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

export const saveContentDocument = endpoint({
  method: "POST",
  path: "/api/app/content/content-document/{id}",
  summary: "Saves the settings of a Document as a new version; versions in use never change.",
  errors: [403, 409],
  body: documentSettings,
  response: z.object({ contentVersionId: id, version: z.int() }),
});

export const getContentDocument = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-document",
  summary: "A Document with its current settings.",
  response: z.object({
    contentId: id,
    name: z.string(),
    description: z.string(),
    levelId: id,
    reminderFrequency: z.enum(reminderFrequencies).nullable(),
    version: z.int(),
    settings: documentSettings.nullable(),
  }),
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
