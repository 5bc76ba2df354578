import type { ReviewDecision, ReviewSource } from "@touchline/contract";
import type { ReasonTemplate } from "@touchline/contract/reviews/review-settings";
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../database/columns.ts";

/** A decision on an attempt; one each, never changed. */
export const review = pgTable(
  "review",
  {
    organizationId: organizationId(),
    reviewId: uuid("review_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    /** Where it was decided, also when it went with its submission to another entry of the person since. */
    decidedRequirementId: uuid("decided_requirement_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    /** Where the person took part when it was decided: decisions outlive memberships. */
    levelId: uuid("level_id"),
    labelId: uuid("label_id"),
    source: text("source").$type<ReviewSource>().notNull(),
    decision: text("decision").$type<ReviewDecision>().notNull(),
    /** The reviewer's words, sealed under the organization's key. */
    sealedNotes: bytes("sealed_notes").notNull(),
    reviewerProfileId: uuid("reviewer_profile_id").notNull(),
    decidedAt: instantColumn("decided_at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.reviewId] })],
);

/** What a reviewer wrote about an act that the history tells: its reason or, of a date that was corrected, the former. */
export const requirementNote = pgTable(
  "requirement_note",
  {
    organizationId: organizationId(),
    requirementEventId: uuid("requirement_event_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    /** Sealed under the organization's key. */
    sealedNote: bytes("sealed_note").notNull(),
    actorProfileId: uuid("actor_profile_id"),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requirementEventId] })],
);

/** Who has a submission open: others leave it alone until then, or take it over. */
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

/** A disqualification that waits for a second reviewer; gone when one has confirmed or declined it. */
export const reviewProposal = pgTable(
  "review_proposal",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    /** The event of the history, with the note of why. */
    requirementEventId: uuid("requirement_event_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    proposedAt: instantColumn("proposed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** How an organization reviews. */
export const reviewSetting = pgTable("review_setting", {
  organizationId: uuid("organization_id").primaryKey(),
  /** Whether a disqualification takes two. */
  secondReviewer: boolean("second_reviewer").notNull(),
  /** Whether a requirement may be marked complete or incomplete without a reason. */
  reasonsOptional: boolean("reasons_optional").notNull().default(false),
  templates: jsonb("templates").$type<readonly ReasonTemplate[]>().notNull(),
  /** Counts the changes. */
  version: integer("version").notNull(),
});

/** How long reviews of a content usually take; no row where nobody can tell. */
export const reviewPace = pgTable(
  "review_pace",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    usualMs: bigint("usual_ms", { mode: "number" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId] })],
);
