import type { ImportState } from "@touchline/contract";
import type { LikenessReason } from "@touchline/contract/reporting/duplicates";
import type {
  DateOrder,
  GuardianFate,
  RosterField,
  RosterMapping,
  RowAnswer,
  RowFate,
} from "@touchline/contract/setup/imports";
import type { CreationStep } from "@touchline/contract/setup/organization-creation";
import type { RosterGuardian, RowCells } from "@touchline/rules";
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** An organization before it is one, of the operator who writes it. Shared; sealed, as it names its first administrator. */
export const organizationDraft = pgTable("organization_draft", {
  appUserId: uuid("app_user_id").primaryKey(),
  /** The id that the organization will have: from one draft comes one organization. */
  organizationId: organizationId(),
  /** Grows with each save. */
  revision: integer("revision").notNull(),
  step: text("step").$type<CreationStep>().notNull(),
  sealedContent: bytes("sealed_content").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

/** Which organization a call with an Idempotency-Key has made. Shared. */
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

/** A guardian whom a row names, and what becomes of them. */
export type JudgedGuardian = RosterGuardian & { fate: GuardianFate; message: string };

/** The rows of an import by their fate: how many, how many of them are done, and how many invitations they lead to. */
export type Tally = Partial<Record<RowFate, { rows: number; done: number; invitable: number }>>;

/** A roster that is being taken in, from the upload to the result; removed with its file and rows after 30 days. */
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
    /** Counts the dry runs, so that a job of an older one stops. */
    round: integer("round").notNull(),
    /** How many rows the dry run has read, and judged. */
    read: integer("read").notNull().default(0),
    judged: integer("judged").notNull(),
    /** How many rows have which fate, so that nobody counts them to see how far it is. */
    tally: jsonb("tally").$type<Tally>().notNull().default({}),
    /** The row up to which all are written that were to be when it was last begun. */
    writtenThrough: integer("written_through").notNull().default(0),
    invite: boolean("invite").notNull(),
    /** How the column of dates itself tells its days, and one of them that can be read two ways while it does not. */
    dateOrder: text("date_order").$type<DateOrder>(),
    dateExample: text("date_example"),
    failure: text("failure"),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterImportId] })],
);

/** One row of the file: as it was understood, its fate, and what came of it. Columns that are not mapped are not kept. */
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
    /** The level that the import creates for the row, by its word in the mapping. */
    newLevel: text("new_level"),
    labelId: uuid("label_id"),
    fate: text("fate").$type<RowFate>().notNull(),
    field: text("field").$type<RosterField>(),
    message: text("message").notNull(),
    doneAt: instantColumn("done_at"),
    profileId: uuid("profile_id"),
    profileLevelAccessId: uuid("profile_level_access_id"),
    /** Whom the row looks like, by which of their memberships the importer sees them, and why. */
    likeProfileId: uuid("like_profile_id"),
    likeAccessId: uuid("like_access_id"),
    likeReasons: text("like_reasons").array().$type<LikenessReason[]>(),
    answer: text("answer").$type<RowAnswer>(),
    /** How many invitations the row leads to: to the person, or to new guardians. */
    invites: smallint("invites").notNull().default(0),
    /** The names as rows are compared by them, and the row that says the same. */
    nameKey: text("name_key").notNull().default(""),
    twin: integer("twin"),
    /** The cells that mean something, as the file has them, where the row needs fixing or did. */
    cells: jsonb("cells").$type<RowCells>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterImportId, table.number] })],
);

/** What was corrected in a row in place. It outlasts another reading of the file, which judges every row anew. */
export const rosterImportFix = pgTable(
  "roster_import_fix",
  {
    organizationId: organizationId(),
    rosterImportId: uuid("roster_import_id").notNull(),
    number: integer("number").notNull(),
    cells: jsonb("cells").$type<RowCells>().notNull(),
    /** How often the row was corrected, so that nobody overwrites what they have not seen. */
    revision: integer("revision").notNull(),
    fixedAt: instantColumn("fixed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterImportId, table.number] })],
);

/** How the organization read a file with these headings the last time. */
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

/** A way of reading rosters that the organization keeps under a name. */
export const rosterMapping = pgTable(
  "roster_mapping",
  {
    organizationId: organizationId(),
    rosterMappingId: uuid("roster_mapping_id").notNull(),
    name: text("name").notNull(),
    /** The name as it is compared: of each there is one. */
    nameKey: text("name_key").notNull(),
    /** The headings of the file it was made with, by which columns are found in another. */
    headers: text("headers").array().notNull(),
    mapping: jsonb("mapping").$type<RosterMapping>().notNull(),
    createdBy: uuid("created_by"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.rosterMappingId] })],
);
