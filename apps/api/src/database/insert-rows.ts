import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import { prepared } from "./prepared-statement.ts";
import type { SharedDb, TenantDb } from "./tenancy.ts";

/** The most rows in one statement, which bounds what the database receives at once. */
const atOnce = 2_000;

/**
 * Inserts any number of rows in statements with a fixed text and one list for each column: a parameter for every value of every
 * row costs more than the rows themselves, and so did rows as JSON, which the database read twice.
 *
 * @param rows with the same columns each.
 * @param onConflict an ON CONFLICT clause.
 * @param also a further statement on the inserted rows, as a table of that name.
 * @throws Error when rows have different columns, one that the table doesn't have, or bytes for another type.
 */
export async function insertRows<Table extends PgTable>(
  { db }: { db: TenantDb | SharedDb },
  table: Table,
  rows: readonly Table["$inferInsert"][],
  onConflict: SQL = sql``,
  also?: (written: SQL) => SQL,
): Promise<void> {
  if (rows.length === 0) return;
  const columns = columnsOf(table, Object.keys(rows[0] as object));
  const listed = (of: (column: Column) => string) => sql.raw(columns.map(of).join(", "));
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce) as Record<string, unknown>[];
    if (some.some((row) => Object.keys(row).length !== columns.length))
      throw new Error("Rows that are inserted together name the same columns.");
    const values = columns.map((column) => column.from(some.map((row) => known(row[column.key], column))));
    const insert = sql`
      INSERT INTO ${table} (${listed(({ name }) => name)})
      SELECT ${listed(({ value }) => value)}
      FROM ROWS FROM (${sql.join(values, sql`, `)}) AS given (${listed(({ name }) => name)}) ${onConflict}`;
    await prepared(
      db,
      `insert.${getTableConfig(table).name}`,
      also ? sql`WITH written AS (${insert} RETURNING *) ${also(sql`written`)}` : insert,
    );
  }
}

type Column = {
  key: string;
  name: string;
  bytes: boolean;
  /** Returns the values of some rows as set-returning functions. */
  from(values: readonly unknown[]): SQL;
  /** The expression for one of them. */
  value: string;
};

/** Returns the columns of the rows, by their names in the database. */
function columnsOf(table: PgTable, keys: readonly string[]): Column[] {
  const columns = getTableColumns(table);
  return keys.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`${getTableConfig(table).name} has no column ${key}.`);
    const type = column.getSQLType();
    const [name, unnest] = [`"${column.name}"`, sql.raw(type.endsWith("[]") ? "text" : type)];
    const named = { key, name, bytes: type === "bytea" };
    if (type === "jsonb") {
      const from = (values: readonly unknown[]) => sql`jsonb_array_elements(${JSON.stringify(values)}::jsonb)`;
      return { ...named, from, value: `nullif(given.${name}, 'null')` };
    }
    const from = (values: readonly unknown[]) => sql`unnest(${listOf(values)}::${unnest}[])`;
    // Arrays of different lengths can't be elements of one array.
    return { ...named, from, value: type.endsWith("[]") ? `given.${name}::${type}` : `given.${name}` };
  });
}

function known(value: unknown, { key, bytes }: Column): unknown {
  if (value === undefined || (value instanceof Uint8Array && !bytes)) {
    throw new Error(`${key} cannot be inserted in this way.`);
  }
  return value;
}

/** Formats values as a PostgreSQL array, with array columns as text elements. */
function listOf(values: readonly unknown[]): string {
  return `{${values.map((value) => (Array.isArray(value) ? quoted(listOf(value)) : element(value))).join(",")}}`;
}

function element(value: unknown): string {
  if (value === null) return "NULL";
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return quoted(`\\x${Buffer.from(value).toString("hex")}`);
  const text = String(value);
  return special.test(text) ? quoted(text) : text;
}

/** Elements that must be quoted in an array: also the word null, and the empty string. */
const special = /[^\w:.+-]|^(?:null)?$/i;
const quoted = (text: string) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
