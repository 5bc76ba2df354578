import type { DutyKey, IncidentKind, IncidentState } from "@touchline/contract/incidents/incidents";
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../database/columns.ts";

/** An incident reported against a person, with its reporting deadline. The description is encrypted. */
export const incident = pgTable(
  "incident",
  {
    organizationId: organizationId(),
    incidentId: uuid("incident_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    /** The membership in which it happened, and its level then. */
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    levelId: uuid("level_id").notNull(),
    kind: text("kind").$type<IncidentKind>().notNull(),
    state: text("state").$type<IncidentState>().notNull(),
    happenedAt: instantColumn("happened_at").notNull(),
    reportedBy: uuid("reported_by").notNull(),
    reportedAt: instantColumn("reported_at").notNull(),
    /** The deadline for reporting to an authority, and when it was reported. */
    dueAt: instantColumn("due_at").notNull(),
    authorityToldAt: instantColumn("authority_told_at"),
    closedAt: instantColumn("closed_at"),
    assignedTo: uuid("assigned_to"),
    /** The steps of the report to an authority that are done. */
    stepsDone: text("steps_done").array().$type<DutyKey[]>().notNull().default([]),
    /** When the legal hold began; null: there is none. */
    heldAt: instantColumn("held_at"),
    /** Null once it was disposed of. */
    sealedDescription: bytes("sealed_description"),
    disposedAt: instantColumn("disposed_at"),
    version: integer("version").notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.incidentId] })],
);

/** The history of incidents. Append-only. */
export const incidentEvent = pgTable(
  "incident_event",
  {
    organizationId: organizationId(),
    incidentEventId: uuid("incident_event_id").notNull(),
    incidentId: uuid("incident_id").notNull(),
    actorProfileId: uuid("actor_profile_id").notNull(),
    /** The values before and after, encrypted; null once they were disposed of. */
    sealedChange: bytes("sealed_change"),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.incidentEventId] })],
);

export const incidentDocument = pgTable(
  "incident_document",
  {
    organizationId: organizationId(),
    incidentId: uuid("incident_id").notNull(),
    fileId: uuid("file_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.incidentId, table.fileId] })],
);
