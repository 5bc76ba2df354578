import type { IntegrationSource } from "@touchline/contract";
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

/** What a person told of themselves beside name and date of birth; sealed, as nobody needs to search by it. */
export const profileDetail = pgTable(
  "profile_detail",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    contactInformationId: uuid("contact_information_id").notNull(),
    sealedContact: bytes("sealed_contact"),
    sealedEmergencyContacts: bytes("sealed_emergency_contacts"),
    sealedCitizenship: bytes("sealed_citizenship"),
    sealedUssfId: bytes("sealed_ussf_id"),
    /** A new photo has a new id, so that what a browser keeps under one never goes stale. */
    photoId: uuid("photo_id"),
    photoStorageKey: text("photo_storage_key"),
    photoBytes: integer("photo_bytes"),
    updatedAt: instantColumn("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** What an organization asks everybody, with yes or no for an answer. */
export const conditionQuestion = pgTable(
  "condition_question",
  {
    organizationId: organizationId(),
    conditionQuestionId: uuid("condition_question_id").notNull(),
    question: text("question").notNull(),
    position: integer("position").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.conditionQuestionId] })],
);

/** Answers, only added to: the latest of a person counts. */
export const conditionAnswer = pgTable(
  "condition_answer",
  {
    organizationId: organizationId(),
    conditionAnswerId: uuid("condition_answer_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    conditionQuestionId: uuid("condition_question_id").notNull(),
    answer: boolean("answer").notNull(),
    answeredBy: uuid("answered_by"),
    answeredAt: instantColumn("answered_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.conditionAnswerId] })],
);

/** Under which id a partner platform knows a person. */
export const externalIdentity = pgTable(
  "external_identity",
  {
    organizationId: organizationId(),
    integrationSource: text("integration_source").$type<IntegrationSource>().notNull(),
    /** The platform's own name for the place that sent the person. */
    siteId: text("site_id").notNull(),
    externalId: text("external_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.integrationSource, table.siteId, table.externalId] })],
);
