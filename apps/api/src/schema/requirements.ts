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

/** The files of a submission; one that its sender took back keeps its row. */
export const attemptFile = pgTable(
  "attempt_file",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    fileId: uuid("file_id").notNull(),
    removedAt: instantColumn("removed_at"),
    /** Its place among the others, where somebody chose one; 0: as they came. */
    position: integer("position").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId, table.fileId] })],
);

/** What a member tells beside the files, sealed; of a draft as it was typed so far. */
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

/** What was answered in an attempt; each save makes the revision one more. */
export const formAnswers = pgTable(
  "form_answers",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    revision: integer("revision").notNull(),
    sealedAnswers: bytes("sealed_answers").notNull(),
    savedBy: uuid("saved_by").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
    /** Null: it is being filled in, or a filled-in blank was sent instead. */
    submittedAt: instantColumn("submitted_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** The files of file fields while a form is filled in; those that are sent become files of the submission. */
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

/** The file of all answers to a form that a task makes. */
export const formExport = pgTable(
  "form_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    contentId: uuid("content_id").notNull(),
    format: text("format").$type<AnswerFormat>().notNull(),
    /** The form's version when it began: what was saved since is no column of it. */
    lastVersion: integer("last_version").notNull(),
    storageKey: text("storage_key").notNull(),
    /** The submission that was read last. */
    afterRequirementId: uuid("after_requirement_id"),
    afterAttemptId: uuid("after_attempt_id"),
    /** How many parts were read. */
    parts: integer("parts").notNull().default(0),
    /** Null until the file is whole. */
    bytes: integer("bytes"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** What a step of such a task has read, until the file is made of all of them. */
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

/** Who signed which version of a waiver for whom, and when. Only added to; names and places lie sealed. */
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
    /** For whom it was signed, by whom, and as what. */
    profileId: uuid("profile_id").notNull(),
    signerProfileId: uuid("signer_profile_id").notNull(),
    signedAs: text("signed_as").$type<Signer>().notNull(),
    /** The hash of the text and of the sentence beside the box, as UTF-8, in hexadecimal. */
    textSha256: text("text_sha256").notNull(),
    consentSha256: text("consent_sha256").notNull(),
    fileId: uuid("file_id").notNull(),
    fileSha256: text("file_sha256").notNull(),
    /** The name as typed, names as they were known, address, browser, session and when it had begun, as JSON. */
    sealedFacts: bytes("sealed_facts").notNull(),
    signedAt: instantColumn("signed_at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.waiverSignatureId] })],
);

/**
 * Shared: by what anybody who holds a signed document learns that it is genuine. Names nobody. `signature`: Ed25519 over
 * `statement`, which holds the hash of the PDF.
 */
export const waiverProof = pgTable("waiver_proof", {
  /** SHA-256 of the code that is printed on the document. */
  codeHash: bytes("code_hash").primaryKey(),
  fileSha256: text("file_sha256").notNull(),
  organizationId: organizationId(),
  waiverSignatureId: uuid("waiver_signature_id").notNull(),
  statement: text("statement").notNull(),
  keyId: text("key_id").notNull(),
  signature: bytes("signature").notNull(),
  signedAt: instantColumn("signed_at").notNull(),
});

/** How much of a video was watched in an attempt. */
export const videoProgress = pgTable(
  "video_progress",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    /** In order and apart. */
    stretches: jsonb("stretches").$type<readonly Stretch[]>().notNull(),
    /** Seconds that may still be told as of `at`. */
    saved: doublePrecision("saved").notNull(),
    position: doublePrecision("position").notNull(),
    /** Which page plays it: one counts at a time. */
    player: uuid("player"),
    enough: boolean("enough").notNull(),
    at: instantColumn("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** How a part of a package stands in an attempt, with what it told last. */
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
    /** As the package is told: what counted of all its sittings. */
    seconds: integer("seconds").notNull(),
    sealedValues: bytes("sealed_values").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId, table.item] })],
);

/** Where a learner is in a package that asks for more than parts one after another. */
export const trainingSequence = pgTable(
  "training_sequence",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    sealedState: bytes("sealed_state").notNull(),
    savedAt: instantColumn("saved_at").notNull(),
    /** How many steps were taken. What is worked out from one counts where no other was taken since. */
    version: integer("version").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** Each time that a part was opened. Only the latest one of an attempt tells. */
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
    /** As the package said, also where no more than less can have passed. */
    secondsTold: integer("seconds_told"),
    outcome: text("outcome").$type<TrainingOutcome>().notNull(),
    /** The outcome of the part when it was opened. */
    outcomeBefore: text("outcome_before").$type<TrainingOutcome>().notNull().default("open"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sittingId] })],
);

/** What a person told of themselves beside name and date of birth; sealed, as nobody needs to search by it. */
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
    /** A new photo has a new id, so that what a browser keeps under one never goes stale. */
    photoId: uuid("photo_id"),
    photoStorageKey: text("photo_storage_key"),
    photoBytes: integer("photo_bytes"),
    updatedAt: instantColumn("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** Whose a certificate of a training is: one id is one person's. */
export const trainingCertificate = pgTable(
  "training_certificate",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    /** A keyed hash of the id, as it is compared. */
    digest: bytes("digest").notNull(),
    profileId: uuid("profile_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId, table.digest] })],
);

/** Whose a U.S. Soccer ID is within an organization: one id is one person's. */
export const ussfClaim = pgTable(
  "ussf_claim",
  {
    organizationId: organizationId(),
    /** A keyed hash of the id, which lies sealed with the person. */
    digest: bytes("digest").notNull(),
    profileId: uuid("profile_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.digest] })],
);

/** What an organization asks everybody, with yes or no for an answer. */
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

/** Answers, only added to: the latest of a person counts. */
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

/** Under which id a partner platform knows a person. */
export const externalIdentity = pgTable(
  "external_identity",
  {
    organizationId: organizationId(),
    integrationSource: text("integration_source").$type<IntegrationSource>().notNull(),
    /** The platform's own name for the place that sent the person. */
    siteId: text("site_id").notNull(),
    externalId: text("external_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.integrationSource, table.siteId, table.externalId] })],
);
