import { createHash } from "node:crypto";
import { QueryPromise, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { QueryResult, QueryResultRow } from "pg";
import type { SharedDb, TenantDb } from "./tenancy.ts";

/** The most statements prepared by name. A connection keeps about 50 kB for each; others are planned at each call. */
const mostPrepared = 300;

/** Names by text: what is asked under one name may differ in its text by a filter or an order. */
const names = new Map<string, string>();
const dialect = new PgDialect();

/** Sent when it is awaited, like every query of the builder, so that statements leave in the order of their code. */
class PreparedStatement<Result> extends QueryPromise<Result> {
  readonly execute: () => Promise<Result>;
  constructor(execute: () => Promise<Result>) {
    super();
    this.execute = execute;
  }
}

/**
 * Asks a statement as a named prepared one: each connection parses it once, and PostgreSQL keeps its plan where it finds one
 * that is good for any values.
 *
 * @param name where the statement stands, `members.page`. Null where the best plan depends on the values, as on how long a
 * list of them is: then it is planned for them.
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

/** Asks a query of the builder as a named prepared statement. Its text is the same at every call under one name. */
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
