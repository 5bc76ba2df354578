import { date, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { organizationId } from "../../kernel/columns.ts";

/** How a level and everything below it stood at the end of a day. A row only where that differs from the day before. */
export const levelDay = pgTable(
  "level_day",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    /** A day of the organization's calendar. */
    day: date("day", { mode: "string" }).notNull(),
    members: integer("members").notNull(),
    leftToClear: integer("left_to_clear").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId, table.day] })],
);

/** The days of which that is kept. */
export const trendKept = pgTable("trend_kept", {
  organizationId: uuid("organization_id").primaryKey(),
  firstDay: date("first_day", { mode: "string" }).notNull(),
  lastDay: date("last_day", { mode: "string" }).notNull(),
});
