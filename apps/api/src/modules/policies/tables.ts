import type { PolicyType } from "@touchline/contract/policies";
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "../../kernel/columns.ts";

/** A policy as it was published, for good; the highest version is in force. Shared, outside every tenant. */
export const policyVersion = pgTable(
  "policy_version",
  {
    type: text("type").$type<PolicyType>().notNull(),
    version: integer("version").notNull(),
    /** Markdown. */
    body: text("body").notNull(),
    summary: text("summary").notNull(),
    bodySha256: text("body_sha256").notNull(),
    publishedAt: instantColumn("published_at").notNull(),
    /** The operator's account; null for the texts that come with the product. */
    publishedBy: uuid("published_by"),
  },
  (table) => [primaryKey({ columns: [table.type, table.version] })],
);
