import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** The archive with one person's record that a task makes. */
export const recordExport = pgTable(
  "record_export",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    storageKey: text("storage_key").notNull(),
    /** Null until the file is whole. */
    bytes: integer("bytes"),
    sha256: text("sha256"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);
