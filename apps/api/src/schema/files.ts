import { bigint, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../database/columns.ts";

/**
 * The result of scanning a file for malware. `checked`: the product's own checks found nothing, and no scanner has scanned it;
 * `clean`: a scanner found nothing; `failed`: the scanner didn't answer, and the file is kept from others until it does.
 */
export type ScanState = "unscanned" | "checked" | "clean" | "infected" | "failed";

/** The facts about an uploaded file; its bytes are with the files adapter under a name of our own. */
export const storedFile = pgTable(
  "stored_file",
  {
    organizationId: organizationId(),
    fileId: uuid("file_id").notNull(),
    name: text("name").notNull(),
    extension: text("extension").notNull(),
    /** As found in the bytes, not as claimed. */
    mediaType: text("media_type").notNull(),
    bytes: integer("bytes").notNull(),
    sha256: text("sha256").notNull(),
    storageKey: text("storage_key").notNull(),
    uploadedBy: uuid("uploaded_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    scan: text("scan").$type<ScanState>().notNull().default("unscanned"),
    scannedAt: instantColumn("scanned_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.fileId] })],
);

/** A file that is uploaded in parts, for a requirement or for a content; `fileId` is set once it is complete. */
export const upload = pgTable(
  "upload",
  {
    organizationId: organizationId(),
    uploadId: uuid("upload_id").notNull(),
    requirementId: uuid("requirement_id"),
    profileLevelAccessId: uuid("profile_level_access_id"),
    contentId: uuid("content_id"),
    name: text("name").notNull(),
    bytes: integer("bytes").notNull(),
    /** The hash of the whole file, if its sender computed it. */
    sha256: text("sha256"),
    received: integer("received").notNull(),
    fileId: uuid("file_id"),
    /** How much of the arrived file was read; null: reading hasn't begun. */
    readPercent: smallint("read_percent"),
    /** Why it was refused, as a sentence; or a code that it was canceled. */
    problem: text("problem"),
    uploadedBy: uuid("uploaded_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** When its last part arrived. */
    movedAt: instantColumn("moved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.uploadId] })],
);

export const uploadPart = pgTable(
  "upload_part",
  {
    organizationId: organizationId(),
    uploadId: uuid("upload_id").notNull(),
    partOffset: integer("part_offset").notNull(),
    bytes: integer("bytes").notNull(),
    storageKey: text("storage_key").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.uploadId, table.partOffset] })],
);

/** How far moves of the files between stores are. Shared; written by the operators' command alone. */
export const fileMove = pgTable("file_move", {
  fileMoveId: uuid("file_move_id").primaryKey(),
  destination: text("destination").notNull(),
  startedAt: instantColumn("started_at").notNull(),
  finishedAt: instantColumn("finished_at"),
  reached: text("reached").notNull(),
  moved: bigint("moved", { mode: "number" }).notNull().default(0),
  movedBytes: bigint("moved_bytes", { mode: "number" }).notNull().default(0),
  present: bigint("present", { mode: "number" }).notNull().default(0),
  removed: bigint("removed", { mode: "number" }).notNull().default(0),
  missing: bigint("missing", { mode: "number" }).notNull().default(0),
  damaged: bigint("damaged", { mode: "number" }).notNull().default(0),
});
