import type pg from "pg";

/** From `begin` on, every transaction of the pool is rolled back instead of committed, but reports that it was committed. */
export function rehearsable(pool: pg.Pool) {
  let on = false;
  const connect = pool.connect.bind(pool) as (done?: unknown) => Promise<pg.PoolClient>;
  const seen = new WeakSet<pg.PoolClient>();
  pool.connect = (async (done?: unknown) => {
    // The pool's own method for single statements, outside a transaction.
    if (done) return connect(done);
    const client = await connect();
    if (seen.has(client)) return client;
    seen.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult>;
    client.query = ((...args: unknown[]) => {
      if (!on || args[0] !== "COMMIT") return query(...args);
      return query("ROLLBACK").then((result) => ({ ...result, command: "COMMIT" }));
    }) as never;
    return client;
  }) as never;
  return {
    begin: () => {
      on = true;
    },
    end: () => {
      on = false;
    },
  };
}
