import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { TenantDb } from "./tenancy.ts";

/** Rows of one statement: bounds what the database takes in at once. */
const atOnce = 2_000;

/**
 * Inserts any number of rows in statements of one text with one parameter each: a list of parameters for every value of
 * every row costs more than the rows themselves.
 *
 * @param rows of the same columns each, and none of bytes, which JSON does not have. @param onConflict an ON CONFLICT clause.
 * @throws Error when rows name different columns, one that the table does not have, or bytes.
 */
export async function insertRows<Table extends PgTable>(
  { db }: { db: TenantDb },
  table: Table,
  rows: readonly Table["$inferInsert"][],
  onConflict: SQL = sql``,
): Promise<void> {
  if (rows.length === 0) return;
  const names = columnsOf(table, Object.keys(rows[0] as object));
  const columns = sql.raw(names.map(([, name]) => `"${name}"`).join(", "));
  for (let start = 0; start < rows.length; start += atOnce) {
    const given = rows.slice(start, start + atOnce).map((row) => valuesOf(row, names));
    await db.execute(sql`
      INSERT INTO ${table} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ${JSON.stringify(given)}::json) ${onConflict}`);
  }
}

/** The columns that the rows name, as the database names them. */
function columnsOf(table: PgTable, keys: readonly string[]): [key: string, name: string][] {
  const columns = getTableColumns(table);
  return keys.map((key) => {
    const column = columns[key];
    if (!column) throw new Error(`${getTableConfig(table).name} has no column ${key}.`);
    return [key, column.name];
  });
}

function valuesOf(row: object, names: readonly [key: string, name: string][]): Record<string, unknown> {
  const given = row as Record<string, unknown>;
  if (Object.keys(given).length !== names.length)
    throw new Error("Rows that are inserted together name the same columns.");
  return Object.fromEntries(
    names.map(([key, name]) => {
      const value = given[key];
      if (value === undefined || value instanceof Uint8Array) throw new Error(`${key} cannot be inserted in this way.`);
      return [name, value];
    }),
  );
}
