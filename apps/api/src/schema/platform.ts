import type { RequirementType } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import type { FaultSource } from "@touchline/contract/platform/error-log";
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn } from "../database/columns.ts";

/** Accounts of the platform's operators, as configured. Shared, outside every tenant. */
export const platformOperator = pgTable("platform_operator", {
  appUserId: uuid("app_user_id").primaryKey(),
  /** SHA-256 of the configured address. */
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
    /** Lines of the stack, innermost first. */
    place: text("place").array().notNull(),
    /** The version of the product in which it last happened; null for errors from before versions were recorded. */
    release: text("release"),
    times: bigint("times", { mode: "number" }).notNull(),
    firstAt: instantColumn("first_at").notNull(),
    lastAt: instantColumn("last_at").notNull(),
  },
  (table) => [index("error_log_by_age").on(table.lastAt.desc(), table.errorId)],
);

/** The platform's library for every organization. Shared, outside every tenant. */
export const platformContent = pgTable("platform_content", {
  platformContentId: uuid("platform_content_id").primaryKey(),
  type: smallint("type").$type<RequirementType>().notNull(),
  /** The newest version. */
  version: integer("version").notNull(),
  /** When it was withdrawn; copies stay as they are. */
  retiredAt: instantColumn("retired_at"),
  createdAt: instantColumn("created_at").notNull(),
});

/** An item as published, never changed: copies record which one they are of. */
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
    /** The operator's account; null for the demo's own content. */
    publishedBy: uuid("published_by"),
  },
  (table) => [primaryKey({ columns: [table.platformContentId, table.version] })],
);
