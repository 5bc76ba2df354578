import { getTableColumns, getTableName, type SQL, sql } from "drizzle-orm";
import { customType, integer, type PgColumn, type PgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** A row as PostgreSQL formats it in JSON. */
export type Json = Readonly<Record<string, unknown>>;

/** The column types of every table, so that names and precision are the same everywhere. */

export const organizationId = () => uuid("organization_id").notNull();
/** An instant, read and written as a Date. */
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const bytes = customType<{ data: Buffer; driverData: Buffer | string }>({
  dataType: () => "bytea",
  // In JSON they are text in hexadecimal digits.
  fromDriver: (value) => (typeof value === "string" ? Buffer.from(value.slice(2), "hex") : value),
});
/** An array of days, each `YYYY-MM-DD` or null; the driver returns PostgreSQL's text of an array. */
export const daysColumn = customType<{ data: (string | null)[]; driverData: string }>({
  dataType: () => "date[]",
  fromDriver: (text) => (text === "{}" ? [] : text.slice(1, -1).split(",")).map((day) => (day === "NULL" ? null : day)),
});

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
/** The transaction that wrote a history row; set by the database and used by the sealing job. */
export const writtenXid = () => xid8("written_xid").notNull().default(sql`pg_current_xact_id()`);

/** The columns of every table of webhooks, for jobs/webhook-inbox.ts. */
export const webhookColumns = () => ({
  /** The provider's id of the webhook: a repeated one is stored once. */
  providerEventId: text("news_key").notNull(),
  /** The provider's ids of its subjects. */
  externalIds: text("external_ids").array().notNull(),
  happenedAt: instantColumn("happened_at").notNull(),
  receivedAt: instantColumn("received_at").notNull(),
  /** When it is processed next; null: it is settled. */
  nextTryAt: instantColumn("next_try_at"),
  tries: integer("tries").notNull().default(0),
  outcome: text("outcome").$type<"followed" | "other" | "unknown">(),
});

/**
 * Selects some columns of a table: `columns` for a SELECT from it, and `read` to convert the output of `to_json`
 * to the values of the query builder.
 */
export function partOf<Table extends PgTable, Key extends string & keyof Table["$inferSelect"]>(
  table: Table,
  keys: readonly Key[],
): { columns: SQL; read(json: Json): Pick<Table["$inferSelect"], Key> } {
  const all = getTableColumns(table) as Record<string, PgColumn>;
  const columns = keys.map((key) => ({ key, column: all[key] as PgColumn }));
  return {
    columns: sql.raw(columns.map(({ column }) => `${getTableName(table)}.${column.name}`).join(", ")),
    read(json) {
      const row: Record<string, unknown> = {};
      for (const { key, column } of columns) {
        const value = json[column.name];
        row[key] = value === null ? null : column.mapFromDriverValue(value);
      }
      return row as Pick<Table["$inferSelect"], Key>;
    },
  };
}

/** Selects the columns of whole rows. */
export const wholeOf = <Table extends PgTable>(table: Table) =>
  partOf(table, Object.keys(getTableColumns(table)) as (string & keyof Table["$inferSelect"])[]);
