import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

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
