import type { RequirementType } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/content-settings";
import { integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "../../kernel/columns.ts";

/** What those who run the platform offer to every organization. Shared, outside every tenant. */
export const platformContent = pgTable("platform_content", {
  platformContentId: uuid("platform_content_id").primaryKey(),
  type: smallint("type").$type<RequirementType>().notNull(),
  /** The newest. */
  version: integer("version").notNull(),
  /** Not offered any more; copies stay as they are. */
  retiredAt: instantColumn("retired_at"),
  createdAt: instantColumn("created_at").notNull(),
});

/** An item as it was published, for good: copies remember which one they are of. */
export const platformContentVersion = pgTable(
  "platform_content_version",
  {
    platformContentId: uuid("platform_content_id").notNull(),
    version: integer("version").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    settings: jsonb("settings").$type<ContentSettings>().notNull(),
    summary: text("summary").notNull(),
    publishedAt: instantColumn("published_at").notNull(),
    /** The operator's account; null for what comes with the demo. */
    publishedBy: uuid("published_by"),
  },
  (table) => [primaryKey({ columns: [table.platformContentId, table.version] })],
);
