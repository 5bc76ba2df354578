import { z } from "zod";
import { currency } from "../currencies.ts";
import { acceptedFileExtensions, type ContentKind, contentKinds } from "../enums.ts";
import { daysOfMonth } from "../months.ts";
import { day, id, line, text } from "../values.ts";
import { formDefinition } from "./form-definition.ts";

/**
 * The settings of each of the twelve types: stored with a version of the content and never changed afterwards. The body of
 * `content-{kind}` is the settings of that kind without its name.
 */

/** How long a completion is valid. Source: specification 1, section 3 (validity type). */
export const validity = z.discriminatedUnion("type", [
  /** N days, months or years after the day of completion. */
  z.strictObject({
    type: z.literal("Duration"),
    amount: z.int().min(1).max(1200),
    unit: z.enum(["days", "months", "years"]),
  }),
  /** Never expires. */
  z.strictObject({ type: z.literal("None") }),
  z
    .strictObject({
      type: z.literal("Annual"),
      /** Valid through this day of the year, the next one after completion; through February 28 if there is no 29th. */
      month: z.int().min(1).max(12),
      day: z.int().min(1).max(31),
      earlyDays: z.int().min(0).max(366).default(0),
    })
    .refine(({ month, day }) => day <= daysOfMonth(month), {
      path: ["day"],
      error: "This month doesn't have that many days.",
    }),
  /** Until the day that is set with each submission. */
  z.strictObject({ type: z.literal("PerRequirement") }),
]);
export type Validity = z.output<typeof validity>;

export const webAddress = z
  .url({ protocol: /^https?$/, error: "Enter a web address that starts with https:// or http://." })
  .max(2000);

/** Settings of every type. Members get all of them with the requirement (`getRequirement`). */
const everyKind = {
  /** What the member reads before doing it. */
  instructions: text(4000),
  validity,
  /** The minimum for PerRequirement, such as a season's end: through the end of this day. */
  validThrough: day.nullable().default(null),
  /** Saved with this version: completions of earlier ones are valid through this day at most. */
  redoBy: day.nullable().default(null),
};

const extensions = z.array(z.enum(acceptedFileExtensions)).min(1, "Accept at least one file type.");
/** Settings of types whose uploads are always reviewed. */
const documentFields = { ...everyKind, acceptedExtensions: extensions.default(["pdf", "png", "jpeg"]) };
/** Settings of types where the author decides whether submissions are reviewed. */
const reviewed = {
  ...documentFields,
  reviewRequired: z.boolean(),
  /** Whether the member enters the day of completion. */
  asksCompletionDate: z.boolean(),
};

export const documentSettings = z.strictObject({ ...reviewed, linkUrl: webAddress.nullable() });
export type DocumentSettings = z.output<typeof documentSettings>;

/** Downloaded, filled in and uploaded, or filled in on the page; if both are offered, as the member chooses. */
export const formSettings = z
  .strictObject({
    ...reviewed,
    /** The blank form, a file of the library (`content-file`). */
    blankFileId: id.nullable(),
    form: formDefinition.nullable(),
  })
  .refine((of) => of.blankFileId !== null || of.form !== null, {
    path: ["form"],
    error: "Upload a blank form or build an online form.",
  });

/** Types without a date in the submission can't have their validity set by one. */
const dayless = {
  path: ["validity", "type"],
  error: "This type has no expiration date for each submission. Choose another option.",
};
const hasNoDay = (of: { validity: Validity }) => of.validity.type !== "PerRequirement";

export const waiverSettings = z
  .strictObject({
    ...everyKind,
    /** The text to sign, in Markdown: headings, lists, emphasis and links. */
    text: line(100_000),
    /** The sentence next to the box that is checked before signing. */
    consent: line(1000),
    /** Whether people must sign again at 18 if a guardian signed for them. */
    signAgainAtEighteen: z.boolean().default(false),
  })
  .refine(hasNoDay, dayless);

/** The providers of background checks. Source: specification 1, section 3: five vendors and Generic. */
export const BackgroundCheckProvider = {
  Yardstik: 0,
  JDP: 1,
  NCSI: 2,
  Checkr: 3,
  Sterling: 4,
  Generic: 99,
} as const;
export type BackgroundCheckProvider = (typeof BackgroundCheckProvider)[keyof typeof BackgroundCheckProvider];

