import type { Payer, ReminderFrequency, RequirementType } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/content-settings";
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** The definition of something to complete, at the level that owns it. */
export const content = pgTable(
  "content",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    levelId: uuid("level_id").notNull(),
    type: smallint("type").$type<RequirementType>().notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    currentVersionId: uuid("current_version_id"),
    /** How often it reminds of itself; null: on the days of the usual series. */
    reminderFrequency: text("reminder_frequency").$type<ReminderFrequency>(),
    archivedAt: instantColumn("archived_at"),
    /** Nobody was ever asked for it: it is nowhere to be found. The row stays, as the audit log names it. */
    removedAt: instantColumn("removed_at"),
    /** Of the platform's library, and the version it was copied from or brought up to. */
    copiedFrom: uuid("copied_from"),
    copiedVersion: integer("copied_version"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId] })],
);

/** The settings of one version; never changed once written. */
export const contentVersion = pgTable(
  "content_version",
  {
    organizationId: organizationId(),
    contentVersionId: uuid("content_version_id").notNull(),
    contentId: uuid("content_id").notNull(),
    number: integer("number").notNull(),
    settings: jsonb("settings").$type<ContentSettings>().notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** The version of the platform's library that was taken with it. */
    platformVersion: integer("platform_version"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentVersionId] })],
);

/** Files that the settings of a content may name: a blank form, a video, a training package. */
export const contentFile = pgTable(
  "content_file",
  {
    organizationId: organizationId(),
    fileId: uuid("file_id").notNull(),
    contentId: uuid("content_id").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId, table.fileId] })],
);

/** Content × level (with or without the levels below); its labels are in `contentAssignmentLabel`. */
export const contentAssignment = pgTable(
  "content_assignment",
  {
    organizationId: organizationId(),
    contentAssignmentId: uuid("content_assignment_id").notNull(),
    contentId: uuid("content_id").notNull(),
    levelId: uuid("level_id").notNull(),
    includeBelow: boolean("include_below").notNull(),
    mandatory: boolean("mandatory").notNull(),
    dueDate: date("due_date", { mode: "string" }),
    payer: text("payer").$type<Payer>().notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** Kept when it ends: it explains later what was owed, and why. */
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentAssignmentId] })],
);

export const contentAssignmentLabel = pgTable(
  "content_assignment_label",
  {
    organizationId: organizationId(),
    contentAssignmentId: uuid("content_assignment_id").notNull(),
    labelId: uuid("label_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentAssignmentId, table.labelId] })],
);
