import { realpath } from "node:fs/promises";
import { readHostConfig } from "./config.ts";
import { adminRole, appRole, database, identityRole, superuser } from "./postgres/cluster.ts";
import { findPlace } from "./postgres/place.ts";
import { awaitReady, findPostmaster } from "./postgres/postmaster.ts";
import { startEmbeddedPostgres } from "./postgres/supervisor.ts";

/**
 * The database of a command line tool: `url` is its strongest role, `adminUrl` the one that owns the tables, `appUrl` the role that
 * serves and is held to row-level security, null where the settings name only the identity service's database. `stop` ends the
 * server again if it was started here.
 */
export type FoundServer = {
  url: string;
  adminUrl: string;
  appUrl: string | null;
  identityUrl: string | null;
  stop(): Promise<void>;
};

/** Finds the database that the settings name, or the embedded one, which is started when it does not run. */
export async function findServer(): Promise<FoundServer> {
  const config = readHostConfig(process.env);
  if (config.database) return { ...config.database, url: config.database.adminUrl, stop: async () => {} };
  const log = (line: string) => console.error(line);
  const dataDir = await realpath(config.dataDir).catch(() => {
    throw new Error(`There is no database in ${config.dataDir} yet. Run npm start to create one.`);
  });
  const place = await findPlace(dataDir, log);
  const addresses = (port: number | string) => {
    const { passwords } = place.record;
    const as = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
    return {
      url: as(superuser, passwords.superuser),
      adminUrl: as(adminRole, passwords.admin),
      appUrl: as(appRole, passwords.app),
      identityUrl: as(identityRole, passwords.identity),
    };
  };
  const running = await findPostmaster(place);
  const doors = running && (await awaitReady(place, running, log));
  if (doors) return { ...addresses(doors.port), stop: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir, log });
  return { ...addresses(new URL(server.adminUrl).port), stop: server.stop };
}
