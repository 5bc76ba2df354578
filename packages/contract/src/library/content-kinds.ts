import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { type ContentKind, reminderFrequencies } from "../enums.ts";
import { id } from "../values.ts";
import * as of from "./content-settings.ts";

/**
 * The two calls of each kind: saving its settings as a new version, because a version in use never changes; and reading them.
 */

/** A content with its current settings; null before they were first saved. */
const stored = <Settings extends z.ZodType>(settings: Settings) =>
  z.object({
    contentId: id,
    name: z.string(),
    description: z.string(),
    levelId: id,
    reminderFrequency: z.enum(reminderFrequencies).nullable(),
    version: z.int(),
    settings: settings.nullable(),
  });

const savedVersion = z.object({ contentVersionId: id, version: z.int() });

export const saveContentDocument = endpoint({
  method: "POST",
  path: "/api/app/content/content-document/{id}",
  summary: "Saves the settings of a document as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.documentSettings,
  response: savedVersion,
});

export const getContentDocument = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-document",
  summary: "Gets a document with its current settings.",
  errors: [403],
  response: stored(of.documentSettings),
});

export const saveContentForm = endpoint({
  method: "POST",
  path: "/api/app/content/content-form/{id}",
  summary: "Saves the settings of a form as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.formSettings,
  response: savedVersion,
});

export const getContentForm = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-form",
  summary: "Gets a form with its current settings.",
  errors: [403],
  response: stored(of.formSettings),
});

export const saveContentWaiver = endpoint({
  method: "POST",
  path: "/api/app/content/content-waiver/{id}",
  summary: "Saves the settings of a waiver as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.waiverSettings,
  response: savedVersion,
});

export const getContentWaiver = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-waiver",
  summary: "Gets a waiver with its current settings.",
  errors: [403],
  response: stored(of.waiverSettings),
});

export const saveContentBackgroundCheck = endpoint({
  method: "POST",
  path: "/api/app/content/content-background-check/{id}",
  summary: "Saves the settings of a background check as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.backgroundCheckSettings,
  response: savedVersion,
});

export const getContentBackgroundCheck = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-background-check",
  summary: "Gets a background check with its current settings.",
  errors: [403],
  response: stored(of.backgroundCheckSettings),
});

export const saveContentVideo = endpoint({
  method: "POST",
  path: "/api/app/content/content-video/{id}",
  summary: "Saves the settings of a video as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.videoSettings,
  response: savedVersion,
});

export const getContentVideo = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-video",
  summary: "Gets a video with its current settings.",
  errors: [403],
  response: stored(of.videoSettings),
});

export const saveContentAbusePreventionTraining = endpoint({
  method: "POST",
  path: "/api/app/content/content-abuse-prevention-training/{id}",
  summary: "Saves the settings of an abuse prevention training as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.abusePreventionTrainingSettings,
  response: savedVersion,
});

export const getContentAbusePreventionTraining = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-abuse-prevention-training",
  summary: "Gets an abuse prevention training with its current settings.",
  errors: [403],
  response: stored(of.abusePreventionTrainingSettings),
});

export const saveContentSexOffenderSearch = endpoint({
  method: "POST",
  path: "/api/app/content/content-sex-offender-search/{id}",
  summary: "Saves the settings of a sex offender search as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.sexOffenderSearchSettings,
  response: savedVersion,
});

export const getContentSexOffenderSearch = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-sex-offender-search",
  summary: "Gets a sex offender search with its current settings.",
  errors: [403],
  response: stored(of.sexOffenderSearchSettings),
});

export const saveContentAgeVerification = endpoint({
  method: "POST",
  path: "/api/app/content/content-age-verification/{id}",
  summary: "Saves the settings of an age verification as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.ageVerificationSettings,
  response: savedVersion,
});

export const getContentAgeVerification = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-age-verification",
  summary: "Gets an age verification with its current settings.",
  errors: [403],
  response: stored(of.ageVerificationSettings),
});

export const saveContentCustomTraining = endpoint({
  method: "POST",
  path: "/api/app/content/content-custom-training/{id}",
  summary: "Saves the settings of a custom training as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.customTrainingSettings,
  response: savedVersion,
});

export const getContentCustomTraining = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-custom-training",
  summary: "Gets a custom training with its current settings.",
  errors: [403],
  response: stored(of.customTrainingSettings),
});

export const saveContentIdentityVerification = endpoint({
  method: "POST",
  path: "/api/app/content/content-identity-verification/{id}",
  summary: "Saves the settings of an identity verification as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.identityVerificationSettings,
  response: savedVersion,
});

export const getContentIdentityVerification = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-identity-verification",
  summary: "Gets an identity verification with its current settings.",
  errors: [403],
  response: stored(of.identityVerificationSettings),
});

export const saveContentLiveScan = endpoint({
  method: "POST",
  path: "/api/app/content/content-live-scan/{id}",
  summary: "Saves the settings of a Live Scan as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.liveScanSettings,
  response: savedVersion,
});

export const getContentLiveScan = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-live-scan",
  summary: "Gets a Live Scan with its current settings.",
  errors: [403],
  response: stored(of.liveScanSettings),
});

export const saveContentUsSoccer = endpoint({
  method: "POST",
  path: "/api/app/content/content-us-soccer/{id}",
  summary: "Saves the settings of a U.S. Soccer license requirement as a new version. Versions in use never change.",
  errors: [403, 409],
  body: of.usSoccerSettings,
  response: savedVersion,
});

export const getContentUsSoccer = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/content-us-soccer",
  summary: "Gets a U.S. Soccer license requirement with its current settings.",
  errors: [403],
  response: stored(of.usSoccerSettings),
});

/** By kind. */
export const saveContentOf = {
  document: saveContentDocument,
  form: saveContentForm,
  waiver: saveContentWaiver,
  "background-check": saveContentBackgroundCheck,
  video: saveContentVideo,
  "abuse-prevention-training": saveContentAbusePreventionTraining,
  "sex-offender-search": saveContentSexOffenderSearch,
  "age-verification": saveContentAgeVerification,
  "custom-training": saveContentCustomTraining,
  "identity-verification": saveContentIdentityVerification,
  "live-scan": saveContentLiveScan,
  "us-soccer": saveContentUsSoccer,
} as const satisfies Record<ContentKind, unknown>;

/** By kind. */
export const getContentOf = {
  document: getContentDocument,
  form: getContentForm,
  waiver: getContentWaiver,
  "background-check": getContentBackgroundCheck,
  video: getContentVideo,
  "abuse-prevention-training": getContentAbusePreventionTraining,
  "sex-offender-search": getContentSexOffenderSearch,
  "age-verification": getContentAgeVerification,
  "custom-training": getContentCustomTraining,
  "identity-verification": getContentIdentityVerification,
  "live-scan": getContentLiveScan,
  "us-soccer": getContentUsSoccer,
} as const satisfies Record<ContentKind, unknown>;
