import type { ImportState, IntegrationSource } from "@touchline/contract";
import type { LikenessReason } from "@touchline/contract/reporting/duplicates";
import type {
  DateOrder,
  GuardianResult,
  ImportRowResult,
  RosterField,
  RosterMapping,
  RowAnswer,
} from "@touchline/contract/setup/imports";
import type { CreationStep } from "@touchline/contract/setup/organization-creation";
import type { RosterGuardian, RowCells } from "@touchline/rules";
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** An organization that an operator is setting up. Shared; encrypted, because it names the first administrator. */
export const organizationDraft = pgTable("organization_draft", {
  appUserId: uuid("app_user_id").primaryKey(),
  /** The id that the organization will have: one draft creates one organization. */
  organizationId: organizationId(),
  /** Incremented with each save. */
  revision: integer("revision").notNull(),
  step: text("step").$type<CreationStep>().notNull(),
  sealedContent: bytes("sealed_content").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

/** The organization that a call with an Idempotency-Key created. Shared. */
export const organizationFounding = pgTable(
  "organization_founding",
  {
    appUserId: uuid("app_user_id").notNull(),
    key: text("key").notNull(),
    requestHash: bytes("request_hash").notNull(),
    organizationId: organizationId(),
    foundedAt: instantColumn("founded_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.appUserId, table.key] })],
);

/** A guardian named in a row, and the outcome. */
export type JudgedGuardian = RosterGuardian & { fate: GuardianResult; message: string };

/** The rows of an import by their outcome: how many, how many of them are done, and how many invitations they lead to. */
export type Tally = Partial<Record<ImportRowResult, { rows: number; done: number; invitable: number }>>;

/** The partner that an import's rows come from. */
export type ImportPartner = { source: IntegrationSource; name: string; siteId: string };

/** A roster import, from the upload to the result; deleted with its file and rows after 30 days. */
export const rosterImport = pgTable(
  "roster_import",
  {
    organizationId: organizationId(),
    rosterImportId: uuid("roster_import_id").notNull(),
    state: text("state").$type<ImportState>().notNull(),
    fileName: text("file_name").notNull(),
    storageKey: text("storage_key").notNull(),
    encoding: text("encoding").notNull(),
    headers: text("headers").array().notNull(),
    preview: jsonb("preview").$type<string[][]>().notNull(),
    rowCount: integer("row_count").notNull(),
    mapping: jsonb("mapping").$type<RosterMapping>().notNull(),
    /** The number of the dry run, so that a job of an older one stops. */
    round: integer("round").notNull(),
    /** How many rows the dry run has read, and judged. */
    read: integer("read").notNull().default(0),
    judged: integer("judged").notNull(),
    /** How many rows have which outcome, so that they aren't counted to show the progress. */
    tally: jsonb("tally").$type<Tally>().notNull().default({}),
    /** The row up to which everything requested when it last began is written. */
    writtenThrough: integer("written_through").notNull().default(0),
    invite: boolean("invite").notNull(),
    /** The date format found in the date column; while it is ambiguous, a date that can be read two ways. */
    dateOrder: text("date_order").$type<DateOrder>(),
    dateExample: text("date_example"),
    failure: text("failure"),
    /** The partner whose registrations the rows are; null: they are a file's. */
    partner: jsonb("partner").$type<ImportPartner>(),
    /** The task that removes again whom the import added. */
    undoneBy: uuid("undone_by"),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterImportId] })],
);

/** A row as a partner has it: what a file is for other rosters. */
export const rosterSourceRow = pgTable(
  "roster_source_row",
  {
    organizationId: organizationId(),
    rosterImportId: uuid("roster_import_id").notNull(),
    number: integer("number").notNull(),
    cells: text("cells").array().notNull(),
    /** What is wrong with it at the partner, in a sentence. */
    fault: text("fault"),
    externalId: text("external_id").notNull(),
    /** What the partner calls the row. */
    sourceId: text("source_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterImportId, table.number] })],
);

/** One row of the file: as it was read, its outcome, and the result. Columns that aren't mapped aren't stored. */
export const rosterImportRow = pgTable(
  "roster_import_row",
  {
    organizationId: organizationId(),
    rosterImportId: uuid("roster_import_id").notNull(),
    /** As in the spreadsheet: the first row is 1. */
    number: integer("number").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** The person's own address; null for a minor. */
    email: text("email"),
    /** The address as the file has it. */
    address: text("address").notNull(),
    dateOfBirth: date("date_of_birth", { mode: "string" }),
    phone: text("phone").notNull().default(""),
    guardians: jsonb("guardians").$type<JudgedGuardian[]>(),
    levelWord: text("level_word").notNull(),
    labelWord: text("label_word").notNull(),
    minor: boolean("minor").notNull(),
    levelId: uuid("level_id"),
    /** The level that the import creates for the row, as named in the mapping. */
    newLevel: text("new_level"),
    labelId: uuid("label_id"),
    fate: text("fate").$type<ImportRowResult>().notNull(),
    field: text("field").$type<RosterField>(),
    message: text("message").notNull(),
    doneAt: instantColumn("done_at"),
    profileId: uuid("profile_id"),
    profileLevelAccessId: uuid("profile_level_access_id"),
    /** The person that the row resembles, the membership by which the importer sees them, and the reasons. */
    likeProfileId: uuid("like_profile_id"),
    likeAccessId: uuid("like_access_id"),
    likeReasons: text("like_reasons").array().$type<LikenessReason[]>(),
    answer: text("answer").$type<RowAnswer>(),
    /** How many invitations the row leads to: to the person, or to new guardians. */
    invites: smallint("invites").notNull().default(0),
    /** The names in the form in which rows are compared, and the row that this one duplicates. */
    nameKey: text("name_key").notNull().default(""),
    twin: integer("twin"),
    /** The id by which the partner knows the person. */
    externalId: text("external_id"),
    /** The mapped cells, as in the file, if the row needs fixing or did. */
    cells: jsonb("cells").$type<RowCells>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterImportId, table.number] })],
);

/** Corrections made to a row in place. They stay when the file is read with another mapping, which judges every row anew. */
export const rosterImportFix = pgTable(
  "roster_import_fix",
  {
    organizationId: organizationId(),
    rosterImportId: uuid("roster_import_id").notNull(),
    number: integer("number").notNull(),
    cells: jsonb("cells").$type<RowCells>().notNull(),
    /** How often the row was corrected, so that nobody overwrites unseen changes. */
    revision: integer("revision").notNull(),
    fixedAt: instantColumn("fixed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterImportId, table.number] })],
);

/** How the organization last read a file with these headings. */
export const rosterReading = pgTable(
  "roster_reading",
  {
    organizationId: organizationId(),
    headersKey: text("headers_key").notNull(),
    mapping: jsonb("mapping").$type<RosterMapping>().notNull(),
    usedAt: instantColumn("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.headersKey] })],
);

/** A named mapping for rosters that the organization saved. */
export const rosterMapping = pgTable(
  "roster_mapping",
  {
    organizationId: organizationId(),
    rosterMappingId: uuid("roster_mapping_id").notNull(),
    name: text("name").notNull(),
    /** The normalized name, which is unique. */
    nameKey: text("name_key").notNull(),
    /** The headings of the file it was created with, by which columns are found in other files. */
    headers: text("headers").array().notNull(),
    mapping: jsonb("mapping").$type<RosterMapping>().notNull(),
    createdBy: uuid("created_by"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterMappingId] })],
);
