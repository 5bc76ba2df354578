import type { AgeDoubt } from "@touchline/contract/verification/documents";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** What was read from the pictures of a submission. */
export const documentReading = pgTable(
  "document_reading",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    /** A `ReadDocument`; null: nothing could be read. */
    sealedRead: bytes("sealed_read"),
    /** A keyed hash of the document's number, by which it is known when somebody else submits it. */
    numberDigest: bytes("number_digest"),
    /** Why a person decides; null: it matched. */
    doubt: text("doubt").$type<AgeDoubt>(),
    outcome: text("outcome", { enum: ["completed", "review"] }).notNull(),
    readAt: instantColumn("read_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);
