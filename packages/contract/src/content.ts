import { z } from "zod";
import { contentSettings } from "./content-settings.ts";
import { endpoint, fileContent, noContent } from "./endpoint.ts";
import { ageCounts, conditionMatches, contentActions, payers, RequirementType, reminderFrequencies } from "./enums.ts";
import { day, flag, id, instant, line, listOf, numbered, numberedInQuery, paging, repeated, text } from "./values.ts";

const days = z.int("Give a whole number of days.").min(0, "Not less than 0 days.").max(3650, "At most ten years.");

/** When it is due. Season: before the next one begins; whoever comes later has so many days. */
export const dueRule = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("None") }),
  z.strictObject({ type: z.literal("Fixed"), day }),
  z.strictObject({ type: z.literal("AfterJoining"), days }),
  z.strictObject({ type: z.literal("Season"), graceDays: days }),
]);
export type DueRule = z.output<typeof dueRule>;

const years = z.int("Give whole years.").min(0, "Not less than 0 years.").max(120, "At most 120 years.").nullable();

/** In years, both included. Of whom it is not known, nothing with an age is asked. */
export const ageRule = z
  .strictObject({
    from: years,
    to: years,
    /** From and to the birthday, or the start of the season in which it falls. */
    by: z.enum(ageCounts),
  })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    path: ["to"],
    message: "The second age comes before the first.",
  });

/** Answers to the organization's questions. One that was not answered is neither yes nor no. */
export const conditionRule = z.strictObject({
  match: z.enum(conditionMatches),
  answers: z
    .array(z.strictObject({ conditionId: id, answer: z.boolean() }))
    .min(1, "Choose a question.")
    .max(20),
});

export const contentAssignment = z.strictObject({
  assignmentId: id.optional(),
  levelId: id,
  includeBelow: z.boolean(),
  labelIds: z.array(id).min(1, "Choose at least one role.").max(100),
  mandatory: z.boolean(),
  /** Short for a `due` on a fixed day; `due` goes before it. */
  dueDate: day.nullable().optional(),
  due: dueRule.optional(),
  payer: z.enum(payers).default("Organization"),
  ages: ageRule.nullable().optional(),
  conditions: conditionRule.nullable().optional(),
});

/** Of whom it is not asked: a person, or a level (and those below) with everybody there or those of one role. */
const newException = z.strictObject({
  profileId: id.nullable(),
  levelId: id.nullable(),
  includeBelow: z.boolean(),
  labelId: id.nullable(),
  reason: line(200),
  /** Through the whole of this day; null: until it is taken back. */
  untilDay: day.nullable(),
});

const change = {
  contentAssignments: z.array(contentAssignment).max(200),
  /** All of them: those in force by their ids. Not given: as they are. */
  exceptions: z
    .array(z.union([z.strictObject({ exceptionId: id }), newException]))
    .max(500)
    .optional(),
};

export const contentRow = z.object({
  contentId: id,
  type: numbered(RequirementType),
  name: z.string(),
  description: z.string(),
  levelId: id,
  levelName: z.string(),
  /** How many assignments are in force. */
  assignments: z.int(),
  /** 0 before its settings were saved for the first time. */
  version: z.int(),
  /** Null while it is in use. */
  archivedAt: instant.nullable(),
  /** Memberships on which it is owed. */
  owedOn: z.int(),
  /** Whether it was copied from the platform's library, and that has a newer version by now. */
  fromPlatform: z.boolean(),
  updateAvailable: z.boolean(),
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
  response: z.object({
    contentId: id,
    type: numbered(RequirementType),
    name: z.string(),
    levelId: id,
    levelName: z.string(),
    version: z.int(),
    archivedAt: instant.nullable(),
    /** Of the platform's library: which version it was copied from or brought up to, and which there is now. */
    origin: z.object({ platformContentId: id, version: z.int(), newest: z.int(), retired: z.boolean() }).nullable(),
    /** What the server will accept from whoever asks. */
    permittedActions: z.array(z.enum(contentActions)),
    /** Why not the rest, by action. */
    refusals: z.record(z.string(), z.string()),
  }),
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
    contentAssignment
      .required({ assignmentId: true, dueDate: true, due: true, ages: true, conditions: true })
      .extend({ levelName: z.string(), createdAt: instant }),
  ),
});

export const assignContent = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/assign-content",
  summary: "Replaces the assignments of a requirement; what people owe follows, of very many step by step.",
  errors: [403, 409],
  body: z.strictObject({
    ...change,
    /** Whoever is cleared now stays so through this day: until then it is optional for them. */
    keepClearedUntil: day.nullable().optional(),
  }),
  response: z.object({
    assignments: z.int(),
    /** By which it can be undone; null when nothing changed. */
    changeId: id.nullable(),
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

/** What the library can be narrowed to, besides. */
export const libraryStates = ["notFinished", "notAssigned", "updateAvailable"] as const;

export const listContentLibrary = endpoint({
  method: "GET",
  path: "/api/app/content/content-library/{id}",
  summary: "The library of an organization by name, page by page, as far as the caller may see it.",
  errors: [403],
  query: {
    ...paging,
    /** Words that name, description or level have in them. */
    search: z.string().trim().max(200).default(""),
    type: repeated(numberedInQuery(RequirementType)),
    /** A level whose library it is in, or that of one below. */
    levelId: id.optional(),
    state: z.enum(libraryStates).optional(),
    /** Those that are out of use, instead of those in use. */
    archived: flag.default(false),
  },
  response: listOf(contentRow),
});

/** So many names are listed at once. */
export const mostNames = 1_000;

export const listContentNames = endpoint({
  method: "GET",
  path: "/api/app/content/name-list/{id}",
  summary: "By name what the caller could assign in an organization, to choose from; at most 1,000.",
  errors: [403],
  query: { search: z.string().trim().max(200).default("") },
  response: z.object({
    data: z.array(z.object({ contentId: id, name: z.string(), type: numbered(RequirementType) })),
    total: z.int(),
  }),
});

export const listUsSoccerLicences = endpoint({
  method: "GET",
  path: "/api/app/content/us-soccer-licenses",
  summary: "The licences that a requirement of the national soccer licence may ask for.",
  response: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      discipline: z.enum(["coach", "referee", "safety"]),
      rank: z.int(),
    }),
  ),
});

