import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import {
  ageGradeStatuses,
  ageVerificationSettings,
  gradeProofs,
  grades,
  IdentityDocument,
  verificationKinds,
} from "../library/content-settings.ts";
import { day, id, line, numbered, numberedInQuery, text } from "../values.ts";
import { ageGroupException } from "./age-groups.ts";
import { attemptFile } from "./requirements.ts";

/** What a member submits besides documents, and how files are uploaded in parts. `{id}` is the requirement. */

const inName = { profileLevelAccessId: id };
const submitted = z.object({ requirementId: id, attemptId: id, status: numbered(RequirementStatus) });
const withdrawn = z.object({ requirementId: id, status: numbered(RequirementStatus) });

/** Fields typed in a draft and not submitted: as they are, even half a word. */
export const draftFields = z.strictObject({
  completedDate: text(20).optional(),
  validUntil: text(20).optional(),
  document: text(50).optional(),
  proof: text(50).optional(),
  grade: text(5).optional(),
  legalFirstName: text(100).optional(),
  legalLastName: text(100).optional(),
  dateOfBirth: text(20).optional(),
  atiNumber: text(20).optional(),
  certificateId: text(100).optional(),
});
export type DraftFields = z.output<typeof draftFields>;

const uploadUnderWay = z.object({
  uploadId: id,
  name: z.string(),
  bytes: z.int(),
  /** Bytes received; the next part begins there. */
  received: z.int(),
});

export const getDraft = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/draft",
  summary: "Gets the draft of a requirement: the files and entries that the caller hasn't submitted yet.",
  errors: [403],
  query: inName,
  response: z.object({ fields: draftFields, files: z.array(attemptFile), uploads: z.array(uploadUnderWay) }),
});

export const saveDraft = endpoint({
  method: "PUT",
  path: "/api/app/requirement/{id}/draft",
  summary: "Saves what was entered beside the files of a draft, until it is submitted.",
  errors: [403, 409],
  body: z.strictObject({ ...inName, fields: draftFields }),
  response: z.object({ requirementId: id, attemptId: id }),
});

export const orderDraftFiles = endpoint({
  method: "PUT",
  path: "/api/app/requirement/{id}/draft/file-order",
  summary: "Reorders the files of a draft. Give all of their IDs in order.",
  errors: [403, 409],
  body: z.strictObject({ ...inName, fileIds: z.array(id).min(1).max(50) }),
  response: z.object({ requirementId: id }),
});

/** Bytes in each part but the last. */
export const partBytes = 512 * 1024;

export const beginUpload = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/uploads",
  summary: "Starts an upload in parts, or gets the progress of an upload of the same file.",
  errors: [403, 409, 413, 415],
  body: z.strictObject({
    ...inName,
    name: line(400),
    bytes: z.int().min(1, "The file is empty. Choose it again."),
    /** SHA-256 of the whole file in hexadecimal; the received bytes must match it. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .default(null),
  }),
  response: uploadUnderWay.extend({ partBytes: z.int() }),
});

export const sendPart = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/uploads/{uploadId}/part",
  summary:
    "Uploads one part in the field `file`: `partBytes` bytes, or what is left for the last one. A part that is sent again counts once. The response says where to continue.",
  errors: [403, 409, 413],
  multipart: true,
  body: z.strictObject({ ...inName, offset: z.coerce.number().int().min(0) }),
  response: uploadUnderWay,
});

export const finishUpload = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/uploads/{uploadId}/finish",
  summary: "Adds a completely uploaded file to the draft. It isn't submitted yet.",
  errors: [403, 409, 415],
  body: z.strictObject(inName),
  response: z.object({ fileId: id }),
});

export const cancelUpload = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/uploads/{uploadId}",
  summary: "Cancels an upload.",
  errors: [403],
  query: inName,
  response: z.object({ requirementId: id }),
});

export const downloadFileArchive = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/download-file-archive",
  summary: "Downloads the files of the latest submission as one ZIP archive, created while it is sent.",
  errors: [403],
  query: inName,
  response: fileContent,
});

/** The field `file` may be empty: then the files in the draft are submitted. */
export const sendBackgroundCheckReport = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/background-check-report",
  summary: "Submits a report that was made elsewhere, with the day it was made. It needs a review.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ ...inName, completedDate: day, validUntil: day.optional() }),
  response: submitted,
});

