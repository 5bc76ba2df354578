import { spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openDatabase } from "../apps/api/src/database/database.ts";
import { startEmbeddedPostgres } from "../apps/host/src/postgres/supervisor.ts";
import { ensureBrowser } from "../scripts/browser.ts";

/**
 * The database needn't survive a power failure, as nothing outlives the run. Statistics aren't collected during a test, so that
 * query plans don't depend on the moment.
 */
const settings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts the product as `npm start` does, in its own process, on a fresh database with the demo organization. Tests find it by
 * TOUCHLINE_URL, its database and secret by TOUCHLINE_DATABASE_URL and TOUCHLINE_SECRET, and its simulated providers by
 * TOUCHLINE_SIMULATOR_URL. If these are set already, that host is used, which is quicker while writing journeys.
 *
 * @returns a function that stops everything and removes its folder.
 */
export default async function setup(): Promise<() => Promise<void>> {
  ensureBrowser();
  if (process.env.TOUCHLINE_URL) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), "touchline-journeys-"));
  // The database's own account must be able to enter the folder.
  await chmod(folder, 0o755);
  const database = await startEmbeddedPostgres({ dataDir: join(folder, "database"), settings });
  const port = await freePort();
  const simulatorPort = await freePort();
  const url = `http://localhost:${port}`;
  const secret = "the journeys' own secret, long enough";
  const host = spawn(process.execPath, ["scripts/run.mjs", "apps/host/src/main.ts"], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: join(folder, "data"),
      DATABASE_URL: database.appUrl,
      IDENTITY_DATABASE_URL: database.identityUrl,
      DATABASE_ADMIN_URL: database.adminUrl,
      SESSION_SECRET: secret,
      DEMO: "on",
      SIMULATOR_PORT: String(simulatorPort),
    },
  });
  const exited = new Promise<void>((resolve) => host.once("exit", () => resolve()));
  async function stop() {
    host.kill("SIGTERM");
    await Promise.race([exited, wait(15_000)]);
    host.kill("SIGKILL");
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await ready(url, () => host.exitCode);
    await useNoRegistry(database.appUrl);
  } catch (cause) {
    await stop();
    throw cause;
  }
  process.env.TOUCHLINE_URL = url;
  process.env.TOUCHLINE_DATABASE_URL = database.appUrl;
  process.env.TOUCHLINE_IDENTITY_DATABASE_URL = database.identityUrl;
  process.env.TOUCHLINE_SECRET = secret;
  process.env.TOUCHLINE_SIMULATOR_URL = `http://127.0.0.1:${simulatorPort}`;
  return stop;
}

/** The demo's registry is searched every five minutes in every organization; a journey could find its search done already. */
async function useNoRegistry(databaseUrl: string) {
  const database = await openDatabase(databaseUrl, { max: 1, log: () => undefined });
  await database.pool.query("UPDATE registry SET current_version_id = NULL");
  await database.close();
}

async function ready(url: string, exitCode: () => number | null) {
  const until = Date.now() + 180_000;
  while (Date.now() < until && exitCode() === null) {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error("Touchline did not become ready for the journeys.");
}
