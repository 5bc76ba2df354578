import type { RequirementType } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import type { FaultSource } from "@touchline/contract/platform/error-log";
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn } from "../database/columns.ts";

/** Accounts that run the platform, as the configuration names them. Shared, outside every tenant. */
export const platformOperator = pgTable("platform_operator", {
  appUserId: uuid("app_user_id").primaryKey(),
  /** SHA-256 of the address by which it was named. */
  addressHash: bytes("address_hash").notNull(),
  namedAt: instantColumn("named_at").notNull(),
});

/** Unhandled errors, grouped by kind and place. Shared, outside every tenant; bounded by `keepFault`. */
export const errorLog = pgTable(
  "error_log",
  {
    /** The fingerprint: a name-based UUID of source, name, code and place. */
    errorId: uuid("error_id").primaryKey(),
    source: text("source").$type<FaultSource>().notNull(),
    name: text("name").notNull(),
    code: text("code"),
    /** The pattern of a route, or the name of a job. */
    route: text("route"),
    /** Lines of the stack, the innermost first. */
    place: text("place").array().notNull(),
    times: bigint("times", { mode: "number" }).notNull(),
    firstAt: instantColumn("first_at").notNull(),
    lastAt: instantColumn("last_at").notNull(),
  },
  (table) => [index("error_log_by_age").on(table.lastAt.desc(), table.errorId)],
);

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
