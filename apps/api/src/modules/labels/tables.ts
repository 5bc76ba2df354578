import type { LabelGiver, Role } from "@touchline/contract";
import type { FamilyUse } from "@touchline/contract/labels";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** A name that the organization gives to a job ("Head Coach"), and the role it carries. */
export const label = pgTable(
  "label",
  {
    organizationId: organizationId(),
    labelId: uuid("label_id").notNull(),
    name: text("name").notNull(),
    role: text("role").$type<Role>().notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** Guardians put their children under a label for a child; a second guardian joins under one for a guardian. */
    forFamily: text("for_family").$type<FamilyUse>(),
    /** Who hands it out, beside guardians: the least role of the group. */
    givenBy: text("given_by").$type<LabelGiver>().notNull(),
    /** Out of use: nobody gets it any more; whoever has it still is being given another. Its name stays with history. */
    archivedAt: instantColumn("archived_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.labelId] })],
);
