import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { alias, PgDialect } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { level } from "../modules/hierarchy/tables.ts";
import { attempt } from "../modules/standing/tables.ts";
import { writtenOut } from "./raw-statements.ts";

const above = alias(level, "above");
const id = "00000002-0000-7000-8000-000000000000";
const few = drizzle.mock().select({ id: level.levelId }).from(level).where(eq(level.pre, 3)).orderBy(asc(level.name));

const statements: Record<string, SQL> = {
  "text alone": sql`SELECT 1`,
  nothing: sql.empty(),
  "values of every kind": sql`${1} ${"two"} ${null} ${true} ${undefined} ${new Date(0)} ${Buffer.from("x")}`,
  "columns and tables": sql`SELECT ${level.levelId}, ${above.levelId} FROM ${level}, ${above} AS more`,
  "values that a column writes": sql`${and(eq(attempt.submittedAt, new Date(0)), inArray(level.name, ["a", "b"]))}`,
  "a list and an array": sql`IN ${["a", "b"]} = ANY(${sql.param(["c", "d"])}::text[])`,
  "raw text, names and joined parts": sql`${sql.raw("LIMIT 5")} ${sql.identifier('a "name"')} ${sql.join([sql`${1}`, sql`${2}`], sql`, `)}`,
  "written into the text": sql`${"kept"} ${sql`${"it's"} ${5}`.inlineParams()} ${"kept too"}`,
  "a query of the builder, between values": sql`${"before"} WHERE id IN (${few}) AND x IN ${few} AND ${"after"} = ${id}`,
  "an alias": sql`SELECT ${sql`count(*)`.as("many")}, ${sql`${7}`}`,
};

test.each(Object.entries(statements))("%s: as the builder writes it out", (_, statement) => {
  // Twice, as names are kept.
  for (let turn = 0; turn < 2; turn += 1) {
    const { sql: text, params: values } = new PgDialect().sqlToQuery(statement);
    expect(writtenOut(statement)).toEqual({ text, values });
  }
});
