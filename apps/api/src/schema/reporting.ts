import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import type { ChangeKind } from "@touchline/contract/reporting/comparison";
import type { LikenessReason } from "@touchline/contract/reporting/duplicates";
import type { ExportFormat, MemberColumn } from "@touchline/contract/reporting/members";
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { AlarmKind, AuditAlarm } from "../adapters/chain-memory/port.ts";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** How a level and everything below it stood at the end of a day. A row only where that differs from the day before. */
export const levelDay = pgTable(
  "level_day",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    /** A day of the organization's calendar. */
    day: date("day", { mode: "string" }).notNull(),
    members: integer("members").notNull(),
    leftToClear: integer("left_to_clear").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId, table.day] })],
);

/** The days of which that is kept. */
export const trendKept = pgTable("trend_kept", {
  organizationId: uuid("organization_id").primaryKey(),
  firstDay: date("first_day", { mode: "string" }).notNull(),
  lastDay: date("last_day", { mode: "string" }).notNull(),
});

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

/** The chain: every recorded row once, without a gap, each with the hash of what it says and that of all before it. */
export const auditEntry = pgTable(
  "audit_entry",
  {
    organizationId: organizationId(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    /** The table, and the row in it. */
    source: text("source").notNull(),
    eventId: uuid("event_id").notNull(),
    contentHash: bytes("content_hash").notNull(),
    /** The hash of what is sealed in the row: should that be erased, the rest can still be checked. */
    sealedHash: bytes("sealed_hash"),
    hash: bytes("hash").notNull(),
    sealedAt: instantColumn("sealed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sequence] })],
);

/** Where the chain ends, signed now and then with the key of the installation. */
export const auditCheckpoint = pgTable(
  "audit_checkpoint",
  {
    organizationId: organizationId(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    hash: bytes("hash").notNull(),
    keyId: text("key_id").notNull(),
    signature: bytes("signature").notNull(),
    signedAt: instantColumn("signed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sequence] })],
);

/** How far the job is that seals: what is sealed altogether, and where it stands in the pass under way. */
export const auditHead = pgTable("audit_head", {
  organizationId: organizationId().primaryKey(),
  sequence: bigint("sequence", { mode: "number" }).notNull(),
  hash: bytes("hash").notNull(),
  /** Snapshots as text: everything the first one sees is sealed; the pass seals what the second one sees beside it. */
  sealedThrough: text("sealed_through"),
  passThrough: text("pass_through"),
  /** A pass over everything, whatever the numbers of transactions say. */
  passWhole: boolean("pass_whole").notNull(),
  passSource: text("pass_source"),
  passXid: text("pass_xid"),
  passEventId: uuid("pass_event_id"),
  wholeAt: instantColumn("whole_at"),
});

/** Which servers remember the chain outside the database, and how far: a server whose memory is gone is told from a new one. */
export const chainMemory = pgTable(
  "chain_memory",
  {
    organizationId: organizationId(),
    serverId: uuid("server_id").notNull(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    rememberedAt: instantColumn("remembered_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.serverId] })],
);

/** What was found wrong with a chain or with the memory of it, for those who run the platform. Shared, outside every tenant. */
export const auditAlarm = pgTable("audit_alarm", {
  alarmId: uuid("alarm_id").primaryKey(),
  organizationId: organizationId(),
  serverId: uuid("server_id").notNull(),
  kind: text("kind").$type<AlarmKind>().notNull(),
  facts: jsonb("facts").$type<AuditAlarm["facts"]>().notNull(),
  at: instantColumn("at").notNull(),
});

/** Something that the daily check found: what it is about, and what is wrong with it. */
export type Finding = { id: string; what: string };

/** How far the daily check of an organization is. */
export type CheckProgress = {
  organizationId: string;
  phase: "chain" | "statuses";
  begunAt: string;
  /** Up to which entry it has come, and that entry's hash; where the chain ended when it began. */
  sequence: number;
  hash: string;
  last: number;
  /** Up to whom it has come. */
  afterProfile: string | null;
  people: number;
  problems: number;
  findings: Finding[];
};

/** What the last daily check found that came to its end. */
export type CheckResult = {
  organizationId: string;
  finishedAt: string;
  entries: number;
  people: number;
  problems: number;
  /** The first of them. */
  findings: Finding[];
};

/**
 * The daily check of each organization's chain and statuses. Each with a signature of the installation: whoever writes to the
 * database cannot make up that a check went well. Shared, outside every tenant.
 */
export const auditCheck = pgTable("audit_check", {
  organizationId: uuid("organization_id").primaryKey(),
  progress: jsonb("progress").$type<CheckProgress>(),
  progressSignature: bytes("progress_signature"),
  result: jsonb("result").$type<CheckResult>(),
  resultSignature: bytes("result_signature"),
});

/** The archive with one person's record that a task makes. */
export const recordExport = pgTable(
  "record_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    storageKey: text("storage_key").notNull(),
    /** Null until the file is whole. */
    bytes: integer("bytes"),
    sha256: text("sha256"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** One day's reminders of an organization, person after person in the order of their ids. */
export const reminderRound = pgTable(
  "reminder_round",
  {
    organizationId: organizationId(),
    day: date("day", { mode: "string" }).notNull(),
    /** The day up to which everybody was reminded: what fell due after it is reminded of now, if no later round reached them. */
    since: date("since", { mode: "string" }).notNull(),
    afterProfile: uuid("after_profile").notNull(),
    mails: integer("mails").notNull().default(0),
    /** Null also for one that a later one took the place of before it had reached everybody. */
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] })],
);

/** Two entries that look like one person, the smaller id first. Dismissed ones stay, so that they are not found again. */
export const likelyPair = pgTable(
  "likely_pair",
  {
    organizationId: organizationId(),
    likelyPairId: uuid("likely_pair_id").notNull(),
    oneProfileId: uuid("one_profile_id").notNull(),
    otherProfileId: uuid("other_profile_id").notNull(),
    score: smallint("score").notNull(),
    reasons: text("reasons").array().$type<LikenessReason[]>().notNull(),
    foundAt: instantColumn("found_at").notNull(),
    dismissedAt: instantColumn("dismissed_at"),
    dismissedBy: uuid("dismissed_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.likelyPairId] })],
);