export const removeBackgroundCheckReport = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/background-check-report",
  summary: "Removes one file of an open report. Removing the last file withdraws the submission.",
  errors: [403, 409],
  query: { ...inName, fileId: id },
  response: withdrawn,
});

export const takeAbusePreventionTraining = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/take-abuse-prevention-training",
  summary: "Records that the training was opened, and returns its address.",
  errors: [403, 409],
  body: z.strictObject(inName),
  response: z.object({ url: z.string() }),
});

export const getTrainingUrl = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/get-training-url",
  summary: "Gets the address of the training.",
  errors: [403],
  query: inName,
  givesLink: true,
  response: z.object({ url: z.string() }),
});

export const sendTrainingCertificate = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/abuse-prevention-training-certificate",
  summary: "Submits the certificate of a training, with the day it was completed. It needs a review.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({
    ...inName,
    completedDate: day,
    validUntil: day.optional(),
    /** As printed on the certificate; refused if another person has submitted it. */
    certificateId: text(100).optional(),
  }),
  response: submitted,
});

export const removeTrainingCertificate = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/abuse-prevention-training-certificate",
  summary: "Removes one file of an open submission. Removing the last file withdraws the submission.",
  errors: [403, 409],
  query: { ...inName, fileId: id },
  response: withdrawn,
});

export const getAgeVerification = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/age-verification",
  summary: "Lists the documents that prove age or grade for this requirement.",
  errors: [403],
  query: inName,
  response: z.object({
    verification: z.enum(verificationKinds),
    documents: ageVerificationSettings.shape.documents,
    proofs: z.array(z.enum(gradeProofs)),
    status: z.enum(ageGradeStatuses),
    /** The youngest age group of this season that the person may play in, by the date of birth in the profile; null: none, or unknown. */
    ageGroup: z.object({ under: z.int(), bornFrom: day }).nullable(),
    /** The latest question for an older age group this season; null: none, or not the caller's to see. */
    playingUp: ageGroupException.nullable(),
    /** Whether the caller may ask for an older age group. */
    mayPlayUp: z.boolean(),
    /** Whether the caller may decide on the question. */
    mayDecideOnPlayingUp: z.boolean(),
    /** The number of days after the decision on which photos are destroyed. */
    keptDays: z.int(),
    /** Whether photos of documents are stored for this person, and the caller may erase them. */
    erasable: z.boolean(),
    /** Which company reads the photos; null: they stay with the organization. */
    notice: z.string().nullable(),
  }),
});

export const sendAgeVerification = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/age-verification",
  summary: "Submits a document or proof of grade, with the name and date of birth as printed. It needs a review.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({
    ...inName,
    document: numberedInQuery(IdentityDocument).optional(),
    proof: z.enum(gradeProofs).optional(),
    /** The grade shown by the proof, if there is one. */
    grade: z.coerce.number().pipe(z.literal(grades)).optional(),
    legalFirstName: line(100),
    legalLastName: line(100),
    dateOfBirth: day,
    validUntil: day.optional(),
  }),
  response: submitted,
});

/** As printed on the form that the fingerprinting site returns. */
export const atiNumber = z
  .string()
  .overwrite((typed) => typed.replaceAll(/[\s-]/g, "").toUpperCase())
  .regex(/^[A-Z]\d{3}[A-Z]{3}\d{3}$/, "Enter an ATI number, such as A123BCD456.");

export const sendLiveScanProof = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/live-scan",
  summary:
    "Submits the completed request form of a Live Scan with its ATI number. Where the organization's request form is created here, the state's answer is awaited next; elsewhere the proof is reviewed.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ ...inName, atiNumber, completedDate: day, validUntil: day.optional() }),
  response: submitted,
});

/** The facts entered along with a submission's files, by name, for reviewers. */
export const submissionFacts = z.object({
  document: numbered(IdentityDocument).optional(),
  proof: z.enum(gradeProofs).optional(),
  grade: z.literal(grades).optional(),
  legalFirstName: z.string().optional(),
  legalLastName: z.string().optional(),
  dateOfBirth: day.optional(),
  atiNumber: z.string().optional(),
  /** The ID on a training's certificate. */
  certificateId: z.string().optional(),
  /** The result that a training's package reported; the score in percent. */
  training: z.object({ score: z.int().nullable(), minutes: z.int(), tries: z.int() }).optional(),
});
export type SubmissionFacts = z.output<typeof submissionFacts>;
