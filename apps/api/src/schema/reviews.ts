import type { ReviewDecision, ReviewSource } from "@touchline/contract";
import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import type { ReasonTemplate } from "@touchline/contract/reviews/review-settings";
import type {
  AdverseDocumentKind,
  AdverseState,
  AdverseStepKind,
  DisputeReporter,
} from "@touchline/contract/screening/adverse-action";
import type { AdverseStepFacts } from "@touchline/rules";
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../database/columns.ts";

/** A decision on an attempt; one for each, never changed. */
export const review = pgTable(
  "review",
  {
    organizationId: organizationId(),
    reviewId: uuid("review_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    /** The requirement at the time of the decision, even if the submission was merged into another entry since. */
    decidedRequirementId: uuid("decided_requirement_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    /** The person's level at the time of the decision: decisions outlive memberships. */
    levelId: uuid("level_id"),
    labelId: uuid("label_id"),
    source: text("source").$type<ReviewSource>().notNull(),
    decision: text("decision").$type<ReviewDecision>().notNull(),
    /** The reviewer's notes, encrypted with the organization's key. */
    sealedNotes: bytes("sealed_notes").notNull(),
    reviewerProfileId: uuid("reviewer_profile_id").notNull(),
    decidedAt: instantColumn("decided_at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.reviewId] })],
);

/** A reviewer's note about an act in the history: its reason or, for a corrected date, the previous one. */
export const requirementNote = pgTable(
  "requirement_note",
  {
    organizationId: organizationId(),
    requirementEventId: uuid("requirement_event_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    /** Encrypted with the organization's key. */
    sealedNote: bytes("sealed_note").notNull(),
    actorProfileId: uuid("actor_profile_id"),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requirementEventId] })],
);

/** The reviewer who has a submission open: others leave it alone until the claim ends, or take it over. */
export const reviewClaim = pgTable(
  "review_claim",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    claimedAt: instantColumn("claimed_at").notNull(),
    claimedUntil: instantColumn("claimed_until").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** A disqualification that is pending a second reviewer; deleted when one has confirmed or declined it. */
export const reviewProposal = pgTable(
  "review_proposal",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    /** The event in the history, with the note about the reason. */
    requirementEventId: uuid("requirement_event_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    proposedAt: instantColumn("proposed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** An organization's review settings. */
export const reviewSetting = pgTable("review_setting", {
  organizationId: uuid("organization_id").primaryKey(),
  /** Whether a disqualification needs two reviewers. */
  secondReviewer: boolean("second_reviewer").notNull(),
  /** Whether a requirement may be marked complete or incomplete without a reason. */
  reasonsOptional: boolean("reasons_optional").notNull().default(false),
  templates: jsonb("templates").$type<readonly ReasonTemplate[]>().notNull(),
  /** Incremented with each change. */
  version: integer("version").notNull(),
});

/** How long reviews of a content usually take; no row if that is unknown. */
export const reviewPace = pgTable(
  "review_pace",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    usualMs: bigint("usual_ms", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId] })],
);

/** The adverse action process before somebody is disqualified because of a background check. */
export const adverseAction = pgTable(
  "adverse_action",
  {
    organizationId: organizationId(),
    adverseActionId: uuid("adverse_action_id").notNull(),
    /** The submission it is about. */
    attemptId: uuid("attempt_id").notNull(),
    provider: smallint("provider").$type<BackgroundCheckProvider>().notNull(),
    simulated: boolean("simulated").notNull(),
    state: text("state").$type<AdverseState>().notNull(),
    /** The findings that are considered, and who made the report, as encrypted JSON. */
    sealedFacts: bytes("sealed_facts").notNull(),
    startedBy: uuid("started_by").notNull(),
    sentAt: instantColumn("sent_at").notNull(),
    /** Nobody had an email address: the letters are printed and mailed. */
    byMail: boolean("by_mail").notNull(),
    /** Business days. */
    waitingDays: integer("waiting_days").notNull(),
    /** The last day of the waiting period, and when it ends; null while a dispute stops it. */
    lastDay: date("last_day", { mode: "string" }),
    endsAt: instantColumn("ends_at"),
    /** Business days that were left when a dispute stopped it, and who reported that dispute. */
    daysLeft: integer("days_left"),
    disputedBy: text("disputed_by").$type<DisputeReporter>(),
    /** When reviewers were notified that it is over. */
    toldAt: instantColumn("told_at"),
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.adverseActionId] })],
);

/** A step of an adverse action. Append-only; texts are encrypted. */
export const adverseActionStep = pgTable(
  "adverse_action_step",
  {
    organizationId: organizationId(),
    adverseActionStepId: uuid("adverse_action_step_id").notNull(),
    adverseActionId: uuid("adverse_action_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    kind: text("kind").$type<AdverseStepKind>().notNull(),
    facts: jsonb("facts").$type<AdverseStepFacts>().notNull(),
    sealedText: bytes("sealed_text"),
    actorProfileId: uuid("actor_profile_id"),
    actor: text("actor").notNull(),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.adverseActionStepId] })],
);

/** The copy of the report that was used, and the letters. The content is deleted at the end of the retention period. */
export const adverseActionDocument = pgTable(
  "adverse_action_document",
  {
    organizationId: organizationId(),
    adverseActionDocumentId: uuid("adverse_action_document_id").notNull(),
    adverseActionId: uuid("adverse_action_id").notNull(),
    kind: text("kind").$type<AdverseDocumentKind>().notNull(),
    sha256: text("sha256").notNull(),
    bytes: integer("bytes").notNull(),
    /** Null once it was deleted. */
    sealedContent: bytes("sealed_content"),
    madeAt: instantColumn("made_at").notNull(),
    disposedAt: instantColumn("disposed_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.adverseActionDocumentId] })],
);

/** A file that the person added to a statement. Append-only. */
export const adverseActionFile = pgTable(
  "adverse_action_file",
  {
    organizationId: organizationId(),
    adverseActionStepId: uuid("adverse_action_step_id").notNull(),
    fileId: uuid("file_id").notNull(),
    /** When its bytes were deleted, because the retention period had ended. */
    disposedAt: instantColumn("disposed_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.adverseActionStepId, table.fileId] })],
);

/** How long the waiting period before an adverse decision is, and how long reports and letters are kept. */
export const adverseActionSetting = pgTable("adverse_action_setting", {
  organizationId: organizationId().primaryKey(),
  waitingDays: integer("waiting_days").notNull(),
  reportMonths: integer("report_months").notNull(),
  letterYears: integer("letter_years").notNull(),
  /** Incremented with each change. */
  version: integer("version").notNull(),
});
