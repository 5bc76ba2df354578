import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { contentActions, RequirementType, reminderFrequencies } from "../enums.ts";
import { day, flag, id, instant, line, listOf, numbered, numberedInQuery, paging, repeated, text } from "../values.ts";
import { membershipGroup } from "./content-assignments.ts";
import { contentSettings } from "./content-settings.ts";

export const contentRow = z.object({
  contentId: id,
  type: numbered(RequirementType),
  name: z.string(),
  description: z.string(),
  levelId: id,
  levelName: z.string(),
  /** How many assignments are in force. */
  assignments: z.int(),
  /** 0 before its settings were first saved. */
  version: z.int(),
  /** Null while it is in use. */
  archivedAt: instant.nullable(),
  /** Memberships on which it is owed. */
  owedOn: z.int(),
  /** Whether it was copied from the platform's library, which now has a newer version. */
  fromPlatform: z.boolean(),
  updateAvailable: z.boolean(),
});

export const listContent = endpoint({
  method: "GET",
  path: "/api/app/content",
  summary: "Lists the library: the requirements of the organization, as far as the caller can see them.",
  query: { organizationId: id },
  response: z.array(contentRow),
});

export const createContent = endpoint({
  method: "POST",
  path: "/api/app/content",
  summary: "Adds a requirement of one type to the library. Its settings follow with content-{kind}.",
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
  summary: "Gets a requirement. Its type says which call reads its settings.",
  errors: [403],
  response: z.object({
    contentId: id,
    type: numbered(RequirementType),
    name: z.string(),
    levelId: id,
    levelName: z.string(),
    version: z.int(),
    archivedAt: instant.nullable(),
    /** The item of the platform's library: the version it was copied from or last updated to, and the newest one. */
    origin: z.object({ platformContentId: id, version: z.int(), newest: z.int(), retired: z.boolean() }).nullable(),
    /** The actions the server accepts from the caller. */
    permittedActions: z.array(z.enum(contentActions)),
    /** Why the others aren't permitted, by action. */
    refusals: z.record(z.string(), z.string()),
  }),
});

export const updateContentBase = endpoint({
  method: "PUT",
  path: "/api/app/content/{id}/content-base",
  summary: "Changes the name, the description, and the reminder frequency of a requirement.",
  errors: [403],
  body: z.strictObject({
    name: line(200),
    description: text(2000),
    /** Null: the days of the usual series. If omitted, it doesn't change. */
    reminderFrequency: z.enum(reminderFrequencies).nullable().optional(),
  }),
  response: z.object({ contentId: id }),
});

export const addContentFile = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/content-file",
  summary: "Uploads a file that the settings can then refer to: a blank form or a video.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({}),
  response: z.object({ fileId: id, name: z.string(), bytes: z.int() }),
});

/** The facts about a training package from its manifest. */
const packageFacts = z.object({
  fileId: id,
  name: z.string(),
  bytes: z.int(),
  standard: z.enum(["1.2", "2004"]),
  /** The edition of SCORM 2004; otherwise empty. */
  edition: z.string(),
  title: z.string(),
  items: z.array(z.object({ title: z.string() })),
  /** The score in percent that the package itself requires, if any. */
  mastery: z.number().nullable(),
  /**
   * What may not work as intended: frames that call one another, files from other sites, media that browsers can't play, and
   * results of other courses.
   */
  findings: z.array(z.object({ kind: z.enum(["frames", "elsewhere", "plugin", "otherCourses"]), detail: z.string() })),
});

export type PackageFacts = z.output<typeof packageFacts>;

export const addContentPackage = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/content-package",
  summary:
    "Uploads a training package (SCORM 1.2 or 2004, a ZIP file of up to 25 MB; larger ones in parts), reads it, and describes it.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({}),
  response: packageFacts,
});

/** Bytes in each part of a package but the last: with its overhead, it fits into the 1 MB that nginx allows by default. */
export const packagePartBytes = 1_000_000;

