import { realpath } from "node:fs/promises";
import { readHostConfig } from "./config.ts";
import { database, superuser } from "./postgres/cluster.ts";
import { findPlace } from "./postgres/place.ts";
import { awaitReady, findPostmaster } from "./postgres/postmaster.ts";
import { startEmbeddedPostgres } from "./postgres/supervisor.ts";

/** The address of the database as its strongest role, and what ends the server again if we started it. */
export async function findServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const config = readHostConfig(process.env);
  if (config.database) return { url: config.database.adminUrl, stop: async () => {} };
  const log = (line: string) => console.error(line);
  const dataDir = await realpath(config.dataDir).catch(() => {
    throw new Error(`There is no database in ${config.dataDir} yet. "npm start" makes one.`);
  });
  const place = await findPlace(dataDir, log);
  const urlAt = (port: number | string) =>
    `postgres://${superuser}:${place.record.passwords.superuser}@127.0.0.1:${port}/${database}`;
  const running = await findPostmaster(place);
  const doors = running && (await awaitReady(place, running, log));
  if (doors) return { url: urlAt(doors.port), stop: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir, log });
  return { url: urlAt(new URL(server.adminUrl).port), stop: server.stop };
}
