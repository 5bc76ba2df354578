import type { IdentityDocument } from "@touchline/contract/library/content-settings";
import { ageGroupExceptionStates } from "@touchline/contract/requirements/age-groups";
import type { AgeDoubt } from "@touchline/contract/verification/documents";
import { identityImageKinds, identityImageStates, identityRoutes } from "@touchline/contract/verification/identity";
import type { StateCutoff } from "@touchline/contract/verification/identity-settings";
import { faceDistanceBands, type ImageCode, type ImageHint } from "@touchline/contract/vision";
import type { DocumentFault } from "@touchline/rules";
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../database/columns.ts";

/** The data read from the pictures of a submission. */
export const documentReading = pgTable(
  "document_reading",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    /** A `ReadDocument`; null: nothing could be read. */
    sealedRead: bytes("sealed_read"),
    /** A keyed hash of the document's number, which shows when somebody else submits it. */
    numberDigest: bytes("number_digest"),
    /** Why a person must decide; null: it matched. */
    doubt: text("doubt").$type<AgeDoubt>(),
    outcome: text("outcome", { enum: ["completed", "review"] }).notNull(),
    readAt: instantColumn("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** What was read from a photo of a draft, until the submission is decided on. */
export const draftReading = pgTable(
  "draft_reading",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    /** The hash of the photo's bytes. */
    sha256: text("sha256").notNull(),
    /** A `KeptReading`, with only the last four characters of numbers. */
    sealedReading: bytes("sealed_reading").notNull(),
    readAt: instantColumn("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId, table.sha256] })],
);

/** Whether members may verify with a selfie, and how long pictures are kept; without a row they may not. */
export const identitySetting = pgTable("identity_setting", {
  organizationId: organizationId().primaryKey(),
  selfies: boolean("selfies").notNull(),
  keepDays: integer("keep_days").notNull(),
  /** The organization's own cutoff date of kindergarten; null: its state's. */
  kindergartenMonth: smallint("kindergarten_month"),
  kindergartenDay: smallint("kindergarten_day"),
  /** The organization's dates for single states. */
  kindergartenByState: jsonb("kindergarten_by_state").$type<readonly StateCutoff[]>().notNull().default([]),
  version: integer("version").notNull(),
});

/** The exact text of signed releases. Append-only. */
export const identityReleaseText = pgTable(
  "identity_release_text",
  {
    organizationId: organizationId(),
    /** The SHA-256 of the wording. */
    version: text("version").notNull(),
    wording: text("wording").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.version] })],
);

/** Signatures and withdrawals of releases. Append-only. */
export const identityRelease = pgTable(
  "identity_release",
  {
    organizationId: organizationId(),
    identityReleaseId: uuid("identity_release_id").notNull(),
    act: text("act", { enum: ["signed", "withdrawn"] }).notNull(),
    requirementId: uuid("requirement_id").notNull(),
    version: text("version"),
    profileId: uuid("profile_id").notNull(),
    byProfileId: uuid("by_profile_id").notNull(),
    byRole: text("by_role", { enum: ["self", "guardian", "organization"] }).notNull(),
    sealedFacts: bytes("sealed_facts"),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.identityReleaseId] })],
);

/** One identity verification with pictures, by its submission. */
export const identityCheck = pgTable(
  "identity_check",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    route: text("route", { enum: identityRoutes }).notNull(),
    document: smallint("document").$type<IdentityDocument>(),
    startedAt: instantColumn("started_at").notNull(),
    /** Days for which pictures are kept after the decision: those of the setting when this was started. */
    keepDays: integer("keep_days").notNull(),
    /** How similar the faces are, as a category; null: not compared. */
    faceBand: text("face_band", { enum: faceDistanceBands }),
    numberDigest: bytes("number_digest"),
    /** The name and date of birth as the member confirmed or corrected them, sealed with the key of the verification. */
    sealedTyped: bytes("sealed_typed"),
    destroyedAt: instantColumn("destroyed_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** The key of one person's verification. Without its row, nothing encrypted with it can be read. */
export const identityKey = pgTable(
  "identity_key",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    wrappedKey: bytes("wrapped_key").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** A picture of a verification; its encrypted bytes are with the files adapter. */
export const identityImage = pgTable(
  "identity_image",
  {
    organizationId: organizationId(),
    identityImageId: uuid("identity_image_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    kind: text("kind", { enum: identityImageKinds }).notNull(),
    state: text("state", { enum: identityImageStates }).notNull(),
    /** Null: it was rejected, and nothing of it was stored. */
    storageKey: text("storage_key"),
    mediaType: text("media_type").notNull(),
    code: text("code").$type<ImageCode>(),
    hint: text("hint").$type<ImageHint>(),
    fault: text("fault").$type<DocumentFault>(),
    toPerson: boolean("to_person").notNull(),
    /** A `DocumentReading` with only the last four characters of numbers. */
    sealedReading: bytes("sealed_reading"),
    addedAt: instantColumn("added_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.identityImageId] })],
);

/** A question for an older age group than the player's own, and the decision on it. */
export const ageGroupException = pgTable(
  "age_group_exception",
  {
    organizationId: organizationId(),
    ageGroupExceptionId: uuid("age_group_exception_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    /** The first day of the season for which it counts. */
    seasonStart: date("season_start").notNull(),
    ownUnder: smallint("own_under").notNull(),
    wantedUnder: smallint("wanted_under").notNull(),
    sealedReason: bytes("sealed_reason").notNull(),
    askedBy: uuid("asked_by").notNull(),
    askedAt: instantColumn("asked_at").notNull(),
    state: text("state", { enum: ageGroupExceptionStates }).notNull(),
    sealedDecision: bytes("sealed_decision"),
    decidedBy: uuid("decided_by"),
    decidedAt: instantColumn("decided_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.ageGroupExceptionId] })],
);
