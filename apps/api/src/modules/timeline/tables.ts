import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import type { ChangeKind } from "@touchline/contract/comparison";
import { bigint, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** How many memberships stood how: by label and by content, as texts that JSON can have for names. */
export type ThenCounts = {
  /** By label, then by overall status. */
  labels: Record<string, Partial<Record<OverallStatus, number>>>;
  /** By content, then by the number of the status. */
  contents: Record<string, Record<string, number>>;
  /** What was counted of two instants: how many memberships there were, how many of them cleared, and what became of them. */
  between?: ChangeCounts;
};

export type ChangeCounts = {
  members: { before: number; after: number };
  cleared: { before: number; after: number };
  changes: Record<ChangeKind, number>;
};

/** A level and what is below it as of a past instant, worked out step by step and kept for a day. */
export const lookBack = pgTable(
  "look_back",
  {
    organizationId: organizationId(),
    lookBackId: uuid("look_back_id").notNull(),
    levelId: uuid("level_id").notNull(),
    at: instantColumn("at").notNull(),
    /** What changed since this earlier instant is asked; null: how it stood. */
    since: instantColumn("since"),
    /** Which levels lay below when it began: of other ones it would tell something else. */
    tree: bigint("tree", { mode: "bigint" }).notNull(),
    askedBy: uuid("asked_by").notNull(),
    /** over: it is being removed. */
    state: text("state").$type<"building" | "whole" | "over">().notNull(),
    /** Up to where it has come. */
    afterLevel: uuid("after_level").notNull(),
    afterMembership: uuid("after_membership").notNull(),
    /** Memberships that came to these levels ever: how many were looked at, and how many there are. */
    looked: integer("looked").notNull(),
    total: integer("total"),
    counts: jsonb("counts").$type<ThenCounts>().notNull(),
    movedAt: instantColumn("moved_at").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.lookBackId] })],
);

/** Who was there, by name. */
export const lookBackMember = pgTable(
  "look_back_member",
  {
    organizationId: organizationId(),
    lookBackId: uuid("look_back_id").notNull(),
    sortName: text("sort_name").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    overallStatus: text("overall_status").$type<OverallStatus>().notNull(),
    /** What was asked of the membership, and how each stood, in the same order. */
    contents: uuid("contents").array().notNull(),
    contentStatuses: smallint("content_statuses").array().$type<RequirementStatus[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.lookBackId, table.sortName, table.profileLevelAccessId] }),
  ],
);

/** Whose membership stood otherwise at the later of two instants, by name. */
export const lookBackChange = pgTable(
  "look_back_change",
  {
    organizationId: organizationId(),
    lookBackId: uuid("look_back_id").notNull(),
    sortName: text("sort_name").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    change: text("change").$type<ChangeKind>().notNull(),
    /** Null: no member here at that instant. */
    beforeLevel: uuid("before_level"),
    beforeLabel: uuid("before_label"),
    beforeStatus: text("before_status").$type<OverallStatus>(),
    afterLevel: uuid("after_level"),
    afterLabel: uuid("after_label"),
    afterStatus: text("after_status").$type<OverallStatus>(),
    /** What stood otherwise, and how at each, in the same order; null: not asked. */
    contents: uuid("contents").array().notNull(),
    beforeStatuses: smallint("before_statuses").array().$type<(RequirementStatus | null)[]>().notNull(),
    afterStatuses: smallint("after_statuses").array().$type<(RequirementStatus | null)[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.lookBackId, table.sortName, table.profileLevelAccessId] }),
  ],
);

/** The file of changes that a task makes. */
export const comparisonExport = pgTable(
  "comparison_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    levelId: uuid("level_id").notNull(),
    lookBackId: uuid("look_back_id").notNull(),
    filter: jsonb("filter").$type<{ search: string; changes: ChangeKind[] }>().notNull(),
    storageKey: text("storage_key").notNull(),
    /** Null until the file is whole. */
    bytes: integer("bytes"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);
