import { date, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** One day's reminders of an organization, person after person in the order of their ids. */
export const reminderRound = pgTable(
  "reminder_round",
  {
    organizationId: organizationId(),
    day: date("day", { mode: "string" }).notNull(),
    /** The day up to which everybody was reminded: what fell due after it is reminded of now, if no later round reached them. */
    since: date("since", { mode: "string" }).notNull(),
    afterProfile: uuid("after_profile").notNull(),
    mails: integer("mails").notNull().default(0),
    /** Null also for one that a later one took the place of before it had reached everybody. */
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.day] })],
);
