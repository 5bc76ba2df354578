/** Answers questions about a content's settings, whatever its type. */

import type { AcceptedFileExtension, ContentKind, RequirementType } from "@touchline/contract";
import type { ContentSettings, SettingsOf } from "@touchline/contract/library/content-settings";

/** The kinds of files that the library accepts besides those of members. */
export const videoExtensions = ["mp4", "webm"] as const;
export type KnownExtension = AcceptedFileExtension | (typeof videoExtensions)[number];

/** The files that the settings of a type may name. */
export const contentFileKinds: Record<RequirementType, readonly KnownExtension[]> = {
  0: [],
  1: ["pdf", "png", "jpeg", "txt", "xls"],
  2: [],
  3: [],
  4: videoExtensions,
  5: [],
  6: [],
  7: [],
  // A training package is uploaded as one: `content-package`.
  8: [],
  9: [],
  10: [],
  11: [],
};

/** Returns the files that settings name, each with its field. */
export function filesNamed(settings: ContentSettings): { field: string; fileId: string }[] {
  const named = (field: string, fileId: string | null) => (fileId === null ? [] : [{ field, fileId }]);
  switch (settings.kind) {
    case "form":
      return named("blankFileId", settings.blankFileId);
    case "video":
      return named("fileId", settings.fileId);
    case "custom-training":
      return named("packageFileId", settings.packageFileId);
    default:
      return [];
  }
}

/** Returns the address that a requirement opens, if its settings have one. */
export function linkOf(settings: ContentSettings): string | null {
  if ("linkUrl" in settings) return settings.linkUrl;
  return "trainingUrl" in settings ? settings.trainingUrl : null;
}

/**
 * Tests whether progress on one version still counts for a later version: the video or package is the same, and as much of it
 * is required, so that only words differ. For other kinds there is no progress.
 */
export function keepsProgress(before: ContentSettings, after: ContentSettings): boolean {
  const counted = countedBy(after);
  return countedBy(before).every((value, place) => value === counted[place]);
}

/** The settings that identify what is watched or taken, and by which progress is rated. */
function countedBy(settings: ContentSettings): readonly unknown[] {
  if (settings.kind === "video") return [settings.fileId, settings.videoUrl, settings.seconds, settings.percent];
  return settings.kind === "custom-training" ? [settings.packageFileId, settings.minimumScore] : [];
}

/** Tests whether a form has a blank to download, which its author uploaded. */
export function hasBlank(settings: ContentSettings): boolean {
  return settings.kind === "form" && settings.blankFileId !== null;
}

/** Tests whether the author requires reviews of submissions. For types without that setting, the answer is no. */
export function wantsReview(settings: ContentSettings): boolean {
  return "reviewRequired" in settings && settings.reviewRequired;
}

/** Tests whether the member enters the day of completion. */
export function wantsCompletionDate(settings: ContentSettings): boolean {
  return "asksCompletionDate" in settings && settings.asksCompletionDate;
}

/** Returns the kinds of files that a member may upload; null for none. */
export function filesAccepted(settings: ContentSettings): readonly AcceptedFileExtension[] | null {
  if (!("acceptedExtensions" in settings)) return null;
  if (settings.kind === "form" && settings.blankFileId === null) return null;
  if ("acceptsCertificates" in settings && !settings.acceptsCertificates) return null;
  if ("acceptsReports" in settings && !settings.acceptsReports) return null;
  return settings.acceptedExtensions;
}

const every = {
  instructions: "",
  validity: { type: "Duration", amount: 1, unit: "years" },
  validThrough: null,
  redoBy: null,
} as const;
const documentDefaults = { ...every, acceptedExtensions: ["pdf", "png", "jpeg"] as AcceptedFileExtension[] };

/** The initial settings of a new content of each kind. Its author still has to enter what only they know. */
export const usualSettings: { readonly [Kind in ContentKind]: SettingsOf<Kind> } = {
  document: { kind: "document", ...documentDefaults, reviewRequired: true, asksCompletionDate: false, linkUrl: null },
  form: {
    kind: "form",
    ...documentDefaults,
    reviewRequired: true,
    asksCompletionDate: false,
    blankFileId: null,
    form: null,
  },
  waiver: {
    kind: "waiver",
    ...every,
    text: "",
    consent: "I have read this, I understand it, and I agree to it.",
    signAgainAtEighteen: true,
  },
  "background-check": {
    kind: "background-check",
    ...documentDefaults,
    validity: { type: "Duration", amount: 2, unit: "years" },
    provider: 99,
    product: "",
    notice: "",
    acceptsReports: true,
    clientId: null,
    productId: null,
    internationalProductId: null,
    internationalProduct: "",
    reportMostDays: null,
    price: 0,
    currency: "USD",
  },
  video: { kind: "video", ...every, fileId: null, videoUrl: null, seconds: 0, percent: 95, captions: "" },
  "abuse-prevention-training": {
    kind: "abuse-prevention-training",
    ...documentDefaults,
    trainingUrl: null,
    takenAtProvider: false,
    acceptsCertificates: true,
    price: 0,
    currency: "USD",
  },
  "sex-offender-search": { kind: "sex-offender-search", ...every },
  "age-verification": {
    kind: "age-verification",
    ...documentDefaults,
    validity: { type: "None" },
    verification: "Age",
    documents: [0, 1, 2],
    proofs: ["School ID", "Report Card", "Progress Report", "Online Account Screenshot"],
    completesOnMatch: true,
    ageGroupCutoff: { month: 1, day: 1 },
  },
  "custom-training": {
    kind: "custom-training",
    ...documentDefaults,
    trainingUrl: null,
    packageFileId: null,
    minimumScore: null,
    minimumMinutes: null,
    packageReviewed: false,
    acceptsCertificates: true,
  },
  "identity-verification": {
    kind: "identity-verification",
    ...documentDefaults,
    validity: { type: "None" },
    documents: [0, 1, 2],
  },
  "live-scan": {
    kind: "live-scan",
    ...documentDefaults,
    validity: { type: "None" },
    ori: "",
    applicantType: "",
    jobTitle: "",
    agency: "",
    agencyStreet: "",
    agencyCity: "",
    mailCode: "",
    contact: "",
    contactPhone: "",
    ocaNumber: "",
    billingNumber: "",
    levelOfService: ["DOJ"],
  },
  "us-soccer": { kind: "us-soccer", ...every, validity: { type: "PerRequirement" }, licenses: [], higherGrades: false },
};
