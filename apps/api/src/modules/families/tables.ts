import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** A guardian may act for the child; a child may have two. */
export const guardianship = pgTable(
  "guardianship",
  {
    organizationId: organizationId(),
    guardianProfileId: uuid("guardian_profile_id").notNull(),
    childProfileId: uuid("child_profile_id").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.guardianProfileId, table.childProfileId] })],
);
