import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import type { ChangeKind } from "@touchline/contract/reporting/comparison";
import type { LikenessReason } from "@touchline/contract/reporting/duplicates";
import type { ExportFormat, MemberColumn } from "@touchline/contract/reporting/members";
import type { DisposalKind, RetentionSetting, retentionUnits } from "@touchline/contract/reporting/retention";
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import type { AlarmKind, AuditAlarm } from "../adapters/chain-memory/port.ts";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** How a level and everything below it stood at the end of a day. There is a row only if that differs from the day before. */
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

/** The range of days for which this is stored. */
export const trendKept = pgTable("trend_kept", {
  organizationId: uuid("organization_id").primaryKey(),
  firstDay: date("first_day", { mode: "string" }).notNull(),
  lastDay: date("last_day", { mode: "string" }).notNull(),
});

/** A saved view of the members list. */
export const memberView = pgTable(
  "member_view",
  {
    organizationId: organizationId(),
    memberViewId: uuid("member_view_id").notNull(),
    createdBy: uuid("created_by").notNull(),
    /** Whether everybody in the organization can use it. */
    shared: boolean("shared").notNull(),
    /** Its name and settings, encrypted, because they may contain a search for a person. */
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
    /** Null: the default columns. */
    columns: text("columns").array().$type<MemberColumn[]>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** The file of an export. */
export const memberExport = pgTable(
  "member_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    format: text("format").$type<ExportFormat>().notNull(),
    storageKey: text("storage_key").notNull(),
    /** Null until the file is complete. */
    bytes: integer("bytes"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** Rows read by one step of an export, until the file is written from all of them. */
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

/** How many memberships had which status: by label and by content, as text keys of JSON. */
export type ThenCounts = {
  /** By label, then by overall status. */
  labels: Record<string, Partial<Record<OverallStatus, number>>>;
  /** By content, then by the number of the status. */
  contents: Record<string, Record<string, number>>;
  /** The counts for two instants: how many memberships there were, how many of them cleared, and how they changed. */
  between?: ChangeCounts;
};

export type ChangeCounts = {
  members: { before: number; after: number };
  cleared: { before: number; after: number };
  changes: Record<ChangeKind, number>;
};

/** A level and everything below it at a past instant, worked out step by step and kept for a day. */
export const lookBack = pgTable(
  "look_back",
  {
    organizationId: organizationId(),
    lookBackId: uuid("look_back_id").notNull(),
    levelId: uuid("level_id").notNull(),
    at: instantColumn("at").notNull(),
    /** An earlier instant to compare with; null: no comparison. */
    since: instantColumn("since"),
    /** Identifies the levels that were below when it began: with others the result would differ. */
    tree: bigint("tree", { mode: "bigint" }).notNull(),
    askedBy: uuid("asked_by").notNull(),
    /** `over`: it is being deleted. */
    state: text("state").$type<"building" | "whole" | "over">().notNull(),
    /** The last level processed. */
    afterLevel: uuid("after_level").notNull(),
    afterMembership: uuid("after_membership").notNull(),
    /** Memberships that ever arrived at these levels: how many were processed, and how many there are. */
    looked: integer("looked").notNull(),
    total: integer("total"),
    counts: jsonb("counts").$type<ThenCounts>().notNull(),
    movedAt: instantColumn("moved_at").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.lookBackId] })],
);

/** The members at that instant, by name. */
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
    /** The requirements of the membership, and the status of each, in one order. */
    contents: uuid("contents").array().notNull(),
    contentStatuses: smallint("content_statuses").array().$type<RequirementStatus[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.lookBackId, table.sortName, table.profileLevelAccessId] }),
  ],
);

/** Memberships that changed between the two instants, by name. */
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
    /** The requirements that changed, and the status of each at both instants, in one order; null: not required. */
    contents: uuid("contents").array().notNull(),
    beforeStatuses: smallint("before_statuses").array().$type<(RequirementStatus | null)[]>().notNull(),
    afterStatuses: smallint("after_statuses").array().$type<(RequirementStatus | null)[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.lookBackId, table.sortName, table.profileLevelAccessId] }),
  ],
);