/** The price in minor units of its currency; 0: free. */
const price = z.int().min(0).max(1_000_000).default(0);
const priced = { price, currency: currency.default("USD") };

export const backgroundCheckSettings = z.strictObject({
  ...documentFields,
  provider: z.literal(Object.values(BackgroundCheckProvider)),
  /** The provider's own name for the ordered product. */
  product: text(200),
  /** The organization's account at the provider (`screeningClientId`); null: nothing is ordered, reports are uploaded. */
  clientId: id.nullable().default(null),
  /** The provider's id of the ordered product; null as long as no account is chosen. */
  productId: text(200).nullable().default(null),
  /** The product ordered instead for citizens of countries other than the United States; null: the same. */
  internationalProductId: text(200).nullable().default(null),
  internationalProduct: text(200).default(""),
  /** The organization's notice before anything is ordered. */
  notice: text(20_000),
  /** Whether reports made elsewhere can be uploaded. */
  acceptsReports: z.boolean().default(true),
  /** The most days since such a report was made. */
  reportMostDays: z.int().min(1).max(3650).nullable().default(null),
  ...priced,
});

export const videoSettings = z
  .strictObject({
    ...everyKind,
    /** The video, a file of the library (`content-file`), or its address. */
    fileId: id.nullable(),
    videoUrl: webAddress.nullable(),
    /** The length in seconds. */
    seconds: z.int().min(1, "Enter the length.").max(36_000),
    /** The percentage of its seconds that must really be watched. */
    percent: z.int().min(1).max(100).default(95),
    /** WebVTT captions. */
    captions: text(200_000).default(""),
  })
  .refine((of) => of.fileId !== null || of.videoUrl !== null, {
    path: ["fileId"],
    error: "Upload the video or enter its URL.",
  })
  .refine(hasNoDay, dayless);

export const abusePreventionTrainingSettings = z.strictObject({
  ...documentFields,
  trainingUrl: webAddress.nullable(),
  /** Whether it is taken at this installation's provider, which reports its completion. */
  takenAtProvider: z.boolean().default(false),
  acceptsCertificates: z.boolean().default(true),
  ...priced,
});

export const sexOffenderSearchSettings = z.strictObject({ ...everyKind });

/** Birth Certificate 0, Government Issued Passport 1, Government Issued ID 2. Source: specification 1, section 3. */
export const IdentityDocument = { BirthCertificate: 0, Passport: 1, GovernmentId: 2 } as const;
export type IdentityDocument = (typeof IdentityDocument)[keyof typeof IdentityDocument];
export const identityDocumentLabels: Record<IdentityDocument, string> = {
  0: "Birth Certificate",
  1: "Government Issued Passport",
  2: "Government Issued ID",
};
const identityDocuments = z.array(z.literal(Object.values(IdentityDocument))).min(1, "Accept at least one document.");

export const gradeProofs = ["School ID", "Report Card", "Progress Report", "Online Account Screenshot"] as const;
export type GradeProof = (typeof gradeProofs)[number];
export const verificationKinds = ["Age", "Grade", "Age & Grade"] as const;

/** The status of an age or grade verification. Source: specification 1, section 3. */
export const ageGradeStatuses = [
  "Incomplete",
  "PendingVerification",
  "ClearedVerification",
  "PendingReview",
  "ClearedReview",
  "RejectedReview",
] as const;
export type AgeGradeStatus = (typeof ageGradeStatuses)[number];

/** Grades by their numbers. Source: specification 1, section 3. */
export const gradeLabels = {
  "-2": "Homeschooled",
  "-1": "Pre-K",
  0: "Kindergarten",
  1: "1st Grade",
  2: "2nd Grade",
  3: "3rd Grade",
  4: "4th Grade",
  5: "5th Grade",
  6: "6th Grade",
  7: "7th Grade",
  8: "8th Grade",
  9: "9th Grade",
  10: "10th Grade",
  11: "11th Grade",
  12: "12th Grade",
} as const;
export const grades = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;
export type Grade = (typeof grades)[number];

/** A day of every year. */
export const monthDay = z
  .strictObject({ month: z.int().min(1).max(12), day: z.int().min(1).max(31) })
  .refine(({ month, day }) => day <= new Date(Date.UTC(2001, month, 0)).getUTCDate(), {
    path: ["day"],
    message: "This day doesn't exist in every year.",
  });

