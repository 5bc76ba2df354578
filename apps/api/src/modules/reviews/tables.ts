import type { ReviewDecision, ReviewSource } from "@touchline/contract";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

/** A decision on an attempt; one each, never changed. */
export const review = pgTable(
  "review",
  {
    organizationId: organizationId(),
    reviewId: uuid("review_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    source: text("source").$type<ReviewSource>().notNull(),
    decision: text("decision").$type<ReviewDecision>().notNull(),
    /** The reviewer's words, sealed under the organization's key. */
    sealedNotes: bytes("sealed_notes").notNull(),
    reviewerProfileId: uuid("reviewer_profile_id").notNull(),
    decidedAt: instantColumn("decided_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.reviewId] })],
);
