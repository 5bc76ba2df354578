import { randomBytes } from "node:crypto";
import pg from "pg";

/** The options of every connection in a pool; the server ends a statement that takes longer. */
export const sessionSettings = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 };

const direct = "use the PostgreSQL server's own address (Touchline pools connections itself).";
/** Attempts to detect a shared server connection; others may take one in between, hence more than one. */
const looks = 5;

/**
 * Checks that an address leads to PostgreSQL itself, or through a pooler that gives each of our connections one of the server's
 * for as long as it is open and passes on our settings. With a connection shared between transactions, prepared statements,
 * locks and notifications would reach the wrong client.
 *
 * @param setting the name of the setting with the address.
 * @throws Error with one sentence.
 */
export async function assertDirectConnection(url: string, setting: string): Promise<void> {
  const one = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...sessionSettings });
  // Without a listener a lost connection would end the process.
  one.on("error", () => undefined);
  try {
    await one.connect().catch((error: Error) => {
      if (!/unsupported startup parameter/i.test(error.message)) throw error;
      throw new Error(
        `${setting} goes through a connection pooler (such as PgBouncer) that refuses our timeouts: ${direct}`,
      );
    });
    const { rows } = await one.query<{ pid: number; statement: string; idle: string }>(
      `SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') AS statement,
         current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    const [self] = rows;
    // A pooler returns its own process id, not the server's.
    if (self?.pid === (one as unknown as { processID: number }).processID) return;
    if (await isShared(url, one)) {
      throw new Error(
        `${setting} goes through a connection pooler in transaction mode (such as PgBouncer), which isn't supported: ${direct}`,
      );
    }
    if (self?.statement === "0" || self?.idle === "0") {
      throw new Error(
        `${setting} goes through a connection pooler that drops our timeouts: ${direct} Or set statement_timeout and idle_in_transaction_session_timeout for the role with ALTER ROLE.`,
      );
    }
  } finally {
    await one.end().catch(() => undefined);
  }
}

/** Tests whether the state of one connection is visible to another: then both share one of the server. */
async function isShared(url: string, one: pg.Client): Promise<boolean> {
  for (let look = 0; look < looks; look += 1) {
    const mark = randomBytes(8).toString("hex");
    await one.query("SELECT set_config('touchline.mark', $1, false)", [mark]);
    const other = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...sessionSettings });
    other.on("error", () => undefined);
    try {
      await other.connect();
      const { rows } = await other.query<{ mark: string | null }>(
        "SELECT current_setting('touchline.mark', true) AS mark",
      );
      if (rows[0]?.mark === mark) {
        await other.query("RESET touchline.mark");
        return true;
      }
    } finally {
      await other.end().catch(() => undefined);
    }
  }
  await one.query("RESET touchline.mark");
  return false;
}
