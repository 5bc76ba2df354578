import pg from "pg";
import { Refusal } from "../errors.ts";
import { sessionSettings } from "./direct-connection.ts";

export type Database = {
  pool: pg.Pool;
  /** Whether the database responds; checked on a connection of its own, so that it never waits behind requests. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
};

/** A request is refused when `longest` are waiting already, or the first of them has waited `maxWaitMs` milliseconds. */
export type Queue = { longest: number; maxWaitMs: number };

/**
 * Opens the application's pool. Refuses to start as a role that could bypass row-level security: a superuser, one with
 * BYPASSRLS, or the owner of any table.
 */
export async function openDatabase(
  url: string,
  options: {
    max?: number;
    /** The limits of waiting for a connection. Unlimited unless given. */
    queue?: Queue;
    /** The name of the setting with the address. */
    setting?: string;
    log: (error: Error) => void;
  },
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    // Independent statements are sent together: `Promise.all` takes one round trip.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...sessionSettings,
  });
  // Without a listener, a restart of the database would end the process.
  pool.on("error", options.log);
  pool.on("connect", (client) => client.on("error", options.log));
  const { rows } = await pool.query<{ role: string; strong: boolean; owns: boolean }>(`
    SELECT current_user AS role, rolsuper OR rolbypassrls AS strong,
           EXISTS (SELECT 1 FROM pg_class WHERE relowner = pg_roles.oid AND relkind IN ('r', 'p')) AS owns
    FROM pg_roles WHERE rolname = current_user`);
  const [self] = rows;
  if (!self || self.strong || self.owns) {
    await pool.end();
    throw new Error(
      `${options.setting ?? "DATABASE_URL"} logs in as "${self?.role}", which can bypass row-level security. ` +
        "Use a role that isn't a superuser, doesn't have BYPASSRLS, and owns no tables. Migrations run as DATABASE_ADMIN_URL.",
    );
  }
  if (options.queue !== undefined) boundQueue(pool, options.queue);
  const probe = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  probe.on("error", options.log);
  let asking: Promise<boolean> | null = null;
  return {
    pool,
    ready() {
      asking ??= probe
        .query("SELECT 1")
        .then(
          () => true,
          () => false,
        )
        .finally(() => {
          asking = null;
        });
      return asking;
    },
    close: async () => void (await Promise.all([pool.end(), probe.end()])),
  };
}

/** Refuses at once if too many are waiting: work whose caller has given up would delay everything else. */
function boundQueue(pool: pg.Pool, { longest, maxWaitMs }: Queue): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  /**
   * When the waiting ones began to wait, in order. The first may wait no longer for a free connection, only for a new one to
   * open.
   */
  const waiting = new Set<{ since: number }>();
  const enter = async () => {
    const [first] = pool.waitingCount > 0 ? [...waiting].slice(-pool.waitingCount) : [];
    const now = performance.now();
    const late = first !== undefined && now - first.since > maxWaitMs;
    if (late || pool.waitingCount >= longest) {
      throw new Refusal("unavailable", "Touchline is busy. Try again in a moment.", { retryAfter: 2 });
    }
    const ahead = pool.waitingCount;
    const connecting = connect();
    // A connection that is being opened isn't counted as waiting.
    if (pool.waitingCount === ahead) return connecting;
    const place = { since: now };
    waiting.add(place);
    return connecting.finally(() => waiting.delete(place));
  };
  // Every use of a connection goes through here, also that of `query`.
  pool.connect = ((callback?: (error: Error | undefined, client?: pg.PoolClient, release?: unknown) => void) => {
    const entered = enter();
    if (!callback) return entered;
    // Called outside the promise: an error of the callback is its own.
    return void entered.then(
      (client) => process.nextTick(callback, undefined, client, client.release),
      (error: Error) => process.nextTick(callback, error),
    );
  }) as typeof pool.connect;
}
