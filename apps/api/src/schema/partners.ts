import type { IntegrationSource } from "@touchline/contract";
import type { PartnerProblem, PartnerSyncState } from "@touchline/contract/integrations/partners";
import type { RosterMapping } from "@touchline/contract/setup/imports";
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** A list of a partner's site, and where it was read to. */
type ListPositions = Partial<Record<"places" | "people" | "registrations", { updated: number; id: string }>>;

/** A partner on which the organization's members register. */
export const partnerConnection = pgTable(
  "partner_connection",
  {
    organizationId: organizationId(),
    partnerConnectionId: uuid("partner_connection_id").notNull(),
    integrationSource: text("integration_source").$type<IntegrationSource>().notNull(),
    /** The partner's own name for the organization's site. */
    siteId: text("site_id").notNull(),
    /** What the organization signs in with; null once it is disconnected. */
    sealedCredentials: bytes("sealed_credentials"),
    state: text("state").$type<"active" | "disconnected">().notNull(),
    /** What the partner's words mean here, as somebody said at the latest sync. */
    mapping: jsonb("mapping").$type<RosterMapping>().notNull(),
    /** Whether syncs run by themselves: from the first one on that somebody applied. */
    automatic: boolean("automatic").notNull().default(false),
    /** Whether people whom a sync adds are invited, as chosen at the latest one that somebody applied. */
    invite: boolean("invite").notNull().default(true),
    /** Whether clearance is reported to the partner. */
    pushCleared: boolean("push_cleared").notNull(),
    positions: jsonb("positions").$type<ListPositions>().notNull().default({}),
    problem: text("problem").$type<PartnerProblem>(),
    problemSince: instantColumn("problem_since"),
    /** Why the partner didn't take the latest report of who is cleared, and when; null once it took one. */
    reportProblem: text("report_problem").$type<PartnerProblem>(),
    reportProblemAt: instantColumn("report_problem_at"),
    lastSyncAt: instantColumn("last_sync_at"),
    nextSyncAt: instantColumn("next_sync_at"),
    /** The person on whose behalf syncs run: the one who connected the partner or, later, started a sync. */
    runsAs: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    disconnectedAt: instantColumn("disconnected_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.partnerConnectionId] })],
);

/** A run that reads what changed at a partner and imports it. */
export const partnerSync = pgTable(
  "partner_sync",
  {
    organizationId: organizationId(),
    partnerSyncId: uuid("partner_sync_id").notNull(),
    partnerConnectionId: uuid("partner_connection_id").notNull(),
    state: text("state").$type<PartnerSyncState>().notNull(),
    /** Whether a person looks at the rows before anything is written. */
    review: boolean("review").notNull(),
    /** Whether it was started automatically. */
    automatic: boolean("automatic").notNull().default(false),
    list: text("list").$type<"places" | "people" | "registrations">().notNull(),
    positions: jsonb("positions").$type<ListPositions>().notNull(),
    rowsRead: integer("rows_read").notNull().default(0),
    rowsPrepared: integer("rows_prepared").notNull().default(0),
    /** The registration up to which rows were handed to the import. */
    preparedThrough: text("prepared_through").notNull().default(""),
    rosterImportId: uuid("roster_import_id"),
    /** Failed tries in a row. */
    tries: integer("tries").notNull().default(0),
    problem: text("problem").$type<PartnerProblem | "stopped">(),
    startedBy: uuid("started_by").notNull(),
    startedAt: instantColumn("started_at").notNull(),
    movedAt: instantColumn("moved_at").notNull(),
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.partnerSyncId] })],
);

/** A program or a team, as the partner has it. */
export const partnerPlace = pgTable(
  "partner_place",
  {
    organizationId: organizationId(),
    partnerConnectionId: uuid("partner_connection_id").notNull(),
    placeId: text("place_id").notNull(),
    name: text("name").notNull(),
    parentId: text("parent_id"),
    deleted: boolean("deleted").notNull(),
    /** The words by which it was first known here, which keep their meaning when it is renamed. */
    word: text("word"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.partnerConnectionId, table.placeId] })],
);

/** A person, as the partner has them. */
export const partnerPerson = pgTable(
  "partner_person",
  {
    organizationId: organizationId(),
    partnerConnectionId: uuid("partner_connection_id").notNull(),
    externalId: text("external_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    dateOfBirth: text("date_of_birth").notNull(),
    phone: text("phone").notNull(),
    /** The sync that read it last. */
    readBy: uuid("read_by").notNull(),
    /** Another person whom that sync read under this id. */
    otherName: text("other_name"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.partnerConnectionId, table.externalId] })],
);

/** What a person registered for, as the partner has it. */
export const partnerRegistration = pgTable(
  "partner_registration",
  {
    organizationId: organizationId(),
    partnerConnectionId: uuid("partner_connection_id").notNull(),
    registrationId: text("registration_id").notNull(),
    externalId: text("external_id").notNull(),
    placeId: text("place_id").notNull(),
    role: text("role").notNull(),
    deleted: boolean("deleted").notNull(),
    /** Whether it changed since it was last imported, or couldn't be. */
    open: boolean("open").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.partnerConnectionId, table.registrationId] })],
);

/** Whether a person is cleared, as the partner was last told. */
export const partnerFlag = pgTable(
  "partner_flag",
  {
    organizationId: organizationId(),
    partnerConnectionId: uuid("partner_connection_id").notNull(),
    externalId: text("external_id").notNull(),
    reportedCleared: boolean("told").notNull(),
    reportedAt: instantColumn("told_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.partnerConnectionId, table.externalId] })],
);

/** The flags that are on their way to a partner: the same under the same key until it has taken them. */
export const partnerReport = pgTable(
  "partner_report",
  {
    organizationId: organizationId(),
    partnerConnectionId: uuid("partner_connection_id").notNull(),
    partnerReportId: uuid("partner_report_id").notNull(),
    flags: jsonb("flags").$type<{ externalId: string; cleared: boolean }[]>().notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.partnerConnectionId] })],
);

/** Finds the organization of a connection. Shared, outside every tenant. */
export const partnerDirectory = pgTable("partner_directory", {
  externalId: text("external_id").primaryKey(),
  organizationId: organizationId(),
});

/** Webhooks of partners, which are processed later. Shared, outside every tenant. */
export const partnerWebhook = pgTable("partner_webhook", {
  webhookId: uuid("partner_webhook_id").primaryKey(),
  providerEventId: text("news_key").notNull(),
  externalIds: text("external_ids").array().notNull(),
  receivedAt: instantColumn("received_at").notNull(),
  nextTryAt: instantColumn("next_try_at"),
  tries: integer("tries").notNull().default(0),
  outcome: text("outcome"),
});
