import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/** The column types of every table, so that names and precision are the same everywhere. */

export const organizationId = () => uuid("organization_id").notNull();
/** An instant, read and written as a Date. */
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
