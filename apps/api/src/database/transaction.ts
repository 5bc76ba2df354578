import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type TransactionOptions = {
  /** A statement that goes with BEGIN. */
  setting?: string;
  /** PostgreSQL refuses writes. The response does not wait for the COMMIT, which the next user of the connection waits for instead. */
  readOnly?: boolean;
  /** Sees every statement of `work`. */
  onStatement?: ((sql: string) => void) | undefined;
};

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. Statements that are sent without
 * awaiting one another travel together, the first of them with BEGIN. After one that fails PostgreSQL refuses the rest, and
 * every one of them is told what failed first.
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
    // The connection may be another tenant's by now.
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
    // A failure that was swallowed within: PostgreSQL rolls back, and says so in this way alone.
    if ((await committing).command !== "COMMIT") {
      throw new Error("A statement had failed: nothing was written.", { cause: first });
    }
    return result;
  } catch (error) {
    if (first && outOfStep.has(first.code)) broken = first;
    await client.query("ROLLBACK").catch((failure: unknown) => {
      broken = failure;
    });
    // Where it could not even begin, whatever else went wrong followed from that.
    await begun;
    throw error;
  } finally {
    client.release(broken as Error | undefined);
  }
}

/** The driver takes a prepared statement for one that is there, or for one whose rows look as they did: its connection goes. */
const outOfStep = new Set<string | undefined>(["26000", "0A000"]);
