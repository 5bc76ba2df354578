import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { attemptStates, overallStatuses, RequirementStatus } from "../enums.ts";
import { contentSettings } from "../library/content-settings.ts";
import { memberRequirement, reason } from "../people/profiles.ts";
import { day, id, instant, numbered } from "../values.ts";

export const scanStates = ["unscanned", "checked", "clean", "infected", "failed"] as const;

export const attemptFile = z.object({
  fileId: id,
  name: z.string(),
  extension: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  uploadedAt: instant,
  /** Whether it can be viewed in the page (PDF and images); others are downloaded. */
  viewable: z.boolean(),
  /**
   * The result of the malware scan: `clean` by a scanner, `checked` by the product alone, if there is no scanner. Until it is
   * one of these only its uploader can open it.
   */
  scan: z.enum(scanStates),
  /** Whether the caller may open it now. */
  opens: z.boolean(),
});

export const formWays = ["here", "upload"] as const;
export type FormWay = (typeof formWays)[number];

export const attempt = z.object({
  attemptId: id,
  state: z.enum(attemptStates),
  contentVersion: z.int(),
  submittedAt: instant.nullable(),
  completedAt: instant.nullable(),
  /** The last valid day, if that is set with each submission. */
  validUntil: day.nullable(),
  files: z.array(attemptFile),
  /** Whether it was filled in on the page: `form-answers` returns the answers. */
  filledIn: z.boolean(),
});

export const listRequirements = endpoint({
  method: "GET",
  path: "/api/app/requirement/by-profile-level-access/{plaId}",
  summary: "Lists all requirements of a membership with the possible actions, the most urgent first.",
  response: z.object({
    profileId: id,
    fullName: z.string(),
    levelName: z.string(),
    labelName: z.string(),
    overallStatus: z.enum(overallStatuses),
    reasons: z.array(reason),
    requirements: z.array(memberRequirement),
    /** Assigned content that the person is exempt from. */
    exemptions: z.array(z.object({ contentId: id, name: z.string(), untilDay: day.nullable() })),
    /** Content that is optional for now: the person was cleared when it was introduced. */
    optionalUntil: z.array(z.object({ contentId: id, name: z.string(), untilDay: day })),
  }),
});

export const getRequirement = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}",
  summary: "Gets a requirement: what it asks for, its status and the reasons, and what was submitted.",
  query: { profileLevelAccessId: id },
  response: memberRequirement.extend({
    profileId: id,
    fullName: z.string(),
    profileLevelAccessId: id,
    settings: contentSettings,
    reasons: z.array(reason),
    attempt: attempt.nullable(),
    /** How a form that can be filled in on the page or on its blank was last continued; null before it was begun. */
    begun: z.enum(formWays).nullable(),
    /** The reviewer's note when requesting changes. */
    resetNote: z.string().nullable(),
    /** Whether a reviewer has begun to decide, so that nothing can be withdrawn anymore. */
    staysAsSent: z.boolean(),
  }),
});

export const declineRequirement = endpoint({
  method: "PUT",
  path: "/api/app/requirement/{id}/declined",
  summary: "Says that the person isn't interested in an optional requirement, or is again. It stays assigned.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id, declined: z.boolean() }),
  response: noContent,
});

export const completeDocument = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/complete-document",
  summary: "Submits a document: one to five files in the field `file`, and the day it was completed.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ profileLevelAccessId: id, completedDate: day.optional(), validUntil: day.optional() }),
  response: z.object({ requirementId: id, attemptId: id, status: numbered(RequirementStatus) }),
});

export const deleteDocumentAttachment = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/delete-document-attachment",
  summary: "Removes one file of an open submission. Removing the last file withdraws the submission.",
  errors: [403, 409],
  query: { profileLevelAccessId: id, fileId: id },
  response: z.object({ requirementId: id, status: numbered(RequirementStatus) }),
});

export const listFilesToView = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/files-to-view",
  summary: "Lists the files of the latest submission.",
  errors: [403],
  query: { profileLevelAccessId: id },
  response: z.array(attemptFile),
});

export const downloadFile = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/download-file",
  summary: "Downloads one file of a submission, always as an attachment with its own name.",
  errors: [403],
  query: { profileLevelAccessId: id, fileId: id },
  response: fileContent,
});
