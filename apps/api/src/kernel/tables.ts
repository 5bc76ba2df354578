import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { instantColumn } from "./columns.ts";

/** When each schedule last ran, over all workers. Shared. */
export const scheduleRun = pgTable("schedule_run", {
  name: text("name").primaryKey(),
  startedAt: instantColumn("started_at").notNull(),
  finishedAt: instantColumn("finished_at"),
  failed: boolean("failed").notNull().default(false),
});
