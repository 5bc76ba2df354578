import type { LikenessReason } from "@touchline/contract/duplicates";
import { pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** Two entries that look like one person, the smaller id first. Dismissed ones stay, so that they are not found again. */
export const likelyPair = pgTable(
  "likely_pair",
  {
    organizationId: organizationId(),
    likelyPairId: uuid("likely_pair_id").notNull(),
    oneProfileId: uuid("one_profile_id").notNull(),
    otherProfileId: uuid("other_profile_id").notNull(),
    score: smallint("score").notNull(),
    reasons: text("reasons").array().$type<LikenessReason[]>().notNull(),
    foundAt: instantColumn("found_at").notNull(),
    dismissedAt: instantColumn("dismissed_at"),
    dismissedBy: uuid("dismissed_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.likelyPairId] })],
);
