import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** A node of the organization's tree. `pre … last` is the interval of preorder numbers of itself and all below it. */
export const level = pgTable(
  "level",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    parentId: uuid("parent_id"),
    name: text("name").notNull(),
    /** What the organization calls such a level: "Region", "Club", "Team". */
    kind: text("kind").notNull(),
    /** −1 of an archived level, which is in no interval. */
    pre: integer("pre").notNull(),
    last: integer("last").notNull(),
    depth: integer("depth").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** Deleted: history goes on naming it. */
    archivedAt: instantColumn("archived_at"),
    /** Another one with each logo; null without one. */
    logoId: uuid("logo_id"),
    logoStorageKey: text("logo_storage_key"),
    logoBytes: integer("logo_bytes"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId] })],
);
