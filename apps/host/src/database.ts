import { join } from "node:path";
import { type Database, openDatabase } from "@touchline/api/kernel/database";
import { migrate } from "@touchline/api/kernel/migrate";
import { migrateIdentity } from "@touchline/identity";
import type { HostConfig } from "./config.ts";
import { startEmbeddedPostgres } from "./postgres/supervisor.ts";

/** The database, migrated. `pool` is the application's role; `stop` ends the pool and then the server, if it is ours. */
export type HostDatabase = Database & {
  /**
   * The identity service's own connections: a renewal of a session holds one of the API's while it waits for the identity
   * service, which must never wait for one of those.
   */
  identityPool: Database["pool"];
  /** The worker's own, so that jobs and requests never wait for each other's. */
  workerPool: Database["pool"];
  adminUrl: string;
  appUrl: string;
  stop(): Promise<void>;
};

/** Starts or finds the database, brings it up to date and opens it. @throws Error with a sentence. */
export async function startDatabase(config: HostConfig, log: (line: string) => void): Promise<HostDatabase> {
  const server = config.database
    ? { ...config.database, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  try {
    await migrateAll(server.adminUrl, server.appUrl);
    const told = (error: Error) => log(`Database: ${error.message}`);
    const database = await openDatabase(server.appUrl, { queue: { longest: 100, patience: 300 }, log: told });
    const identity = await openDatabase(server.appUrl, { max: 10, log: told });
    const worker = await openDatabase(server.appUrl, { max: 12, log: told });
    const stop = async () => {
      await Promise.all([database.close(), identity.close(), worker.close()]);
      await server.stop();
    };
    return {
      ...database,
      identityPool: identity.pool,
      workerPool: worker.pool,
      adminUrl: server.adminUrl,
      appUrl: server.appUrl,
      stop,
    };
  } catch (cause) {
    await server.stop();
    throw cause;
  }
}

/** Brings the product's and the identity service's tables up to date, each by its own history. */
export async function migrateAll(adminUrl: string, appUrl: string): Promise<void> {
  const appRole = decodeURIComponent(new URL(appUrl).username);
  await migrate(adminUrl, appRole);
  await migrateIdentity(adminUrl, { appRole });
}

/** Where the files that people send lie. */
export const filesFolder = (dataDir: string) => join(dataDir, "files");
