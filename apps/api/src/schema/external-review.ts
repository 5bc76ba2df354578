import type { AttemptState } from "@touchline/contract";
import {
  type ExternalOutcome,
  type ExternalReviewer,
  externalImportStates,
  externalRowResults,
} from "@touchline/contract/screening/external-review";
import { date, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../database/columns.ts";

/** An organization's settings for external results; missing until they are first saved. */
export const externalReviewSetting = pgTable("external_review_setting", {
  organizationId: organizationId().primaryKey(),
  /** Who reviews background checks instead of the organization; null: nobody. */
  reviewer: smallint("reviewer").$type<ExternalReviewer>(),
  /** The number of days within which results are expected. */
  deadlineDays: smallint("deadline_days").notNull().default(10),
  jdpPortalUrl: text("jdp_portal_url"),
  ncsiPortalUrl: text("ncsi_portal_url"),
  /** Administrators were notified of results that were overdue by then. */
  overdueToldAt: instantColumn("overdue_told_at"),
});

/** A list of results from JDP or NCSI that is being, or was, recorded. */
export const externalImport = pgTable(
  "external_import",
  {
    organizationId: organizationId(),
    externalImportId: uuid("external_import_id").notNull(),
    reviewer: smallint("reviewer").$type<ExternalReviewer>().notNull(),
    fileName: text("file_name").notNull(),
    state: text("state", { enum: externalImportStates }).notNull(),
    rows: integer("rows").notNull(),
    recorded: integer("recorded").notNull().default(0),
    /** The last row processed, in the direction of the state. */
    through: integer("through").notNull().default(0),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** When the last step ended. */
    movedAt: instantColumn("moved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.externalImportId] })],
);

/** A row of such a list, without its details about the person: only who it is about. */
export const externalImportRow = pgTable(
  "external_import_row",
  {
    organizationId: organizationId(),
    externalImportId: uuid("external_import_id").notNull(),
    /** As in the spreadsheet: the heading is row 1. */
    number: integer("number").notNull(),
    requirementId: uuid("requirement_id"),
    outcome: text("outcome").$type<ExternalOutcome>(),
    word: text("word"),
    resultOn: date("result_on", { mode: "string" }),
    validUntil: date("valid_until", { mode: "string" }),
    fate: text("fate", { enum: externalRowResults }).notNull(),
    message: text("message").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.externalImportId, table.number] })],
);

/** A result from JDP or NCSI: the outcome, never the reason. */
export const externalResult = pgTable(
  "external_result",
  {
    organizationId: organizationId(),
    externalResultId: uuid("external_result_id").notNull(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    reviewer: smallint("reviewer").$type<ExternalReviewer>().notNull(),
    outcome: text("outcome").$type<ExternalOutcome>().notNull(),
    word: text("word"),
    resultOn: date("result_on", { mode: "string" }).notNull(),
    /** The list it came with; null: a reviewer of the organization recorded it. */
    externalImportId: uuid("external_import_id"),
    formerState: text("former_state").$type<AttemptState>().notNull(),
    formerCompletedAt: instantColumn("former_completed_at"),
    recordedBy: uuid("recorded_by").notNull(),
    recordedAt: instantColumn("recorded_at").notNull(),
    undoneBy: uuid("undone_by"),
    undoneAt: instantColumn("undone_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.externalResultId] })],
);
