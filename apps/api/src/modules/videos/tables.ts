import type { Stretch } from "@touchline/rules";
import { boolean, doublePrecision, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** How much of a video was watched in an attempt. */
export const videoProgress = pgTable(
  "video_progress",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    /** In order and apart. */
    stretches: jsonb("stretches").$type<readonly Stretch[]>().notNull(),
    /** Seconds that may still be told as of `at`. */
    saved: doublePrecision("saved").notNull(),
    position: doublePrecision("position").notNull(),
    /** Which page plays it: one counts at a time. */
    player: uuid("player"),
    enough: boolean("enough").notNull(),
    at: instantColumn("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);
