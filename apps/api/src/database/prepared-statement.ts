import { createHash } from "node:crypto";
import { QueryPromise, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { SharedDb, TenantDb } from "./tenancy.ts";

/** The most statements prepared by name. A connection keeps about 50 kB for each; others are planned at each call. */
const mostPrepared = 300;

/** Statement names by text: one name can have several texts, which differ by filter or order. */
const names = new Map<string, string>();
const dialect = new PgDialect();

/** A statement that is sent when awaited, like every query of the builder, so that statements are sent in the order of the code. */
class PreparedStatement<Result> extends QueryPromise<Result> {
  readonly execute: () => Promise<Result>;
  constructor(execute: () => Promise<Result>) {
    super();
    this.execute = execute;
  }
}

/**
 * Runs a named prepared statement: each connection parses it once, and PostgreSQL keeps its plan if a generic one is good
 * enough.
 *
 * @param name the name of the statement, `members.page`. Null if the best plan depends on the values, such as on the length of
 * a list: then it is planned for them.
 */
export function prepared<Row extends QueryResultRow>(
  db: TenantDb | SharedDb,
  name: string | null,
  statement: SQL,
): QueryPromise<QueryResult<Row>> {
  const query = dialect.sqlToQuery(statement);
  const sending = db._.session.prepareQuery<{ execute: QueryResult<Row>; all: never; values: never }>(
    query,
    undefined,
    name === null ? undefined : nameOf(name, query.sql),
    false,
  );
  return new PreparedStatement(() => sending.execute());
}

/** Runs a query of the builder as a named prepared statement. One name always has the same text. */
export const preparedQuery = <Result>(
  name: string | null,
  query: { prepare(name: string): { execute(): Promise<Result> }; execute(): Promise<Result> },
): QueryPromise<Result> =>
  new PreparedStatement(() => (name === null ? query.execute() : query.prepare(name).execute()));

function nameOf(name: string, text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostPrepared) return known;
  const made = `${name}.${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
  names.set(text, made);
  return made;
}