/** A package that is being uploaded, or read. */
const packageUpload = z.object({
  uploadId: id,
  name: z.string(),
  bytes: z.int(),
  /** Bytes received; the next part begins there. */
  received: z.int(),
  /** `reading`: it is being unpacked and inspected; `refused`: `problem` says why; `read`: the settings can name `fileId`. */
  state: z.enum(["travelling", "reading", "refused", "read"]),
  /** The progress of the reading in percent. */
  percent: z.int(),
  problem: z.string().nullable(),
  fileId: id.nullable(),
});

export type PackageUpload = z.output<typeof packageUpload>;

export const listPackageUploads = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/package-uploads",
  summary: "Lists the caller's recent training package uploads: uploading, being read, refused, or read.",
  errors: [403],
  response: z.object({ uploads: z.array(packageUpload) }),
});

export const beginPackageUpload = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/package-uploads",
  summary: "Starts an upload of a training package of up to 500 MB in parts, or gets the progress of the same upload.",
  errors: [403, 409, 413, 415],
  body: z.strictObject({
    name: line(400),
    bytes: z.int().min(1, "The file is empty. Choose it again."),
    /**
     * SHA-256 in hexadecimal of the end of the file, which identifies it; the received bytes are checked by their own
     * checksums.
     */
    ending: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .default(null),
  }),
  response: packageUpload.extend({ partBytes: z.int() }),
});

export const sendPackagePart = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/package-uploads/{uploadId}/part",
  summary:
    "Uploads one part in the field `file`: `partBytes` bytes, or what is left for the last one. A part that is sent again counts once. The response says where to continue.",
  errors: [403, 409, 413],
  multipart: true,
  body: z.strictObject({ offset: z.coerce.number().int().min(0) }),
  response: packageUpload,
});

export const finishPackageUpload = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/package-uploads/{uploadId}/finish",
  summary: "Starts reading a completely uploaded package in the background. Ask for its progress separately.",
  errors: [403, 409],
  body: z.strictObject({}),
  response: packageUpload,
});

export const getPackageUpload = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/package-uploads/{uploadId}",
  summary: "Gets the progress of uploading or reading a package.",
  errors: [403],
  response: packageUpload,
});

export const cancelPackageUpload = endpoint({
  method: "DELETE",
  path: "/api/app/content/{id}/package-uploads/{uploadId}",
  summary: "Cancels the upload of a package. A package that was read stays with the requirement.",
  errors: [403],
  response: z.object({ uploadId: id }),
});

export const getContentPackage = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-package",
  summary: "Describes the training package of the settings, for editors.",
  errors: [403],
  query: { fileId: id },
  response: packageFacts,
});

export const downloadContentFile = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-file",
  summary: "Downloads a file of the settings, for editors.",
  errors: [403],
  query: { fileId: id },
  response: fileContent,
});

/** Other filters of the library. */
export const libraryStates = ["notFinished", "notAssigned", "updateAvailable"] as const;

export const listContentLibrary = endpoint({
  method: "GET",
  path: "/api/app/content/content-library/{id}",
  summary: "Lists the library of an organization by name, in pages, as far as the caller can see it.",
  errors: [403],
  query: {
    ...paging,
    /** Words in the name, the description or the level's name. */
    search: z.string().trim().max(200).default(""),
    type: repeated(numberedInQuery(RequirementType)),
    /** A level whose library it is in, or that of one below. */
    levelId: id.optional(),
    state: z.enum(libraryStates).optional(),
    /** Whether to list archived contents instead of those in use. */
    archived: flag.default(false),
  },
  response: listOf(contentRow),
});

/** The most names listed at once. */
export const mostNames = 1_000;

export const listContentNames = endpoint({
  method: "GET",
  path: "/api/app/content/name-list/{id}",
  summary: "Lists the requirements that the caller can assign in an organization, by name; at most 1,000.",
  errors: [403],
  query: { search: z.string().trim().max(200).default("") },
  response: z.object({
    data: z.array(z.object({ contentId: id, name: z.string(), type: numbered(RequirementType) })),
    total: z.int(),
  }),
});

