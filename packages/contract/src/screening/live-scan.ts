import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { day, flag, id, instant, line, numbered, text } from "../values.ts";

/** Live Scan: electronic fingerprints for a criminal record check by a state. `{id}` is the requirement, unless said otherwise. */

const inName = { profileLevelAccessId: id };

/** The state's answers: no record, delayed, a record, or that the fingerprints must be taken again. */
export const stateAnswers = ["cleared", "delayed", "record", "retake"] as const;
export type StateAnswer = (typeof stateAnswers)[number];

export const stateAnswerLabels: Record<StateAnswer, string> = {
  cleared: "Cleared: no record",
  delayed: "Delayed: no result yet",
  record: "Record received",
  retake: "Fingerprints rejected: take them again",
};

/** Codes for the request form. Source: FBI, NCIC Code Manual. */
export const sexes = ["M", "F", "X"] as const;
export const eyeColors = ["BLK", "BLU", "BRO", "GRY", "GRN", "HAZ", "MAR", "MUL", "PNK"] as const;
export const hairColors = [
  "BAL",
  "BLK",
  "BLN",
  "BLU",
  "BRO",
  "GRY",
  "GRN",
  "ONG",
  "PNK",
  "PLE",
  "RED",
  "SDY",
  "WHI",
] as const;

export const sexLabels: Record<(typeof sexes)[number], string> = { M: "Male", F: "Female", X: "Nonbinary" };
export const eyeColorLabels: Record<(typeof eyeColors)[number], string> = {
  BLK: "Black",
  BLU: "Blue",
  BRO: "Brown",
  GRY: "Gray",
  GRN: "Green",
  HAZ: "Hazel",
  MAR: "Maroon",
  MUL: "Multicolored",
  PNK: "Pink",
};
export const hairColorLabels: Record<(typeof hairColors)[number], string> = {
  BAL: "Bald",
  BLK: "Black",
  BLN: "Blond",
  BLU: "Blue",
  BRO: "Brown",
  GRY: "Gray",
  GRN: "Green",
  ONG: "Orange",
  PNK: "Pink",
  PLE: "Purple",
  RED: "Red",
  SDY: "Sandy",
  WHI: "White",
};

/**
 * The member's details for the request form. They are printed on the form and not stored; a Social Security number is never
 * asked for.
 */
export const liveScanDetails = z.strictObject({
  middleName: text(50).default(""),
  suffix: text(10).default(""),
  /** Former names and other names, including maiden names. */
  otherNames: text(100).default(""),
  sex: z.enum(sexes, "Choose one."),
  heightFeet: z
    .int("Enter a whole number.")
    .min(2, "Enter a height from 2 to 8 feet.")
    .max(8, "Enter a height from 2 to 8 feet."),
  heightInches: z.int("Enter a whole number.").min(0, "Enter 0 to 11 inches.").max(11, "Enter 0 to 11 inches."),
  /** In pounds. */
  weight: z
    .int("Enter a whole number.")
    .min(40, "Enter a weight from 40 to 700 pounds.")
    .max(700, "Enter a weight from 40 to 700 pounds."),
  eyeColor: z.enum(eyeColors, "Choose a color."),
  hairColor: z.enum(hairColors, "Choose a color."),
  /** The state, or the country outside the United States. */
  birthplace: line(50),
  street: line(100),
  city: line(60),
  state: line(40),
  zip: z
    .string()
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, "Enter a ZIP code, such as 95814."),
});
export type LiveScanDetails = z.output<typeof liveScanDetails>;

export const makeLiveScanForm = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/live-scan-form",
  summary:
    "Creates the request form of a Live Scan as a PDF. The details are printed on it and not stored. From then on the requirement waits on the applicant.",
  errors: [403, 409],
  body: liveScanDetails.extend(inName),
  response: fileContent,
});

/** Where people find fingerprinting sites and check the status, by state. */
const stateAddresses = z.object({
  /** The state's postal code. */
  state: z.string(),
  name: z.string(),
  /** Asks for the ATI number and the date of birth, and shows only whether the check is done. */
  statusUrl: z.url(),
  sitesUrl: z.url(),
  formUrl: z.url(),
  /** The state's page that says so. */
  source: z.url(),
});

export const getLiveScanUrls = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/live-scan-urls",
  summary:
    "Lists the states' pages about Live Scan: fingerprinting sites, the request form, and the applicant's status.",
  response: z.array(stateAddresses),
});

