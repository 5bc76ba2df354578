import { type Placeholder, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { AskedLater } from "./asked-later.ts";
import { askingThrough, type OrganizationId, type TenantDb } from "./tenancy.ts";

/** A query of the builder before it runs. */
type Built<Result> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> } };

/** What stands in the query for what is given each time: whose it is, as `call` would, and the values, by their names. */
type Stand = {
  /** For `ours` and `onKey`. */
  readonly organizationId: OrganizationId;
  /** A value that is given at each call. */
  given(name: string): Placeholder;
};
const stand: Stand = {
  organizationId: sql.placeholder("organizationId") as unknown as OrganizationId,
  given: (name) => sql.placeholder(name),
};

/** The transaction for which a query is being sent: from the beginning to the end of one synchronous step. */
let asking: ReturnType<typeof askingThrough> | null = null;
const through = () => {
  if (!asking) throw new Error("A query that was built once was sent outside of its transaction.");
  return asking;
};
const builder = drizzle({ query: (config: never, values: never) => through().client.query(config, values) } as never, {
  logger: { logQuery: (text) => through().onStatement?.(text) },
}) as unknown as TenantDb;

/**
 * A query of the builder that is put together once for the life of the process, and not at each call, which took this process
 * longer than the database took to answer. For queries of one text, whatever is asked: arrays, not lists of parameters.
 *
 * @param build the query, with placeholders for what is given. @returns what asks it, in the transaction of a call: like every
 * query of the builder it is sent when it is awaited.
 */
export function builtOnce<Values extends Record<string, unknown>, Result>(
  build: (db: TenantDb, stand: Stand) => Built<Result>,
): (call: { db: TenantDb; organizationId: OrganizationId }, values: Values) => PromiseLike<Result> {
  let prepared: ReturnType<Built<Result>["prepare"]> | null = null;
  return ({ db, organizationId }, values) =>
    new AskedLater(() => {
      prepared ??= build(builder, stand).prepare("");
      asking = askingThrough(db);
      try {
        return prepared.execute({ organizationId, ...values });
      } finally {
        asking = null;
      }
    });
}
