import { sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** The column types of every table, so that names and precision are the same everywhere. */

export const organizationId = () => uuid("organization_id").notNull();
/** An instant, read and written as a Date. */
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** Days in a row, `YYYY-MM-DD` each or null; the driver gives them as PostgreSQL writes an array. */
export const daysColumn = customType<{ data: (string | null)[]; driverData: string }>({
  dataType: () => "date[]",
  fromDriver: (text) => (text === "{}" ? [] : text.slice(1, -1).split(",")).map((day) => (day === "NULL" ? null : day)),
});

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
/** The transaction that wrote a row of history; the database fills it in, and the job that seals goes by it. */
export const writtenXid = () => xid8("written_xid").notNull().default(sql`pg_current_xact_id()`);
