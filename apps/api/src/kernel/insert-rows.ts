import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { TenantDb } from "./tenancy.ts";

/** Rows of one statement: bounds what the database takes in at once. */
const atOnce = 2_000;

/**
 * Inserts any number of rows in statements of one text with one parameter each: a list of parameters for every value of
 * every row costs more than the rows themselves. Not for bytes, which JSON does not have.
 *
 * @param rows of the same columns each. @param onConflict an ON CONFLICT clause.
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
    const given = rows
      .slice(start, start + atOnce)
      .map((row) => Object.fromEntries(names.map(([key, name]) => [name, row[key as keyof typeof row]])));
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
