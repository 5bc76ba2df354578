import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** What is known of an uploaded file; its bytes lie with the files adapter under a name of our own. */
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
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.fileId] })],
);
