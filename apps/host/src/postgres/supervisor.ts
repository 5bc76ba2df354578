import { access, mkdir, realpath } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";
import { installPrograms, type Programs, removeOtherPrograms } from "./binaries.ts";
import {
  adminRole,
  appRole,
  assertVersion,
  createCluster,
  database,
  identityRole,
  servingRole,
  superuser,
} from "./cluster.ts";
import { lockDataDir } from "./host-lock.ts";
import { type DatabaseLocation, findPlace } from "./place.ts";
import {
  awaitReady,
  type Doors,
  findPostmaster,
  launch,
  launchOf,
  type Postmaster,
  stopPostmaster,
} from "./postmaster.ts";
import { processMark } from "./processes.ts";
import { writeRecord } from "./record.ts";

/**
 * A running server. `adminUrl` is the role that owns the database `touchline` and migrates; `appUrl` the one that serves
 * requests and owns nothing, `identityUrl` the one of the identity service. All name the port on 127.0.0.1 and, as `host`, the folder of the socket that is taken
 * instead where there is one. `stop` may be called more than once.
 */
export type EmbeddedPostgres = { adminUrl: string; appUrl: string; identityUrl: string; stop(): Promise<void> };

type Options = { dataDir: string; log?: (line: string) => void; settings?: Record<string, string> };

/** How often a live server is looked at, and the first and longest wait between attempts to bring a dead one back. */
const lookEvery = 1_000;
const longestWait = 60_000;

/**
 * Starts the embedded PostgreSQL of a DATA_DIR, makes it at the first start, or attaches to the one that a killed run left
 * behind. While it runs, a server that dies is started again on the same port.
 *
 * @param options.dataDir made when missing.
 * @param options.settings server parameters over our defaults. Throws an Error whose message is a sentence for the person who
 * starts Touchline.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { log = () => {}, settings = {} } = options;
  await mkdir(options.dataDir, { recursive: true });
  const dataDir = await realpath(options.dataDir);
  const unlock = await lockDataDir(dataDir);
  try {
    const place = await findPlace(dataDir, log);
    const programs = await installPrograms(place.home);
    await prepareData(dataDir, place, programs, log);
    const running = await attachOrLaunch(place, programs, settings, log);
    try {
      await removeOtherPrograms(place.home, programs);
      await proveLogin(urlFor(place, "admin", running.doors));
      await ensureIdentityRole(place, running.doors);
    } catch (cause) {
      await stopPostmaster(place, programs, running.server);
      throw cause;
    }
    const watch = keepAlive(place, programs, settings, log, running);
    let stopped: Promise<void> | null = null;
    const stop = async () => {
      await stopPostmaster(place, programs, await watch.end());
      await unlock();
    };
    return {
      adminUrl: urlFor(place, "admin", running.doors),
      appUrl: urlFor(place, "app", running.doors),
      identityUrl: urlFor(place, "identity", running.doors),
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (cause) {
    await unlock();
    throw cause;
  }
}

async function prepareData(dataDir: string, place: DatabaseLocation, programs: Programs, log: (line: string) => void) {
  const exists = await access(place.data).then(
    () => true,
    () => false,
  );
  if (!exists) {
    log(`Creating the database in ${place.home}.`);
    await createCluster(place, programs);
  }
  await assertVersion(place, programs);
  if (!place.record.created) await writeRecord(dataDir, { ...place.record, created: true });
}

type Running = { server: Postmaster; doors: Doors };

async function attachOrLaunch(
  place: DatabaseLocation,
  programs: Programs,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<Running> {
  const orphan = await findPostmaster(place);
  if (orphan) {
    const asWanted = orphan.launch === launchOf(place, programs, settings);
    const doors = asWanted ? await awaitReady(place, orphan, log) : null;
    if (doors !== null) {
      log(`Using the database that an earlier run left running (process ${orphan.pid}).`);
      return { server: orphan, doors };
    }
    await stopPostmaster(place, programs, orphan);
  }
  return launch(place, programs, settings, log);
}

/** Looks at the server every second and starts a dead one again. `end` stops looking and names the last server. */
function keepAlive(
  place: DatabaseLocation,
  programs: Programs,
  settings: Record<string, string>,
  log: (line: string) => void,
  first: Running,
): { end(): Promise<Postmaster> } {
  const ending = new AbortController();
  let server = first.server;
  const look = async () => {
    let next = lookEvery;
    while (!ending.signal.aborted) {
      await wait(next, null, { signal: ending.signal, ref: false }).catch(() => null);
      if (ending.signal.aborted || (await processMark(server.pid)) === server.mark) continue;
      log(`The database (process ${server.pid}) stopped unexpectedly. Starting it again.`);
      try {
        server = (await launch(place, programs, settings, log, first.doors.port)).server;
        next = lookEvery;
      } catch (cause) {
        next = Math.min(next * 2, longestWait);
        log(`${cause instanceof Error ? cause.message : cause}\nTrying again in ${next / 1000} s.`);
      }
    }
    return server;
  };
  const looking = look();
  return {
    end: () => {
      ending.abort();
      return looking;
    },
  };
}

const roleNames = { superuser, admin: adminRole, app: appRole, identity: identityRole };

function urlFor(place: DatabaseLocation, role: keyof typeof roleNames, { port, socket }: Doors): string {
  const user = roleNames[role];
  const through = socket === null ? "" : `?host=${encodeURIComponent(socket)}`;
  return `postgres://${user}:${place.record.passwords[role]}@127.0.0.1:${port}/${database}${through}`;
}

/** A database from before the identity service had a role of its own gets it, with the password that the record has. */
async function ensureIdentityRole(place: DatabaseLocation, doors: Doors): Promise<void> {
  const known = await proveLogin(urlFor(place, "identity", doors)).then(
    () => true,
    () => false,
  );
  if (known) return;
  const client = new Client({ connectionString: urlFor(place, "superuser", doors), connectionTimeoutMillis: 15_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [identityRole]);
    const verb = rows.length > 0 ? "ALTER" : "CREATE";
    await client.query(
      `${verb} ROLE ${identityRole} ${servingRole} PASSWORD ${client.escapeLiteral(place.record.passwords.identity)}`,
    );
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${identityRole}`);
  } finally {
    await client.end();
  }
}

/** A server that answers but does not know our passwords belongs to another DATA_DIR or another backup. */
async function proveLogin(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000, query_timeout: 15_000 });
  // Without a listener an error of the connection would end the whole process.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select 1");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The embedded database is running but refuses the passwords in postgres.json: ${why}`, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}
