import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * Columns of many rows as lists, for a SELECT that so answers with one row: of thousands, making rows of them takes this process
 * and the database longer than finding them. All lists of a SELECT are in the same order.
 */
function list<Value>(column: SQLWrapper, read: (text: string) => Value): SQL<Value[]> {
  return sql<Value[]>`coalesce(array_agg(${column})::text, '{}')`.mapWith(parted(read));
}

/** A column that is an array in every row, of what has neither commas nor quotes. */
export const inParts = <Value>(column: SQLWrapper, read: (text: string) => Value) =>
  sql<Value[]>`${column}::text`.mapWith(parted(read));

/** As PostgreSQL writes an array. The driver's own reading of one goes through it letter by letter. */
const parted =
  <Value>(read: (text: string) => Value) =>
  (text: string): Value[] =>
    text === "{}"
      ? []
      : text
          .slice(1, -1)
          .split(",")
          .map((one) => (one === "NULL" ? null : read(one)) as Value);

/** Ids, days, and words of ours: whatever has neither commas nor quotes. */
export const words = <Value extends string | null = string>(column: SQLWrapper) =>
  list(column, (text) => text as Value);
export const numbers = <Value extends number | null = number>(column: SQLWrapper) =>
  list(column, (text) => Number(text) as Value);
export const flags = <Value extends boolean | null = boolean>(column: SQLWrapper) =>
  list(column, (text) => (text === "t") as Value);
/** As the query builder reads instants: what is less than a millisecond falls away. */
export const instants = <Value extends Date | null = Date>(column: SQLWrapper) =>
  list(sql`date_part('epoch', ${column})`, (text) => new Date(millis(Number(text))) as Value);
/** Whatever people wrote; never null. */
export const texts = (column: SQLWrapper) =>
  sql<string[]>`coalesce(json_agg(${column})::text, '[]')`.mapWith((text: string) => JSON.parse(text) as string[]);

/** Where a float holds microseconds, which is until 2255, what is less than a millisecond falls away; else there is no telling. */
const millis = (seconds: number) =>
  Math.abs(seconds) < 9e9 ? Math.floor(Math.round(seconds * 1e6) / 1000) : Math.round(seconds * 1000);

/**
 * A condition that a column has one of these values. A single one is no list: of a list PostgreSQL expects ten, finds a plan for
 * any of them dear, and plans anew each time.
 */
export const isOneOf = (column: SQLWrapper, values: readonly string[], type: "uuid" | "text" = "uuid"): SQL =>
  values.length === 1
    ? sql`${column} = ${values[0]}::${sql.raw(type)}`
    : sql`${column} = ANY(${sql.param([...values])}::${sql.raw(type)}[])`;

/** In a FROM list: rows that are given, by columns, each with its type. A single row is no list, for the same reason. */
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
