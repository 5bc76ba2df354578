import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { grades, IdentityDocument } from "../library/content-settings.ts";
import { day, id, instant, numbered } from "../values.ts";
import { type ReadingWay, readingWays } from "../vision.ts";

export const readingWayLabels: Record<ReadingWay, string> = {
  pdf417: "Barcode",
  mrz: "Machine-readable zone",
  text: "Printed text",
};

/** The data read from the pictures of a document. */
export const readDocument = z.object({
  by: z.enum(readingWays),
  /** Whether its check digits are correct, or its barcode is complete. */
  isChecked: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: day.nullable(),
  /** The last day on which the document is valid. */
  expiresOn: day.nullable(),
  /** The last four characters of its number; more is never kept. */
  numberEnd: z.string().nullable(),
});
export type ReadDocument = z.output<typeof readDocument>;

/** Why a person must decide on a document that was read. */
export const ageDoubts = [
  "gradeAsked",
  "birthCertificate",
  "unclear",
  "unreadable",
  "notMachineReadable",
  "anothersDocument",
  "birthDateUnknown",
  "birthDateDiffers",
  "nameDiffers",
  "corrected",
  "endUnknown",
  "expired",
  "notRead",
] as const;
export type AgeDoubt = (typeof ageDoubts)[number];

export const comparedValues = ["same", "alike", "differs", "unknown"] as const;
export type ComparedValue = (typeof comparedValues)[number];

/** How a name nearly matches another. */
export const nameDifferences = ["nickname", "partOfName", "oneLetter", "swappedNames"] as const;
export type NameDifference = (typeof nameDifferences)[number];

const compared = z.object({
  /** As written there. */
  name: z.string(),
  dateOfBirth: day.nullable(),
  nameFit: z.enum(comparedValues),
  nameDifferences: z.array(z.string()),
  dateOfBirthFit: z.enum(comparedValues),
});

/** Why nothing was read from the photos in a draft. */
export const unreadReasons = ["noPhotos", "unclear", "unreadable", "busy", "noReader"] as const;

/** `{id}` is the requirement. */
export const readDraftDocument = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/read-draft-document",
  summary:
    "Reads the photos in the draft of a proof of age, for the member to confirm or correct before submitting. Nothing that is read is stored.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id }),
  response: z.object({
    read: z
      .object({
        firstName: z.string(),
        lastName: z.string(),
        dateOfBirth: day.nullable(),
        /** The sentence to show if the document seems to be of someone else in the family; null: it doesn't. */
        warning: z.string().nullable(),
      })
      .nullable(),
    /** Why nothing was read; null: something was. */
    unread: z.enum(unreadReasons).nullable(),
  }),
});

/** `{id}` is the requirement. */
export const compareDocument = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/document-comparison",
  summary:
    "Compares the submitted document with the profile: what was typed, what was read, and the usual grade and age group.",
  errors: [403],
  query: { profileLevelAccessId: id },
  response: z.object({
    profile: z.object({ name: z.string(), dateOfBirth: day.nullable() }),
    document: numbered(IdentityDocument).nullable(),
    /** The data typed besides the pictures; null if nothing was asked. */
    typed: compared.nullable(),
    /** The data read from the pictures; null: nothing. */
    read: compared
      .extend({
        by: z.enum(readingWays),
        isChecked: z.boolean(),
        expiresOn: day.nullable(),
        expired: z.boolean(),
        numberEnd: z.string().nullable(),
      })
      .nullable(),
    readAt: instant.nullable(),
    /** Whether what was typed differs from what was read; case, accents and further given names don't count. */
    corrected: z.boolean(),
    /** Why a person must decide; null: not read, or a match. */
    doubt: z.object({ code: z.enum(ageDoubts), text: z.string() }).nullable(),
    /** Other members of the family with these details, such as a sibling or a parent. */
    fitsFamily: z.array(z.object({ name: z.string(), isGuardian: z.boolean() })),
    /** What the proof of grade must show; null if none is required. */
    grade: z
      .object({
        submitted: z.literal(grades).nullable(),
        usual: z.literal(grades).nullable(),
        schoolYear: z.string(),
        cutoff: z.string(),
        cutoffAssumed: z.boolean(),
        unusual: z.boolean(),
      })
      .nullable(),
    ageGroup: z.object({ under: z.int(), bornFrom: day }).nullable(),
  }),
});

export type DocumentComparison = z.output<typeof compareDocument.response>;
