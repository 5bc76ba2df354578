import { bigint, boolean, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { AlarmKind, AuditAlarm } from "../../adapters/chain-memory/port.ts";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

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
