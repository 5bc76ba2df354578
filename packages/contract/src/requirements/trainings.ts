import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { webAddress } from "../library/content-settings.ts";
import { day, id, numbered } from "../values.ts";

export const takeCustomTraining = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/take-custom-training",
  summary: "Records that a training was started, and returns its address.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id }),
  response: z.object({ requirementId: id, status: numbered(RequirementStatus), url: webAddress }),
});

export const addCustomTrainingCertificate = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/custom-training-certificate",
  summary: "Submits the certificate of a training: one to five files in the field `file`. It needs a review.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ profileLevelAccessId: id, completedDate: day.optional(), validUntil: day.optional() }),
  response: z.object({ requirementId: id, attemptId: id, status: numbered(RequirementStatus) }),
});

export const removeCustomTrainingCertificate = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/custom-training-certificate",
  summary:
    "Removes one file of a certificate that hasn't been decided. Removing the last file withdraws the submission.",
  errors: [403, 409],
  query: { profileLevelAccessId: id, fileId: id },
  response: z.object({ requirementId: id, status: numbered(RequirementStatus) }),
});

const outcome = z.enum(["open", "passed", "failed"]);
/** How a training package stands in an attempt. */
const packageProgress = z.object({
  title: z.string(),
  outcome,
  items: z.array(
    z.object({
      title: z.string(),
      outcome,
      /** Something was told already: it goes on from there. */
      begun: z.boolean(),
      /** In percent, where one was told. */
      score: z.number().nullable(),
      tries: z.int(),
      /** By what the package itself names it, where it asks to be led there. */
      ref: z.string(),
      /** The place of the part that is to be taken before; null: it may be opened. */
      waitsFor: z.int().nullable(),
      /** False: it need not be passed. */
      counts: z.boolean(),
      /** Whether it may be opened now. */
      available: z.boolean(),
    }),
  ),
  /** The place of the part that the package leads to next by its own rules; null: to none, or it has none. */
  next: z.int().nullable(),
  /** Seconds spent on it by the server's clock, and how many must be at least. */
  seconds: z.int(),
  secondsWanted: z.int(),
  /** The score in percent that the content asks for; null: as the package says itself. */
  minimumScore: z.int().nullable(),
});
export type TrainingProgress = z.output<typeof packageProgress>;

export const getTrainingPackage = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/training-package",
  summary: "Gets the package of a training: its parts in order, with the status of each.",
  errors: [403],
  query: { profileLevelAccessId: id },
  response: packageProgress,
});

export const openTrainingPackage = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/open-training-package",
  summary:
    "Opens one part of a training package and closes it everywhere else. It continues where the member left off.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id, item: z.int().min(0).max(99) }),
  response: z.object({
    requirementId: id,
    /** Which page plays it: where another has opened it since, nothing of this one counts. */
    sittingId: id,
    /** The part that was opened: another one than was asked for, where the package leaves its beginning to chance. */
    item: z.int(),
    /** An address that a frame can open for some hours. */
    url: z.string(),
    goesOn: z.boolean(),
    /** False: pages that tell nothing; opening them is all. */
    tells: z.boolean(),
    /** It is served from a host that serves packages alone, so that it may have the origin of that host. */
    ownOrigin: z.boolean(),
    /** The package asks that the player offer nothing to leave the part (`hideLMSUI`): its page does. */
    hidesLeaving: z.boolean(),
  }),
});

export const tellTrainingProgress = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/training-progress",
  summary:
    "Saves the progress that the package reports and updates the status of the training. A passed training is submitted.",
  errors: [403, 409],
  body: z.strictObject({
    profileLevelAccessId: id,
    sittingId: id,
    /** Everything that the open part has told so far, by the standard's names. */
    values: z.record(z.string().max(250), z.string().max(100_000)),
    /** The part says that it is over. */
    ended: z.boolean(),
    /** Where it asks to be led to then, in the words of SCORM 2004 ("continue", "{target=id}choice"). */
    wish: z.string().max(300).default(""),
  }),
  response: packageProgress.extend({
    /** Where the requirement stands once it was sent in with this; null: it goes on. */
    submitted: numbered(RequirementStatus).nullable(),
    /** The place of the part that is to be opened now; null: none. */
    opens: z.int().nullable(),
  }),
});

export const previewTrainingPackage = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/package-preview",
  summary: "Opens one part of an uploaded training package as a preview for editors. No progress is saved.",
  errors: [403, 409],
  body: z.strictObject({ fileId: id, item: z.int().min(0).max(99) }),
  response: z.object({ sittingId: id, title: z.string(), url: z.string(), tells: z.boolean(), ownOrigin: z.boolean() }),
});
