import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type TransactionOptions = {
  /** A statement that is sent with BEGIN. */
  setting?: string;
  /** PostgreSQL refuses writes. The response does not wait for the COMMIT, which the next user of the connection waits for instead. */
  readOnly?: boolean;
  /** Called with every statement of `work`. */
  onStatement?: ((sql: string) => void) | undefined;
};

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Statements that are sent without
 * awaiting one another go out together, the first of them with BEGIN. After a failed one PostgreSQL refuses the rest, and all
 * of them reject with the first failure.
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  { setting, readOnly = false, onStatement }: TransactionOptions,
  work: (db: NodePgDatabase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let over = false;
  let first: pg.DatabaseError | undefined;
  const query = async (statement: pg.QueryConfig, values?: unknown[]) => {
    // Another tenant may be using the connection by now.
    if (over) throw new Error("A statement came after the last one of its transaction.");
    try {
      return await client.query(statement, values);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      first ??= error;
      throw error.code === "25P02" ? first : error;
    }
  };
  const logger = onStatement && { logQuery: onStatement };
  const db = drizzle({ query } as unknown as pg.PoolClient, logger ? { logger } : {});
  const begin = readOnly ? "BEGIN READ ONLY" : "BEGIN";
  const begun = client.query(setting === undefined ? begin : `${begin}; ${setting}`);
  begun.catch(() => undefined);
  let broken: unknown;
  try {
    const result = await work(db).finally(() => {
      over = true;
    });
    await begun;
    const committing = client.query("COMMIT");
    if (readOnly) {
      committing.catch(() => undefined);
      return result;
    }
    // A failure was caught inside: PostgreSQL rolls back, and this is the only sign.
    if ((await committing).command !== "COMMIT") {
      throw new Error("A statement had failed: nothing was written.", { cause: first });
    }
    return result;
  } catch (error) {
    if (first && outOfStep.has(first.code)) broken = first;
    await client.query("ROLLBACK").catch((failure: unknown) => {
      broken = failure;
    });
    // If it couldn't even begin, all other errors follow from that.
    await begun;
    throw error;
  } finally {
    client.release(broken as Error | undefined);
  }
}

/**
 * Errors when the driver wrongly expects a prepared statement to exist, or its rows to have the same columns: its connection is
 * closed.
 */
const outOfStep = new Set<string | undefined>(["26000", "0A000"]);
