import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Selects columns of many rows as lists, so that the result is one row: with thousands, building rows takes this process and
 * the database longer than finding them. All lists of a SELECT are in the same order.
 */
function list<Value>(column: SQLWrapper, read: (text: string) => Value): SQL<Value[]> {
  return sql<Value[]>`coalesce(array_agg(${column})::text, '{}')`.mapWith(parted(read));
}

/** Selects a column that is an array in every row, with elements that contain neither commas nor quotes. */
export const inParts = <Value>(column: SQLWrapper, read: (text: string) => Value) =>
  sql<Value[]>`${column}::text`.mapWith(parted(read));

/** Formats a PostgreSQL array. The driver's own parser reads arrays character by character. */
const parted =
  <Value>(read: (text: string) => Value) =>
  (text: string): Value[] =>
    text === "{}"
      ? []
      : text
          .slice(1, -1)
          .split(",")
          .map((one) => (one === "NULL" ? null : read(one)) as Value);

/** Selects ids, days, and codes: values that contain neither commas nor quotes. */
export const words = <Value extends string | null = string>(column: SQLWrapper) =>
  list(column, (text) => text as Value);
export const numbers = <Value extends number | null = number>(column: SQLWrapper) =>
  list(column, (text) => Number(text) as Value);
export const flags = <Value extends boolean | null = boolean>(column: SQLWrapper) =>
  list(column, (text) => (text === "t") as Value);
/** Selects instants as the query builder reads them: fractions of a millisecond are dropped. */
export const instants = <Value extends Date | null = Date>(column: SQLWrapper) =>
  list(sql`date_part('epoch', ${column})`, (text) => new Date(millis(Number(text))) as Value);
/** Selects typed text; never null. */
export const texts = (column: SQLWrapper) =>
  sql<string[]>`coalesce(json_agg(${column})::text, '[]')`.mapWith((text: string) => JSON.parse(text) as string[]);

/** Fractions of a millisecond are dropped reliably while a float can hold microseconds, which is until 2255. */
const millis = (seconds: number) =>
  Math.abs(seconds) < 9e9 ? Math.floor(Math.round(seconds * 1e6) / 1000) : Math.round(seconds * 1000);

/**
 * The condition that a column has one of these values. A single one isn't passed as a list: PostgreSQL expects ten values in a
 * list, considers a generic plan expensive, and plans anew each time.
 */
export const isOneOf = (column: SQLWrapper, values: readonly string[], type: "uuid" | "text" = "uuid"): SQL =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} = ANY(${sql.param([...values])}::${sql.raw(type)}[])`;

/** In a FROM list: given rows, by columns with their types. A single row isn't passed as a list, for the same reason. */
export function givenRows(...columns: readonly (readonly [values: readonly unknown[], type: string])[]): SQL {
  const each = (written: (values: readonly unknown[], type: string) => SQL) =>
    sql.join(
      columns.map(([values, type]) => written(values, type)),
      sql`, `,
    );
  return columns[0]?.[0].length === 1
    ? sql`(VALUES (${each(([value], type) => sql`${sql.param(value)}::${sql.raw(type)}`)}))`
    : sql`unnest(${each((values, type) => sql`${sql.param([...values])}::${sql.raw(type)}[]`)})`;
}
