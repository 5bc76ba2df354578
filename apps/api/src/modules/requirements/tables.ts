import { integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

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