export const listUsSoccerLicenses = endpoint({
  method: "GET",
  path: "/api/app/content/us-soccer-licenses",
  summary: "Lists the licenses that a U.S. Soccer license requirement can accept.",
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
  summary: "Previews removing a requirement, and counts the people affected.",
  errors: [403],
  response: z.object({
    outcome: z.enum(["archived", "removed"]),
    assignments: z.int(),
    /** Memberships on which it is owed now. */
    owedOn: z.int(),
    /** Submissions in progress, which would be withdrawn. */
    open: z.int(),
    /** People who have completed it; their work stays. */
    completed: z.int(),
  }),
});

export const deleteContent = endpoint({
  method: "DELETE",
  path: "/api/app/content/{id}",
  summary:
    "Removes a requirement: archives it if it was ever assigned to anyone, otherwise deletes it. People's requirements follow.",
  errors: [403, 409],
  response: z.object({
    outcome: z.enum(["archived", "removed"]),
    demandsDropped: z.int(),
    /** Whether many people are concerned, so that they are updated step by step: see `assignment-progress`. */
    inProgress: z.boolean(),
  }),
});

export const restoreContent = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/restore",
  summary: "Restores an archived requirement to the library. No one has to do it until it is assigned again.",
  errors: [403, 409],
  response: noContent,
});

export const duplicateContent = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/duplicate",
  summary: "Duplicates a requirement with the same settings, without assignments.",
  errors: [403],
  body: z.strictObject({ name: line(200), levelId: id }),
  response: z.object({ contentId: id }),
});

/** A field that changed, in words. */
const fieldChange = z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() });

export const listContentVersions = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/versions",
  summary: "Lists the versions of a requirement's settings, newest first: who saved each, when, and what changed.",
  errors: [403],
  query: paging,
  response: listOf(
    z.object({
      version: z.int(),
      createdAt: instant,
      /** Null if it wasn't a person. */
      by: z.object({ profileId: id, name: z.string() }).nullable(),
      /** The version of the platform's library that it adopted. */
      platformVersion: z.int().nullable(),
      /** Set with it: completions of earlier ones are valid through this day at most. */
      redoBy: day.nullable(),
      /** Changes since the previous version; none for the first. */
      changes: z.array(fieldChange),
    }),
  ),
});

export const getContentVersion = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/versions/{version}",
  summary: "Gets the settings of a version of a requirement, as data and as text.",
  errors: [403],
  params: { version: z.coerce.number().int().min(1).max(1_000_000) },
  response: z.object({
    version: z.int(),
    createdAt: instant,
    settings: contentSettings,
    facts: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })),
  }),
});

const redoPreview = z.object({
  previewId: id,
  /** People processed, and about how many there are. */
  done: z.int(),
  total: z.int(),
  /** Null while it is worked out. */
  result: z
    .object({
      /** Completions that would end on that day, and are valid for longer now. */
      ending: z.int(),
      /** Cleared or Optional now, and no longer from the day after, unless it is repeated by then. */
      losingClearance: membershipGroup,
    })
    .nullable(),
});

export type RedoEffect = NonNullable<z.output<typeof redoPreview>["result"]>;

export const previewRedo = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/preview-redo",
  summary:
    "Previews a version that must be redone by a date: whose completions end, and who would no longer be cleared. Nothing is saved.",
  errors: [403],
  body: z.strictObject({ redoBy: day }),
  response: redoPreview,
});

export const getRedoPreview = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/preview-redo/{previewId}",
  summary: "Gets the preview of a redo date that is being computed step by step, with its progress.",
  errors: [403],
  response: redoPreview,
});

export const getRedoProgress = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/redo-progress",
  summary: "Gets whether completions are being updated to a redo date, and the progress.",
  errors: [403],
  response: z.object({
    inProgress: z.boolean(),
    /** Completions processed, and how many there are; 0 and null before the first step. */
    done: z.int(),
    total: z.int().nullable(),
  }),
});