/** The file of changes of an export task. */
export const comparisonExport = pgTable(
  "comparison_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    levelId: uuid("level_id").notNull(),
    lookBackId: uuid("look_back_id").notNull(),
    filter: jsonb("filter").$type<{ search: string; changes: ChangeKind[] }>().notNull(),
    storageKey: text("storage_key").notNull(),
    /** Null until the file is complete. */
    bytes: integer("bytes"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** The chain: every recorded row once, without a gap, each with the hash of its contents and of all before it. */
export const auditEntry = pgTable(
  "audit_entry",
  {
    organizationId: organizationId(),
    sequence: bigint("sequence", { mode: "number" }).notNull(),
    /** The table, and the row in it. */
    source: text("source").notNull(),
    eventId: uuid("event_id").notNull(),
    contentHash: bytes("content_hash").notNull(),
    /** The hash of the row's sealed contents: if these are erased, the rest can still be verified. */
    sealedHash: bytes("sealed_hash"),
    hash: bytes("hash").notNull(),
    sealedAt: instantColumn("sealed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sequence] })],
);

/** The end of the chain at a moment, signed with the installation's key. */
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

/** The progress of the sealing job: the last sealed entry, and the position of the pass in progress. */
export const auditHead = pgTable("audit_head", {
  organizationId: organizationId().primaryKey(),
  sequence: bigint("sequence", { mode: "number" }).notNull(),
  hash: bytes("hash").notNull(),
  /** Snapshots as text: everything the first one sees is sealed; the pass seals what only the second one sees. */
  sealedThrough: text("sealed_through"),
  passThrough: text("pass_through"),
  /** Whether the pass covers everything, whatever the transaction numbers. */
  passWhole: boolean("pass_whole").notNull(),
  passSource: text("pass_source"),
  passXid: text("pass_xid"),
  passEventId: uuid("pass_event_id"),
  wholeAt: instantColumn("whole_at"),
});

/**
 * Which servers remember the chain outside the database, and up to where: this distinguishes a server that lost its memory from
 * a new one.
 */
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

/** Problems found with a chain or with a server's memory of it, for platform operators. Shared, outside every tenant. */
export const auditAlarm = pgTable("audit_alarm", {
  alarmId: uuid("alarm_id").primaryKey(),
  organizationId: organizationId(),
  serverId: uuid("server_id").notNull(),
  kind: text("kind").$type<AlarmKind>().notNull(),
  facts: jsonb("facts").$type<AuditAlarm["facts"]>().notNull(),
  at: instantColumn("at").notNull(),
});

/** A finding of the daily check: what it is about, and the problem. */
export type Finding = { id: string; what: string };

/** The progress of an organization's daily check. */
export type CheckProgress = {
  organizationId: string;
  phase: "chain" | "statuses";
  begunAt: string;
  /** The last entry checked, and its hash; where the chain ended when the check began. */
  sequence: number;
  hash: string;
  last: number;
  /** The last person checked. */
  afterProfile: string | null;
  people: number;
  problems: number;
  findings: Finding[];
};

/** The findings of the last finished daily check. */
export type CheckResult = {
  organizationId: string;
  finishedAt: string;
  entries: number;
  people: number;
  problems: number;
  /** The first findings. */
  findings: Finding[];
};

/**
 * The daily check of each organization's chain and statuses, signed by the installation: somebody who writes to the database
 * can't fake a successful check. Shared, outside every tenant.
 */
export const auditCheck = pgTable("audit_check", {
  organizationId: uuid("organization_id").primaryKey(),
  progress: jsonb("progress").$type<CheckProgress>(),
  progressSignature: bytes("progress_signature"),
  result: jsonb("result").$type<CheckResult>(),
  resultSignature: bytes("result_signature"),
});

/** The archive of one person's record, created by a task. */
export const recordExport = pgTable(
  "record_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    storageKey: text("storage_key").notNull(),
    /** Null until the file is complete. */
    bytes: integer("bytes"),
    sha256: text("sha256"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** One day's reminders of an organization, in the order of the people's ids. */
export const reminderRound = pgTable(
  "reminder_round",
  {
    organizationId: organizationId(),
    day: date("day", { mode: "string" }).notNull(),
    /**
     * The day up to which everybody was reminded: people get a reminder now for what fell due after it, unless a later round
     * reached them.
     */
    since: date("since", { mode: "string" }).notNull(),
    afterProfile: uuid("after_profile").notNull(),
    mails: integer("mails").notNull().default(0),
    /** Null also for a round that a later one replaced before it had reached everybody. */
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

/** What was disposed of at the end of a retention period: numbers and dates, nothing of a person. Append-only. */
export const disposalCertificate = pgTable(
  "disposal_certificate",
  {
    organizationId: organizationId(),
    disposalCertificateId: uuid("disposal_certificate_id").notNull(),
    kind: text("kind").$type<DisposalKind>().notNull(),
    items: integer("items").notNull(),
    /** From when to when the retention periods of the items began. */
    fromAt: instantColumn("from_at").notNull(),
    toAt: instantColumn("to_at").notNull(),
    setting: text("setting").$type<RetentionSetting>().notNull(),
    settingValue: integer("setting_value").notNull(),
    settingUnit: text("setting_unit").$type<(typeof retentionUnits)[number]>().notNull(),
    disposedAt: instantColumn("disposed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.disposalCertificateId] })],
);
