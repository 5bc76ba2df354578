import type { AuditAction } from "@touchline/contract/reporting/audit";
import { bigint, boolean, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../database/columns.ts";
import type { FactSource } from "../security/fact-record.ts";

/** When each schedule last ran, on any worker. Shared. */
export const scheduleRun = pgTable("schedule_run", {
  name: text("name").primaryKey(),
  startedAt: instantColumn("started_at").notNull(),
  finishedAt: instantColumn("finished_at"),
  failed: boolean("failed").notNull().default(false),
});

/** The response to a call with an Idempotency-Key, kept for a day. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    organizationId: organizationId(),
    /** The caller: keys of different people are independent. */
    profileId: uuid("profile_id").notNull(),
    key: text("key").notNull(),
    requestHash: bytes("request_hash").notNull(),
    /** Null only while the call is in progress, which nobody else sees. */
    sealedAnswer: bytes("sealed_answer"),
    expiresAt: instantColumn("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId, table.key] })],
);

/** An upload in progress, recorded before its first byte arrives. */
export const incomingFile = pgTable(
  "incoming_file",
  {
    organizationId: organizationId(),
    storageKey: text("storage_key").notNull(),
    receivedAt: instantColumn("received_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.storageKey] })],
);

/** What people changed and viewed; the application can neither change nor delete it. */
export const auditEvent = pgTable(
  "audit_event",
  {
    organizationId: organizationId(),
    auditEventId: uuid("audit_event_id").notNull(),
    action: text("action").$type<AuditAction>().notNull(),
    subjectId: uuid("subject_id"),
    /** The person it concerns, if any. */
    profileId: uuid("profile_id"),
    levelId: uuid("level_id"),
    facts: jsonb("facts").$type<Record<string, unknown>>().notNull(),
    sealedValues: bytes("sealed_values"),
    actorProfileId: uuid("actor_profile_id"),
    actor: text("actor").notNull(),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.auditEventId] })],
);

/**
 * The digest of a row's contents on which statuses or decisions depend, each time the product wrote it. The application can
 * neither change nor delete it.
 */
export const factRecord = pgTable(
  "fact_record",
  {
    organizationId: organizationId(),
    factRecordId: uuid("fact_record_id").notNull().defaultRandom(),
    source: text("source").$type<FactSource>().notNull(),
    subjectId: uuid("subject_id").notNull(),
    /** Orders the records of one subject: the last one counts. */
    ordinal: bigint("ordinal", { mode: "number" }).generatedAlwaysAsIdentity(),
    digest: text("digest").notNull(),
    /** Without it nobody can guess the contents from a digest, however short they are. */
    salt: bytes("salt").notNull(),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.factRecordId] })],
);