export const ageVerificationSettings = z.strictObject({
  ...documentFields,
  verification: z.enum(verificationKinds),
  documents: identityDocuments,
  proofs: z.array(z.enum(gradeProofs)).default([...gradeProofs]),
  /** Whether a passport or an ID that is read automatically, and matches the profile, completes it without a review. */
  completesOnMatch: z.boolean().default(false),
  /** The cutoff between age groups: a day of every year. */
  ageGroupCutoff: monthDay.default({ month: 1, day: 1 }),
});

export const customTrainingSettings = z
  .strictObject({
    ...documentFields,
    trainingUrl: webAddress.nullable(),
    /** A package of the training (SCORM), a file of the library (`content-package`). */
    packageFileId: id.nullable(),
    /** The score in percent that its package must report; null: as the package itself decides. */
    minimumScore: z.int().min(1).max(100).nullable().default(null),
    /** The minimum duration, by the server's clock. */
    minimumMinutes: z.int().min(1).max(600).nullable().default(null),
    /** Whether the result a package reports is reviewed before it counts. */
    packageReviewed: z.boolean().default(false),
    acceptsCertificates: z.boolean(),
  })
  .refine((of) => of.acceptsCertificates || of.packageFileId !== null, {
    path: ["acceptsCertificates"],
    error: "Upload a package or accept certificates. Otherwise, no one can complete it.",
  })
  .refine((of) => of.packageFileId === null || hasNoDay(of), dayless);

export const identityVerificationSettings = z.strictObject({ ...documentFields, documents: identityDocuments });

/** The organization's details on form BCIA 8016; empty: not known yet. */
export const liveScanSettings = z.strictObject({
  ...documentFields,
  ori: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^([A-Z0-9]{5,9})?$/, "Enter the ORI as the state assigned it: 5 to 9 letters and digits, such as A1234."),
  applicantType: text(100),
  /** As assigned by the state, if it was. */
  jobTitle: text(30),
  agency: text(200),
  agencyStreet: text(100).default(""),
  /** City, state, and ZIP code. */
  agencyCity: text(100).default(""),
  mailCode: z.string().regex(/^(\d{5})?$/, "Enter five digits."),
  contact: text(200),
  contactPhone: text(30).default(""),
  /** The agency's own number for the applicant (OCA). */
  ocaNumber: text(30).default(""),
  billingNumber: text(30).default(""),
  levelOfService: z.array(z.enum(["DOJ", "FBI"])).min(1, "Choose at least one."),
});

export const usSoccerSettings = z.strictObject({
  ...everyKind,
  /** Keys of the license list (`us-soccer-licenses`), any of which is sufficient. */
  licenses: z
    .array(z.string().regex(/^(coach|referee|safety)_\d+$/))
    .min(1, "Choose at least one license.")
    .max(200),
  /** Whether a higher grade of the same kind is sufficient too. */
  higherGrades: z.boolean().default(false),
});

/** The settings of each kind. */
export const settingsOfKind = {
  document: documentSettings,
  form: formSettings,
  waiver: waiverSettings,
  "background-check": backgroundCheckSettings,
  video: videoSettings,
  "abuse-prevention-training": abusePreventionTrainingSettings,
  "sex-offender-search": sexOffenderSearchSettings,
  "age-verification": ageVerificationSettings,
  "custom-training": customTrainingSettings,
  "identity-verification": identityVerificationSettings,
  "live-scan": liveScanSettings,
  "us-soccer": usSoccerSettings,
} as const satisfies Record<ContentKind, z.ZodType>;

/** Settings with the name of their kind: as they are stored, and sent with a requirement. */
export type ContentSettings = {
  [Kind in ContentKind]: { kind: Kind } & z.output<(typeof settingsOfKind)[Kind]>;
}[ContentKind];
export type SettingsOf<Kind extends ContentKind> = Extract<ContentSettings, { kind: Kind }>;

const named = (kind: ContentKind) =>
  (settingsOfKind[kind] as typeof documentSettings).safeExtend({ kind: z.literal(kind) });

/** Settings of any kind. */
export const contentSettings = z.discriminatedUnion(
  "kind",
  contentKinds.map((kind) => named(kind)) as unknown as [ReturnType<typeof named>],
) as unknown as z.ZodType<ContentSettings>;
