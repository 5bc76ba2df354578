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
/** The progress of a training package in an attempt. */
const packageProgress = z.object({
  title: z.string(),
  outcome,
  items: z.array(
    z.object({
      title: z.string(),
      outcome,
      /** Whether it has reported anything: it continues from there. */
      begun: z.boolean(),
      /** In percent, if one was reported. */
      score: z.number().nullable(),
      tries: z.int(),
      /** The package's own name for it, by which it requests navigation to it. */
      ref: z.string(),
      /** The place of the part that must be taken first; null: it can be opened. */
      waitsFor: z.int().nullable(),
      /** False: it doesn't have to be passed. */
      counts: z.boolean(),
      /** Whether it can be opened now. */
      available: z.boolean(),
    }),
  ),
  /** The place of the next part by the package's own rules; null: none, or it has no rules. */
  next: z.int().nullable(),
  /** Seconds spent on it by the server's clock, and the minimum. */
  seconds: z.int(),
  secondsWanted: z.int(),
  /** The score in percent that the content requires; null: as the package itself decides. */
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
    /** The page that plays it: once another page has opened it, nothing from this one counts. */
    sittingId: id,
    /** The part that was opened: another than requested, if the package chooses its beginning at random. */
    item: z.int(),
    /** An address that a frame can load for some hours. */
    url: z.string(),
    resumes: z.boolean(),
    /** False: pages that report nothing; opening them is enough. */
    tells: z.boolean(),
    /** Whether it is served from a host for packages only, so that it can have that host's origin. */
    ownOrigin: z.boolean(),
    /**
     * Whether the package asks the player to hide controls for leaving the part (`hideLMSUI`), because its page has its own.
     */
    hidesLeaving: z.boolean(),
  }),
});

export const saveTrainingProgress = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/training-progress",
  summary:
    "Saves the progress that the package reports and updates the status of the training. A passed training is submitted.",
  errors: [403, 409],
  body: z.strictObject({
    profileLevelAccessId: id,
    sittingId: id,
    /** Everything that the open part has reported so far, by the standard's names. */
    values: z.record(z.string().max(250), z.string().max(100_000)),
    /** Whether the part reports that it is finished. */
    ended: z.boolean(),
    /** The navigation it then requests, in SCORM 2004's format ("continue", "{target=id}choice"). */
    wish: z.string().max(300).default(""),
  }),
  response: packageProgress.extend({
    /** The requirement's status if this submitted it; null: it continues. */
    submitted: numbered(RequirementStatus).nullable(),
    /** The place of the part to open now; null: none. */
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
