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
import { attemptFile } from "./requirements.ts";

/** What a member sends in besides documents, and how files travel in parts. `{id}` is the requirement. */

const inName = { profileLevelAccessId: id };
const submitted = z.object({ requirementId: id, attemptId: id, status: numbered(RequirementStatus) });
const withdrawn = z.object({ requirementId: id, status: numbered(RequirementStatus) });

/** What was typed beside the files and not sent yet: as it is, also half of a word. */
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
});
export type DraftFields = z.output<typeof draftFields>;

const uploadUnderWay = z.object({
  uploadId: id,
  name: z.string(),
  bytes: z.int(),
  /** So much of it has arrived; the next part begins there. */
  received: z.int(),
});

export const getDraft = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/draft",
  summary: "What was chosen and typed for a requirement and has not been sent yet, for whoever sends it.",
  errors: [403],
  query: inName,
  response: z.object({ fields: draftFields, files: z.array(attemptFile), uploads: z.array(uploadUnderWay) }),
});

export const saveDraft = endpoint({
  method: "PUT",
  path: "/api/app/requirement/{id}/draft",
  summary: "Keeps what was typed beside the files, as it is, until it is sent.",
  errors: [403, 409],
  body: z.strictObject({ ...inName, fields: draftFields }),
  response: z.object({ requirementId: id, attemptId: id }),
});

export const orderDraftFiles = endpoint({
  method: "PUT",
  path: "/api/app/requirement/{id}/draft/file-order",
  summary: "Puts the files of a draft into an order: all of their ids, the first one first.",
  errors: [403, 409],
  body: z.strictObject({ ...inName, fileIds: z.array(id).min(1).max(50) }),
  response: z.object({ requirementId: id }),
});

/** Bytes of each part but the last. */
export const partBytes = 512 * 1024;

export const beginUpload = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/uploads",
  summary: "Begins to send a file in parts, or finds how far the same file has come.",
  errors: [403, 409, 413, 415],
  body: z.strictObject({
    ...inName,
    name: line(400),
    bytes: z.int().min(1, "The file is empty. Choose it again."),
    /** SHA-256 of the whole file in hexadecimal; what arrives must have it. */
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
    "One part in the field `file`: so many bytes as `partBytes` said, the last one what is left. Sent again, it counts once; the answer tells where to go on.",
  errors: [403, 409, 413],
  multipart: true,
  body: z.strictObject({ ...inName, offset: z.coerce.number().int().min(0) }),
  response: uploadUnderWay,
});

export const finishUpload = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/uploads/{uploadId}/finish",
  summary: "Puts a file that has arrived into the draft. It is not sent with that.",
  errors: [403, 409, 415],
  body: z.strictObject(inName),
  response: z.object({ fileId: id }),
});

export const cancelUpload = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/uploads/{uploadId}",
  summary: "Gives up a file on its way.",
  errors: [403],
  query: inName,
  response: z.object({ requirementId: id }),
});

export const downloadFileArchive = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/download-file-archive",
  summary: "The files of the latest submission in one zip, made while it is sent.",
  errors: [403],
  query: inName,
  response: fileContent,
});

/** The field `file` may be empty: then what lies in the draft is sent. */
export const sendBackgroundCheckReport = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/background-check-report",
  summary: "Sends in a report that was made elsewhere, with the day it was made on. It is reviewed.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ ...inName, completedDate: day, validUntil: day.optional() }),
  response: submitted,
});

export const removeBackgroundCheckReport = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/background-check-report",
  summary: "Takes one file of an open report back; with its last file the submission is withdrawn.",
  errors: [403, 409],
  query: { ...inName, fileId: id },
  response: withdrawn,
});

export const takeAbusePreventionTraining = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/take-abuse-prevention-training",
  summary: "Notes that the training was opened, and tells where it is.",
  errors: [403, 409],
  body: z.strictObject(inName),
  response: z.object({ url: z.string() }),
});

export const getTrainingUrl = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/get-training-url",
  summary: "Where the training is.",
  errors: [403],
  query: inName,
  response: z.object({ url: z.string() }),
});

export const sendTrainingCertificate = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/abuse-prevention-training-certificate",
  summary: "Sends in the certificate of a training, with the day it was completed on. It is reviewed.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ ...inName, completedDate: day, validUntil: day.optional() }),
  response: submitted,
});

export const removeTrainingCertificate = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/{id}/abuse-prevention-training-certificate",
  summary: "Takes one file of an open submission back; with its last file the submission is withdrawn.",
  errors: [403, 409],
  query: { ...inName, fileId: id },
  response: withdrawn,
});

export const getAgeVerification = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/age-verification",
  summary: "What proves age or grade here.",
  errors: [403],
  query: inName,
  response: z.object({
    verification: z.enum(verificationKinds),
    documents: ageVerificationSettings.shape.documents,
    proofs: z.array(z.enum(gradeProofs)),
    status: z.enum(ageGradeStatuses),
  }),
});

export const sendAgeVerification = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/age-verification",
  summary: "Sends in a document or a proof of the grade, with name and date of birth as printed. It is reviewed.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({
    ...inName,
    document: numberedInQuery(IdentityDocument).optional(),
    proof: z.enum(gradeProofs).optional(),
    /** The grade that the proof shows, where one is given. */
    grade: z.coerce.number().pipe(z.literal(grades)).optional(),
    legalFirstName: line(100),
    legalLastName: line(100),
    dateOfBirth: day,
    validUntil: day.optional(),
  }),
  response: submitted,
});

export const getIdentityVerification = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/identity-verification",
  summary: "What proves identity here.",
  errors: [403],
  query: inName,
  response: z.object({ documents: ageVerificationSettings.shape.documents }),
});

export const sendIdentityVerification = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/identity-verification",
  summary: "Sends in pictures of a document. They are reviewed.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ ...inName, document: numberedInQuery(IdentityDocument), validUntil: day.optional() }),
  response: submitted,
});

/** As it stands on the form that the fingerprinting site gives back. */
export const atiNumber = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]\d{3}[A-Z]{3}\d{3}$/, "Enter an ATI number, like A123BCD456.");

export const sendLiveScanProof = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/live-scan",
  summary: "Sends in the completed request form of a Live Scan with its ATI number. It is reviewed.",
  errors: [403, 409, 413, 415],
  multipart: true,
  body: z.strictObject({ ...inName, atiNumber, completedDate: day, validUntil: day.optional() }),
  response: submitted,
});

/** What was told beside the files of a submission, by name; for whoever reviews it. */
export const submissionFacts = z.object({
  document: numbered(IdentityDocument).optional(),
  proof: z.enum(gradeProofs).optional(),
  grade: z.literal(grades).optional(),
  legalFirstName: z.string().optional(),
  legalLastName: z.string().optional(),
  dateOfBirth: day.optional(),
  atiNumber: z.string().optional(),
  /** What the package of a training told; the score in percent. */
  training: z.object({ score: z.int().nullable(), minutes: z.int(), tries: z.int() }).optional(),
});
export type SubmissionFacts = z.output<typeof submissionFacts>;
