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
    pre: integer("pre").notNull(),
    last: integer("last").notNull(),
    depth: integer("depth").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId] })],
);
