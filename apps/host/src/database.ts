import { join } from "node:path";
import { type Database, openDatabase } from "@touchline/api/database/database";
import { assertDirectConnection } from "@touchline/api/database/direct-connection";
import { migrate } from "@touchline/api/database/migrate";
import { type OutageLog, openOutageLog } from "@touchline/api/database/outage-log";
import { holdsKeys, migrateIdentity } from "@touchline/identity";
import pg from "pg";
import type { HostConfig } from "./config.ts";
import { startEmbeddedPostgres } from "./postgres/supervisor.ts";

/** Stands in a database while a restore is under way. */
export const markerSchema = "touchline_restore";

/** The database, migrated. `pool` is the application's role; `stop` ends the pools and then the server, if it is ours. */
export type HostDatabase = Database & {
  /** Connections of the identity service's own role; null where it runs elsewhere. */
  identityPool: pg.Pool | null;
  /**
   * The application's role, for what the identity service asks the product: a renewal of a session holds one of the API's
   * connections while it waits for the identity service, which must never wait for one of those.
   */
  claimsPool: pg.Pool;
  /** The worker's own, so that jobs and requests never wait for each other's. */
  workerPool: pg.Pool;
  /** Tells of an outage once, and once when it is over. */
  outages: OutageLog;
  stop(): Promise<void>;
};

/** Starts or finds the database, brings it up to date and opens it. @throws Error with a sentence. */
export async function startDatabase(config: HostConfig, log: (line: string) => void): Promise<HostDatabase> {
  const server = config.database
    ? { ...config.database, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const open: Database[] = [];
  const stop = async () => {
    await Promise.all(open.map((one) => one.close()));
    await server.stop();
  };
  try {
    const { adminUrl, appUrl } = server;
    if (appUrl === null)
      throw new Error(
        "DATABASE_URL isn't set. Set it to the address of the database with the role that serves requests.",
      );
    // The demo's accounts are made together with its people.
    const identityUrl = config.identityUrl === null || config.demo ? server.identityUrl : null;
    await assertDirect(config, identityUrl);
    await assertRestored(adminUrl);
    await migrateAll({ adminUrl, appUrl, identityUrl }, log);
    let outages: OutageLog | null = null;
    const logError = (error: Error) => {
      if (outages?.met("a connection", error) !== true) log(`Database: ${error.message}`);
    };
    const opened = async (...[url, options]: Parameters<typeof openDatabase>) => {
      const database = await openDatabase(url, options);
      open.push(database);
      return database;
    };
    const database = await opened(appUrl, { queue: { longest: 100, maxWaitMs: 300 }, log: logError });
    outages = openOutageLog(database.ready, log);
    await assertApart(database.pool, identityUrl);
    const identity =
      identityUrl === null
        ? null
        : await opened(identityUrl, { setting: "IDENTITY_DATABASE_URL", max: 10, log: logError });
    const claims = await opened(appUrl, { max: 10, log: logError });
    const worker = await opened(appUrl, { max: 12, log: logError });
    return {
      ...database,
      identityPool: identity?.pool ?? null,
      claimsPool: claims.pool,
      workerPool: worker.pool,
      outages,
      stop: async () => {
        outages?.close();
        await stop();
      },
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/**
 * Brings the product's and the identity service's tables up to date, each by its own history.
 *
 * @param identityUrl null where the identity service runs elsewhere and migrates by itself.
 */
export async function migrateAll(
  { adminUrl, appUrl, identityUrl }: { adminUrl: string; appUrl: string; identityUrl: string | null },
  say: (line: string) => void = () => {},
): Promise<void> {
  await migrate(adminUrl, roleOf(appUrl), say);
  if (identityUrl !== null) await migrateIdentity(adminUrl, { appRole: roleOf(identityUrl), say });
}

/** Before anything is locked or written: none of the addresses may lead through a pooler that shares connections. */
export async function assertDirect({ database }: Pick<HostConfig, "database">, identityUrl: string | null) {
  if (database === null) return;
  await assertDirectConnection(database.adminUrl, "DATABASE_ADMIN_URL");
  if (database.appUrl !== null) await assertDirectConnection(database.appUrl, "DATABASE_URL");
  if (identityUrl !== null) await assertDirectConnection(identityUrl, "IDENTITY_DATABASE_URL");
}

/** The role that an address signs in as. */
export const roleOf = (url: string) => decodeURIComponent(new URL(url).username);

/** A restore that was cut off leaves tables without rows, which would pass for a new installation. @throws Error with a sentence. */
async function assertRestored(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: 15_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query("SELECT to_regnamespace($1) IS NOT NULL AS begun", [markerSchema]);
    if (rows[0].begun) throw new Error("A restore into this database didn't finish. Run npm run restore again.");
  } finally {
    await client.end();
  }
}

/** The API must not be able to read accounts or signing keys, whatever an administrator granted. @throws Error with a sentence. */
async function assertApart(pool: pg.Pool, identityUrl: string | null): Promise<void> {
  const { rows } = await pool.query<{ role: string; may: boolean | null }>(
    `SELECT current_user AS role, has_schema_privilege(oid, 'USAGE')
       OR EXISTS (SELECT FROM pg_roles AS other WHERE other.rolname = $1 AND pg_has_role(other.oid, 'MEMBER')) AS may
     FROM pg_namespace WHERE nspname = 'identity'`,
    [identityUrl === null ? "" : roleOf(identityUrl)],
  );
  const [found] = rows;
  if (found?.may !== true) return;
  throw new Error(
    `DATABASE_URL signs in as "${found.role}", which can read the identity service's tables. ` +
      `Run REVOKE ALL ON SCHEMA identity FROM "${found.role}", and remove it from the identity service's role.`,
  );
}

/** Whether the database holds what a secret has sealed already: another secret could not open it. */
export async function holdsSealed({
  pool,
  identityPool,
}: Pick<HostDatabase, "pool" | "identityPool">): Promise<boolean> {
  const { rows } = await pool.query("SELECT FROM profile_directory LIMIT 1");
  return rows.length > 0 || (identityPool !== null && (await holdsKeys(identityPool)));
}

/** Where the files that people send lie. */
export const filesFolder = (dataDir: string) => join(dataDir, "files");

/**
 * The folder for what this server remembers of the audit log, outside the database, so that access to the database isn't enough
 * to change it.
 */
export const auditFolder = (dataDir: string) => join(dataDir, "audit");
