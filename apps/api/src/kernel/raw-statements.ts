import { Column, DrizzleQueryError, Param, Placeholder, SQL, type SQLWrapper, StringChunk, Table } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import { AskedLater } from "./asked-later.ts";
import type { Statement } from "./tenancy.ts";

type Written = { text: string; values: unknown[] };
type Asking = { query(asked: Statement, values: unknown[]): Promise<pg.QueryResult> };

const dialect = new PgDialect();
const { casing } = dialect as unknown as Parameters<SQL["toQuery"]>[0];
const { escapeName, escapeParam, escapeString } = dialect;
/** Names of columns and tables as the builder writes them: they never change. */
const names = new WeakMap<object, string>();

/**
 * A statement that was written by hand, as the builder would write it out, in a tenth of the time: what statements are made of
 * almost always is known at once, and all else is left to the builder.
 */
export function writtenOut(statement: SQL): Written {
  const values: unknown[] = [];
  return {
    text: isInlined(statement) ? byBuilder(statement, values) : textOf(statement.queryChunks, values),
    values,
  };
}

function textOf(chunks: readonly unknown[], values: unknown[]): string {
  let text = "";
  for (const chunk of chunks) text += partOf(chunk, values);
  return text;
}

function partOf(chunk: unknown, values: unknown[]): string {
  if (chunk instanceof StringChunk) return chunk.value.length === 1 ? (chunk.value[0] as string) : chunk.value.join("");
  if (chunk === undefined) return "";
  if (chunk === null || (typeof chunk !== "object" && typeof chunk !== "function")) return given(chunk, values);
  if (chunk instanceof SQL) return isInlined(chunk) ? byBuilder(chunk, values) : textOf(chunk.queryChunks, values);
  if (chunk instanceof Param && !(chunk.value instanceof Placeholder)) {
    const value = chunk.value === null ? null : chunk.encoder.mapToDriverValue(chunk.value);
    return value instanceof SQL ? partOf(value, values) : given(value, values);
  }
  if (chunk instanceof Column || chunk instanceof Table) {
    const name = names.get(chunk) ?? byBuilder(chunk, values);
    names.set(chunk, name);
    return name;
  }
  return byBuilder(chunk, values);
}

const isInlined = (part: SQL) => (part as unknown as { shouldInlineParams: boolean }).shouldInlineParams;
const given = (value: unknown, values: unknown[]) => `$${values.push(value)}`;

function byBuilder(chunk: unknown, values: unknown[]): string {
  const paramStartIndex = { value: values.length };
  const { sql, params } = new SQL([chunk as never]).toQuery({
    casing,
    escapeName,
    escapeParam,
    escapeString,
    paramStartIndex,
  });
  values.push(...params);
  return sql;
}

const { builtins } = pg.types;
/** Read as they are written, as the builder reads them: times, and arrays of times and numbers. */
const plain = new Set<number>([
  builtins.TIMESTAMPTZ,
  builtins.TIMESTAMP,
  builtins.DATE,
  builtins.INTERVAL,
  1231,
  1115,
  1185,
  1187,
  1182,
]);
const types = {
  getTypeParser: (type: number) => (plain.has(type) ? (text: string) => text : pg.types.getTypeParser(type)),
} as NonNullable<Statement["types"]>;

/** In place of the builder's own `execute`: like that, a statement is sent when it is awaited. */
export function executing(asking: Asking, onStatement: ((sql: string) => void) | undefined) {
  return (statement: SQLWrapper | string): PromiseLike<pg.QueryResult> => {
    const { text, values } =
      typeof statement === "string" ? { text: statement, values: [] } : writtenOut(statement.getSQL());
    return new AskedLater(async () => {
      onStatement?.(text);
      try {
        return await asking.query({ text, types }, values);
      } catch (error) {
        throw new DrizzleQueryError(text, values, error as Error);
      }
    });
  };
}
