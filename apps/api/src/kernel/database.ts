import pg from "pg";

export type Database = { pool: pg.Pool; close(): Promise<void> };

/**
 * The application's pool. Refuses to start as a role that could pass the second wall: a superuser, one with BYPASSRLS,
 * or the owner of any table.
 */
export async function openDatabase(
  url: string,
  options: { max?: number; log: (error: Error) => void },
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    // Statements that do not need each other's answers travel together: `Promise.all` is one round trip.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
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
      `DATABASE_URL signs in as "${self?.role}", which could pass row-level security. ` +
        "Use a role that is no superuser, has no BYPASSRLS and owns no table; migrations run as DATABASE_ADMIN_URL.",
    );
  }
  return { pool, close: () => pool.end() };
}
