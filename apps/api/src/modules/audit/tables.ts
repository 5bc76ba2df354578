import { bigint, boolean, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
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
    /** Of what is sealed in the row: should that be erased, the rest can still be checked. */
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
