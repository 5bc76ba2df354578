import type { ReviewDecision, ReviewSource } from "@touchline/contract";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../../kernel/columns.ts";

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
