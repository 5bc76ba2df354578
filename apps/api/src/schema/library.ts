import type {
  AgeCount,
  ConditionMatch,
  LabelGiver,
  Payer,
  ReminderFrequency,
  RequirementType,
  Role,
} from "@touchline/contract";
import type { DueRule } from "@touchline/contract/library/content-assignments";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import type { FamilyUse } from "@touchline/contract/library/labels";
import type { PackageItem, PackageStandard } from "@touchline/rules";
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";
import type { EffectSoFar, PackageFinding, PackageSequencing, RedoEffect, WantedRows } from "./json.ts";

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
    /** The interval of its own reminders; null: the days of the usual series. */
    reminderFrequency: text("reminder_frequency").$type<ReminderFrequency>(),
    archivedAt: instantColumn("archived_at"),
    /** Removed because it was never assigned: it can't be found. The row stays, because the audit log names it. */
    removedAt: instantColumn("removed_at"),
    /** The item of the platform's library, and the version it was copied from or last updated to. */
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
    /** The version of the platform's library that it adopted. */
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

/** The facts from the manifest of an uploaded training package. */
export const contentPackage = pgTable(
  "content_package",
  {
    organizationId: organizationId(),
    fileId: uuid("file_id").notNull(),
    standard: text("standard").$type<PackageStandard>().notNull(),
    edition: text("edition").notNull(),
    title: text("title").notNull(),
    items: jsonb("items").$type<readonly PackageItem[]>().notNull(),
    findings: jsonb("findings").$type<readonly PackageFinding[]>().notNull().default([]),
    /** If its parts need more than an order: its sequencing, and the state before anything was opened. */
    sequencing: jsonb("sequencing").$type<PackageSequencing>(),
    /** Where its files are stored unpacked, one after the other; null for packages from before this was done. */
    unpackedKey: text("unpacked_key"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.fileId] })],
);

/** Where each file of a package is among the unpacked ones; for an older package, within its zip. */
export const contentPackageEntry = pgTable(
  "content_package_entry",
  {
    organizationId: organizationId(),
    fileId: uuid("file_id").notNull(),
    path: text("path").notNull(),
    packed: boolean("packed").notNull(),
    firstByte: integer("first_byte").notNull(),
    packedBytes: integer("packed_bytes").notNull(),
    bytes: integer("bytes").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.fileId, table.path] })],
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
    dueType: text("due_type").$type<DueRule["type"]>().notNull().default("None"),
    /** The day, if it is fixed. */
    dueDate: date("due_date", { mode: "string" }),
    /** After joining: days until it is due. By season: the days for people who join later. */
    dueDays: integer("due_days"),
    /** In years, both included; null: no limit. */
    ageFrom: smallint("age_from"),
    ageTo: smallint("age_to"),
    ageBy: text("age_by").$type<AgeCount>().notNull().default("Birthday"),
    conditionsMatch: text("conditions_match").$type<ConditionMatch>().notNull().default("All"),
    payer: text("payer").$type<Payer>().notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** When it ended. The row is kept, because it explains earlier requirements. */
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

/** Answers that an assignment requires. */
export const contentAssignmentCondition = pgTable(
  "content_assignment_condition",
  {
    organizationId: organizationId(),
    contentAssignmentId: uuid("content_assignment_id").notNull(),
    conditionQuestionId: uuid("condition_question_id").notNull(),
    answer: boolean("answer").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentAssignmentId, table.conditionQuestionId] })],
);

/** An exception from an assigned content: for a person, or a level (and those below), or a label there. */
export const contentExemption = pgTable(
  "content_exemption",
  {
    organizationId: organizationId(),
    contentExemptionId: uuid("content_exemption_id").notNull(),
    contentId: uuid("content_id").notNull(),
    profileId: uuid("profile_id"),
    levelId: uuid("level_id"),
    includeBelow: boolean("include_below").notNull(),
    labelId: uuid("label_id"),
    sealedReason: bytes("sealed_reason").notNull(),
    /** Through the whole of this day; null: until it is ended. */
    untilDay: date("until_day", { mode: "string" }),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentExemptionId] })],
);

/** Changes that were made together, so that they can be undone. */
export const contentAssignmentChange = pgTable(
  "content_assignment_change",
  {
    organizationId: organizationId(),
    changeId: uuid("change_id").notNull(),
    contentId: uuid("content_id").notNull(),
    begun: uuid("begun").array().notNull(),
    ended: uuid("ended").array().notNull(),
    exemptionsBegun: uuid("exemptions_begun").array().notNull(),
    exemptionsEnded: uuid("exemptions_ended").array().notNull(),
    changedBy: uuid("changed_by"),
    changedAt: instantColumn("changed_at").notNull(),
    undoneAt: instantColumn("undone_at"),
    undoneBy: uuid("undone_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.changeId] })],
);

/** The effect of a change of assignments, worked out step by step. */
export const assignmentPreview = pgTable(
  "assignment_preview",
  {
    organizationId: organizationId(),
    previewId: uuid("preview_id").notNull(),
    contentId: uuid("content_id").notNull(),
    askedBy: uuid("asked_by").notNull(),
    /** Proposed assignments and exceptions, without reasons. */
    wanted: jsonb("wanted").$type<WantedRows>().notNull(),
    result: jsonb("result").$type<EffectSoFar>().notNull(),
    afterProfile: uuid("after_profile").notNull(),
    done: integer("done").notNull(),
    total: integer("total").notNull(),
    finishedAt: instantColumn("finished_at"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.previewId] })],
);

/** The effect of a repeat deadline, worked out step by step. */
export const redoPreview = pgTable(
  "redo_preview",
  {
    organizationId: organizationId(),
    previewId: uuid("preview_id").notNull(),
    contentId: uuid("content_id").notNull(),
    askedBy: uuid("asked_by").notNull(),
    redoBy: date("redo_by", { mode: "string" }).notNull(),
    result: jsonb("result").$type<RedoEffect>().notNull(),
    afterRequirement: uuid("after_requirement").notNull(),
    done: integer("done").notNull(),
    total: integer("total").notNull(),
    finishedAt: instantColumn("finished_at"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.previewId] })],
);

/** The organization's name for a function ("Head Coach"), and the role it carries. */
export const label = pgTable(
  "label",
  {
    organizationId: organizationId(),
    labelId: uuid("label_id").notNull(),
    name: text("name").notNull(),
    role: text("role").$type<Role>().notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** Guardians give their children a label for a child; a second guardian joins with one for a guardian. */
    forFamily: text("for_family").$type<FamilyUse>(),
    /** Who can assign it, besides guardians: the lowest role of the group. */
    givenBy: text("given_by").$type<LabelGiver>().notNull(),
    /**
     * Archived: it can't be assigned anymore; people who still have it are being given another. Its name stays in the history.
     */
    archivedAt: instantColumn("archived_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.labelId] })],
);
