import type { ExportFormat, MemberColumn } from "@touchline/contract/members";
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

/** A way to look at the members list, saved under a name. */
export const memberView = pgTable(
  "member_view",
  {
    organizationId: organizationId(),
    memberViewId: uuid("member_view_id").notNull(),
    createdBy: uuid("created_by").notNull(),
    /** Everybody of the organization has it. */
    shared: boolean("shared").notNull(),
    /** Its name and what it shows; whom somebody searches for is nobody else's business. */
    sealedView: bytes("sealed_view").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.memberViewId] })],
);

/** How the members list opens for a person. */
export const memberListChoice = pgTable(
  "member_list_choice",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    defaultViewId: uuid("default_view_id"),
    /** Null: the usual ones. */
    columns: text("columns").array().$type<MemberColumn[]>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** The file that an export makes. */
export const memberExport = pgTable(
  "member_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    format: text("format").$type<ExportFormat>().notNull(),
    storageKey: text("storage_key").notNull(),
    /** Null until the file is whole. */
    bytes: integer("bytes"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** What a step of an export has read, until the file is made of all of them. */
export const memberExportPart = pgTable(
  "member_export_part",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    /** The number of the first item of the step. */
    number: integer("number").notNull(),
    sealedRows: bytes("sealed_rows").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId, table.number] })],
);
