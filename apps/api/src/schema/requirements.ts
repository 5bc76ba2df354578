import type { IntegrationSource } from "@touchline/contract";
import type { AnswerFormat } from "@touchline/contract/requirements/forms";
import type { Signer, Stretch, TrainingOutcome } from "@touchline/rules";
import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../database/columns.ts";

/** The files of a submission; one that its sender removed keeps its row. */
export const attemptFile = pgTable(
  "attempt_file",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    fileId: uuid("file_id").notNull(),
    removedAt: instantColumn("removed_at"),
    /** Its chosen position among the others; 0: in the order of upload. */
    position: integer("position").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId, table.fileId] })],
);

/** Facts a member enters besides the files, encrypted; for a draft, what was typed so far. */
export const attemptFact = pgTable(
  "attempt_fact",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    sealedFacts: bytes("sealed_facts").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** The answers in an attempt; each save increments the revision. */
export const formAnswers = pgTable(
  "form_answers",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    revision: integer("revision").notNull(),
    sealedAnswers: bytes("sealed_answers").notNull(),
    savedBy: uuid("saved_by").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
    /** Null: it is being filled in, or a filled-in blank form was uploaded instead. */
    submittedAt: instantColumn("submitted_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** The files of file fields while a form is filled in; when it is submitted they become files of the submission. */
export const formFile = pgTable(
  "form_file",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    fileId: uuid("file_id").notNull(),
    fieldKey: text("field_key").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    removedAt: instantColumn("removed_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId, table.fileId] })],
);

/** The file with all answers to a form, created by a task. */
export const formExport = pgTable(
  "form_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    contentId: uuid("content_id").notNull(),
    format: text("format").$type<AnswerFormat>().notNull(),
    /** The form's version when it began: later versions add no columns. */
    lastVersion: integer("last_version").notNull(),
    storageKey: text("storage_key").notNull(),
    /** The last submission read. */
    afterRequirementId: uuid("after_requirement_id"),
    afterAttemptId: uuid("after_attempt_id"),
    /** How many parts were read. */
    parts: integer("parts").notNull().default(0),
    /** Null until the file is complete. */
    bytes: integer("bytes"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** Rows read by one step of such a task, until the file is written from all of them. */
export const formExportPart = pgTable(
  "form_export_part",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    /** From 1. */
    number: integer("number").notNull(),
    sealedRows: bytes("sealed_rows").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId, table.number] })],
);

/** Who signed which version of a waiver for whom, and when. Append-only; names and places are encrypted. */
export const waiverSignature = pgTable(
  "waiver_signature",
  {
    organizationId: organizationId(),
    waiverSignatureId: uuid("waiver_signature_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    contentId: uuid("content_id").notNull(),
    contentVersionId: uuid("content_version_id").notNull(),
    version: integer("version").notNull(),
    /** The person it was signed for, the signer, and the signer's role. */
    profileId: uuid("profile_id").notNull(),
    signerProfileId: uuid("signer_profile_id").notNull(),
    signedAs: text("signed_as").$type<Signer>().notNull(),
    /** The hash of the text and of the sentence next to the checkbox, as UTF-8, in hexadecimal. */
    textSha256: text("text_sha256").notNull(),
    consentSha256: text("consent_sha256").notNull(),
    fileId: uuid("file_id").notNull(),
    fileSha256: text("file_sha256").notNull(),
    /** The typed name, the known names, address, browser, session and when it began, as encrypted JSON. */
    sealedFacts: bytes("sealed_facts").notNull(),
    signedAt: instantColumn("signed_at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.waiverSignatureId] })],
);

/**
 * Shared: lets anybody with a signed document verify that it is genuine. Contains no names. `signature`: Ed25519 over
 * `statement`, which includes the hash of the PDF.
 */
export const waiverProof = pgTable("waiver_proof", {
  /** SHA-256 of the code printed on the document. */
  codeHash: bytes("code_hash").primaryKey(),
  fileSha256: text("file_sha256").notNull(),
  organizationId: organizationId(),
  waiverSignatureId: uuid("waiver_signature_id").notNull(),
  statement: text("statement").notNull(),
  keyId: text("key_id").notNull(),
  signature: bytes("signature").notNull(),
  signedAt: instantColumn("signed_at").notNull(),
});

/** An optional requirement that the member, or a guardian, isn't interested in. */
export const declinedRequirement = pgTable(
  "declined_requirement",
  {
    organizationId: organizationId(),
    requirementId: uuid("requirement_id").notNull(),
    declinedAt: instantColumn("declined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requirementId] })],
);

/** How much of a video was watched in an attempt. */
export const videoProgress = pgTable(
  "video_progress",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    /** In order, and not overlapping. */
    stretches: jsonb("stretches").$type<readonly Stretch[]>().notNull(),
    /** Seconds that can still be reported as of `at`. */
    saved: doublePrecision("saved").notNull(),
    position: doublePrecision("position").notNull(),
    /** The page that plays it: only one counts at a time. */
    player: uuid("player"),
    enough: boolean("enough").notNull(),
    at: instantColumn("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** The state of a part of a package in an attempt, with its latest values. */
export const trainingProgress = pgTable(
  "training_progress",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    item: smallint("item").notNull(),
    tries: smallint("tries").notNull(),
    outcome: text("outcome").$type<TrainingOutcome>().notNull(),
    /** In percent. */
    score: doublePrecision("score"),
    /** The total time over all its sittings, as given to the package. */
    seconds: integer("seconds").notNull(),
    sealedValues: bytes("sealed_values").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId, table.item] })],
);

/** A learner's position in a package that needs more than an order of parts. */
export const trainingSequence = pgTable(
  "training_sequence",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    sealedState: bytes("sealed_state").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
    /** How many steps were taken. The result of a step counts only if no other was taken meanwhile. */
    version: integer("version").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** Each opening of a part. Only the latest one of an attempt can report. */
export const trainingSitting = pgTable(
  "training_sitting",
  {
    organizationId: organizationId(),
    sittingId: uuid("sitting_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    item: smallint("item").notNull(),
    openedBy: uuid("opened_by").notNull(),
    openedAt: instantColumn("opened_at").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
    endedAt: instantColumn("ended_at"),
    /** The seconds of the part when it was opened. */
    secondsBefore: integer("seconds_before").notNull(),
    /** As reported by the package, even if less time can have passed. */
    secondsTold: integer("seconds_told"),
    outcome: text("outcome").$type<TrainingOutcome>().notNull(),
    /** The outcome of the part when it was opened. */
    outcomeBefore: text("outcome_before").$type<TrainingOutcome>().notNull().default("open"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sittingId] })],
);

/** A person's details besides name and date of birth; encrypted, because they aren't searched. */
export const profileDetail = pgTable(
  "profile_detail",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    contactInformationId: uuid("contact_information_id").notNull(),
    sealedContact: bytes("sealed_contact"),
    sealedEmergencyContacts: bytes("sealed_emergency_contacts"),
    sealedCitizenship: bytes("sealed_citizenship"),
    sealedUssfId: bytes("sealed_ussf_id"),
    /** Changes with each photo, so that browser caches never become stale. */
    photoId: uuid("photo_id"),
    photoStorageKey: text("photo_storage_key"),
    photoBytes: integer("photo_bytes"),
    updatedAt: instantColumn("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** The owner of a training certificate: an id belongs to one person. */
export const trainingCertificate = pgTable(
  "training_certificate",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    /** A keyed hash of the id in its normalized form. */
    digest: bytes("digest").notNull(),
    profileId: uuid("profile_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId, table.digest] })],
);

/** The owner of a U.S. Soccer ID within an organization: an id belongs to one person. */
export const ussfClaim = pgTable(
  "ussf_claim",
  {
    organizationId: organizationId(),
    /** A keyed hash of the id, which is stored encrypted with the person. */
    digest: bytes("digest").notNull(),
    profileId: uuid("profile_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.digest] })],
);

/** A yes-or-no question that an organization asks everybody. */
export const conditionQuestion = pgTable(
  "condition_question",
  {
    organizationId: organizationId(),
    conditionQuestionId: uuid("condition_question_id").notNull(),
    question: text("question").notNull(),
    position: integer("position").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.conditionQuestionId] })],
);

/** Answers, append-only: a person's latest one counts. */
export const conditionAnswer = pgTable(
  "condition_answer",
  {
    organizationId: organizationId(),
    conditionAnswerId: uuid("condition_answer_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    conditionQuestionId: uuid("condition_question_id").notNull(),
    answer: boolean("answer").notNull(),
    answeredBy: uuid("answered_by"),
    answeredAt: instantColumn("answered_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.conditionAnswerId] })],
);

/** The id by which a partner platform knows a person. */
export const externalIdentity = pgTable(
  "external_identity",
  {
    organizationId: organizationId(),
    integrationSource: text("integration_source").$type<IntegrationSource>().notNull(),
    /** The platform's own name for the site that sent the person. */
    siteId: text("site_id").notNull(),
    externalId: text("external_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.integrationSource, table.siteId, table.externalId] })],
);
