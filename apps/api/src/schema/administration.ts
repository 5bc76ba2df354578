import type { HealthProblem } from "@touchline/contract/administration/oversight";
import type { SupportViewState } from "@touchline/contract/administration/support";
import type { Feature } from "@touchline/contract/administration/switches";
import type { SubscriptionState } from "@touchline/contract/billing/organization-billing";
import { bigint, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** What operators see of each organization, measured once an hour. Shared, outside every tenant: nothing of a person. */
export const organizationHealth = pgTable("organization_health", {
  organizationId: uuid("organization_id").primaryKey(),
  members: integer("members").notNull(),
  /** Administrators who have accepted their invitation. */
  administrators: integer("administrators").notNull(),
  active: integer("active").notNull(),
  storedBytes: bigint("stored_bytes", { mode: "number" }).notNull(),
  mails: integer("mails").notNull(),
  mailsFailed: integer("mails_failed").notNull(),
  checks: integer("checks").notNull(),
  failedJobs: integer("failed_jobs").notNull(),
  lastActivityAt: instantColumn("last_activity_at"),
  planName: text("plan_name"),
  monthUnitAmount: integer("month_unit_amount"),
  yearUnitAmount: integer("year_unit_amount"),
  currency: text("currency"),
  subscription: text("subscription").$type<SubscriptionState>(),
  problems: text("problems").array().$type<HealthProblem[]>().notNull(),
  measuredAt: instantColumn("measured_at").notNull(),
});

/** What operators paused. Shared, outside every tenant; the zero id stands for everyone. */
export const featureSwitch = pgTable(
  "feature_switch",
  {
    feature: text("feature").$type<Feature>().notNull(),
    organizationId: uuid("organization_id").notNull(),
    reason: text("reason").notNull(),
    /** The operator's account. */
    pausedBy: uuid("paused_by").notNull(),
    pausedAt: instantColumn("paused_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.feature, table.organizationId] })],
);

/** An operator's support access to an organization. */
export const supportAccess = pgTable(
  "support_access",
  {
    organizationId: organizationId(),
    supportAccessId: uuid("support_access_id").notNull(),
    /** The operator's account. */
    operator: uuid("operator").notNull(),
    sealedReason: bytes("sealed_reason").notNull(),
    startedAt: instantColumn("started_at").notNull(),
    endsAt: instantColumn("ends_at").notNull(),
    /** When it was ended early. */
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.supportAccessId] })],
);

/** An operator's request to view the product as a person does. */
export const supportView = pgTable(
  "support_view",
  {
    organizationId: organizationId(),
    supportViewId: uuid("support_view_id").notNull(),
    supportAccessId: uuid("support_access_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    state: text("state").$type<SupportViewState>().notNull(),
    askedAt: instantColumn("asked_at").notNull(),
    answeredAt: instantColumn("answered_at"),
    /** When an allowed one ends. */
    endsAt: instantColumn("ends_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.supportViewId] })],
);

/** An export of a whole organization. */
export const organizationExport = pgTable(
  "organization_export",
  {
    organizationId: organizationId(),
    organizationExportId: uuid("organization_export_id").notNull(),
    /** The operator's account. */
    requestedBy: uuid("requested_by").notNull(),
    requestedAt: instantColumn("requested_at").notNull(),
    storageKey: text("storage_key").notNull(),
    /** The key that seals the bytes, wrapped. */
    wrappedKey: bytes("wrapped_key").notNull(),
    /** Null until the file is complete. */
    readyAt: instantColumn("ready_at"),
    bytes: bigint("bytes", { mode: "number" }),
    sha256: text("sha256"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.organizationExportId] })],
);
