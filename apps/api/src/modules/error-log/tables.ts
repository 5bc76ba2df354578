import type { FaultSource } from "@touchline/contract/error-log";
import { bigint, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "../../kernel/columns.ts";

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
