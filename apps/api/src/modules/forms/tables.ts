import type { AnswerFormat } from "@touchline/contract/forms";
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