export const getLiveScan = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/live-scan",
  summary:
    "Gets how far a Live Scan is: when the form was created, the ATI number, since when the state's answer is awaited, and what was answered. Only the person, their guardian, and reviewers may see it.",
  errors: [403, 409],
  query: inName,
  response: z.object({
    /** Null: no form was created. */
    formMadeAt: instant.nullable(),
    formMadeLastAt: instant.nullable(),
    atiNumber: z.string().nullable(),
    fingerprintedOn: day.nullable(),
    /** Since when the state's answer has been, or was, pending; null: the proof wasn't submitted. */
    sentAt: instant.nullable(),
    /** Oldest first. The member sees only that it takes longer, or must be repeated. */
    answers: z.array(
      z.object({
        answer: z.enum(stateAnswers),
        answeredOn: day,
        recordedAt: instant,
        /** Null for the member. */
        recordedByName: z.string().nullable(),
        note: z.string(),
      }),
    ),
    /** The answers that the caller can record now. */
    recordable: z.array(z.enum(stateAnswers)),
    /** The profile's values for the form; null for callers who don't fill it in. */
    profile: z
      .object({
        firstName: z.string(),
        lastName: z.string(),
        /** Without it no form can be created. */
        dateOfBirth: day.nullable(),
        street: z.string(),
        city: z.string(),
        state: z.string(),
      })
      .nullable(),
  }),
});

/** Records the state's answer. There is no field for a file, nor for the contents of a record: they aren't stored here. */
export const recordStateAnswer = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/live-scan-answer",
  summary:
    "Records what the state answered. Cleared completes the requirement, a delay changes nothing, a record opens a review, and rejected fingerprints are taken again.",
  errors: [403, 409],
  body: z
    .strictObject({
      ...inName,
      answer: z.enum(stateAnswers),
      answeredOn: day,
      /** For reviewers; only about a delay or rejected fingerprints. */
      note: text(500).default(""),
    })
    .refine((of) => of.note === "" || of.answer === "delayed" || of.answer === "retake", {
      path: ["note"],
      error: "A note can be added only to a delay or rejected fingerprints.",
    }),
  response: z.object({ requirementId: id, status: numbered(RequirementStatus) }),
});

/**
 * Whether the state was notified that the organization isn't interested in a person's later arrests anymore, or needn't be.
 */
export const noticeOutcomes = ["sent", "notNeeded"] as const;
export type NoticeOutcome = (typeof noticeOutcomes)[number];

/**
 * Why a notice is due: the person has left the organization, or has no membership that requires a Live Scan anymore. Source:
 * California Department of Justice, Frequently Asked Questions for Applicant Agencies, question 2.
 */
export const noticeReasons = ["left", "notRequired"] as const;
export type NoticeReason = (typeof noticeReasons)[number];

const notice = z.object({
  /** The submission with the ATI number. */
  attemptId: id,
  name: z.string(),
  dateOfBirth: day.nullable(),
  levelName: z.string(),
  requirementName: z.string(),
  atiNumber: z.string().nullable(),
  /** The day on which the ATI number was submitted. */
  submittedOn: day,
  /** As on the request form. */
  ori: z.string(),
  agency: z.string(),
  /** Null: they have to do a Live Scan again since. */
  reason: z.enum(noticeReasons).nullable(),
  since: instant.nullable(),
  /** Null: it is due. */
  recorded: z.object({ outcome: z.enum(noticeOutcomes), noticedOn: day, recordedByName: z.string() }).nullable(),
});

export const listLiveScanNotices = endpoint({
  method: "GET",
  path: "/api/app/live-scan-notices",
  summary:
    "Lists the people within reach whose fingerprints the state still has on the organization's behalf although they no longer need a Live Scan, the longest first; or those for whom that was dealt with, the latest first.",
  errors: [403],
  query: { recorded: flag.optional(), cursor: z.string().max(200).optional() },
  response: z.object({
    rows: z.array(notice),
    next: z.string().nullable(),
    /** How many are due, up to 1,000. */
    due: z.int(),
  }),
});

export const recordLiveScanNotice = endpoint({
  method: "POST",
  path: "/api/app/live-scan-notice/{id}",
  summary:
    "Records that the state was told, or needn't be told, that the organization no longer needs reports of a person's arrests. `{id}` is the submission with the ATI number.",
  errors: [403, 409],
  body: z.strictObject({ outcome: z.enum(noticeOutcomes), noticedOn: day }),
  response: noContent,
});