export const getArchiveEffect = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/archive-effect",
  summary: "What taking a requirement out of use would do, and to how many.",
  errors: [403],
  response: z.object({
    outcome: z.enum(["archived", "removed"]),
    assignments: z.int(),
    /** Memberships on which it is owed now. */
    owedOn: z.int(),
    /** Submissions under way, which would be withdrawn. */
    open: z.int(),
    /** People who have completed it; what they did stays. */
    completed: z.int(),
  }),
});

export const deleteContent = endpoint({
  method: "DELETE",
  path: "/api/app/content/{id}",
  summary:
    "Takes a requirement out of use: archives it when anybody was ever asked for it, else removes it. What people owe follows.",
  errors: [403, 409],
  response: z.object({
    outcome: z.enum(["archived", "removed"]),
    demandsDropped: z.int(),
    /** So many are concerned that they are brought in line one after the other: see `assignment-progress`. */
    underWay: z.boolean(),
  }),
});

export const restoreContent = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/restore",
  summary: "Brings an archived requirement back into the library. Nobody owes it until it is assigned again.",
  errors: [403, 409],
  response: noContent,
});

export const duplicateContent = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/duplicate",
  summary: "Makes another requirement with the same settings, assigned to nobody.",
  errors: [403],
  body: z.strictObject({ name: line(200), levelId: id }),
  response: z.object({ contentId: id }),
});

/** One field that is not what it was, in words. */
const fieldChange = z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() });

export const listContentVersions = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/versions",
  summary: "The versions of a requirement's settings, the newest first: who saved each, when, and what changed.",
  errors: [403],
  query: paging,
  response: listOf(
    z.object({
      version: z.int(),
      createdAt: instant,
      /** Null where it was not a person. */
      by: z.object({ profileId: id, name: z.string() }).nullable(),
      /** The version of the platform's library that was taken with it. */
      platformVersion: z.int().nullable(),
      /** Set with it: what was completed on an earlier one counts through this day at most. */
      redoBy: day.nullable(),
      /** Compared with the version before; none for the first. */
      changes: z.array(fieldChange),
    }),
  ),
});

export const getContentVersion = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/versions/{version}",
  summary: "The settings of a requirement as a version had them, as they are stored and in words.",
  errors: [403],
  params: { version: z.coerce.number().int().min(1).max(1_000_000) },
  response: z.object({
    version: z.int(),
    createdAt: instant,
    settings: contentSettings,
    facts: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })),
  }),
});

const exception = z.object({
  exceptionId: id,
  profileId: id.nullable(),
  levelId: id.nullable(),
  includeBelow: z.boolean(),
  labelId: id.nullable(),
  /** Whom it is about. Null, with the reason, beyond the caller's reach. */
  name: z.string().nullable(),
  reason: z.string().nullable(),
  untilDay: day.nullable(),
  createdAt: instant,
});

export const listContentExceptions = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-exceptions",
  summary: "Of whom it is not asked, why and until when; and the last change, as long as it can be undone.",
  errors: [403],
  response: z.object({
    exceptions: z.array(exception),
    lastChange: z.object({ changeId: id, changedAt: instant, changedBy: z.string().nullable() }).nullable(),
  }),
});

export const undoAssignments = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/undo-assignments",
  summary: "Puts assignments and exceptions back as they were before the last change, for seven days; people follow.",
  errors: [403, 409],
  body: z.strictObject({ changeId: id }),
  response: z.object({ underWay: z.boolean() }),
});

const example = z.object({ profileLevelAccessId: id, name: z.string(), labelName: z.string(), levelName: z.string() });
const group = z.object({
  memberships: z.int(),
  /** Some of them, whom the caller may see. */
  examples: z.array(example),
});

const preview = z.object({
  previewId: id,
  /** Memberships that were looked at, and about how many there are. */
  done: z.int(),
  total: z.int(),
  /** Null while it is worked out. */
  result: z
    .object({
      gain: group,
      lose: group,
      /** Cleared or Optional now, and then not any more. */
      losingClearance: group,
      gainingClearance: group,
      byLevel: z.array(
        z.object({ levelId: id, levelName: z.string(), gain: z.int(), lose: z.int(), losingClearance: z.int() }),
      ),
      /** What everybody who newly has to do it will bring. */
      reviews: z.int(),
      reminders: z.int(),
      /** In cents; null where the content has no price. */
      costs: z.object({ organization: z.int(), members: z.int() }).nullable(),
    })
    .nullable(),
});
export type AssignmentEffect = NonNullable<z.output<typeof preview>["result"]>;

export const previewAssignments = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/preview-assignments",
  summary:
    "What assignments and exceptions would do, before they are saved: who gains, who is cleared no longer. Writes nothing of it.",
  errors: [403],
  body: z.strictObject(change),
  response: preview,
});

export const getAssignmentPreview = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/preview-assignments/{previewId}",
  summary: "The same, while it is worked out step by step, and when it is.",
  errors: [403],
  response: preview,
});
