import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Programs, program } from "./binaries.ts";
import { serverProcess } from "./cluster.ts";
import { writeDurably } from "./durable.ts";
import type { DatabaseLocation } from "./place.ts";
import { processMark, processStartedAt, waitForEnd } from "./processes.ts";

/** A live server process. `launch` says with which programs and settings it was started; null when nobody knows. */
export type Postmaster = { pid: number; mark: string; launch: string | null };

/** Replaying the log after a crash takes as long as it takes; this is where we stop believing in it. */
const readyWithin = 10 * 60_000;
const logLimit = 1_000_000;

const pidFile = (place: DatabaseLocation) => join(place.data, "postmaster.pid");
const ownFile = (place: DatabaseLocation) => join(place.home, "postmaster.json");
const logFile = (place: DatabaseLocation) => join(place.home, "postgres.log");
/** Systems keep room for 104 bytes of a socket's path (macOS) or 108, the last of them a zero. */
const longestSocket = 103;

/**
 * Where the server listens beside its port: in its own folder, which is closed to every other account. A statement's way
 * there and back takes a third to two thirds of that over the loopback network. Null where there is no such thing (Windows),
 * the path has no room, or the list of folders that PostgreSQL takes could not name it.
 */
function socketFolder(place: DatabaseLocation): string | null {
  const longest = Buffer.byteLength(join(place.data, ".s.PGSQL.65535"));
  return process.platform === "win32" || longest > longestSocket || /[",]/.test(place.data) ? null : place.data;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** PostgreSQL's own notes: pid, data folder, start (s since 1970), port, socket folder, address, memory key, status. */
async function readPidFile(place: DatabaseLocation) {
  const text = await readFile(pidFile(place), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  return {
    pid: Number(lines[0]),
    startedAt: Number(lines[2]) * 1000,
    port: Number(lines[3]),
    socket: lines[4]?.trim() || null,
    status: (lines[7] ?? "").trim(),
  };
}

/** The server that an earlier, killed run left behind, or null. Told from a stranger with its pid by its start time. */
export async function findPostmaster(place: DatabaseLocation): Promise<Postmaster | null> {
  const text = await readFile(ownFile(place), "utf8").catch(() => null);
  const own = text === null ? null : (JSON.parse(text) as Postmaster);
  if (own && (await processMark(own.pid)) === own.mark) return own;

  // Killed between starting the server and noting it: PostgreSQL's own note has the start by the clock, in seconds.
  const noted = await readPidFile(place);
  if (!noted) return null;
  const [mark, startedAt] = [await processMark(noted.pid), await processStartedAt(noted.pid)];
  const same = mark !== null && startedAt !== null && Math.abs(startedAt - noted.startedAt) < 5_000;
  return same ? { pid: noted.pid, mark, launch: null } : null;
}

/** Where a server takes connections: its port on 127.0.0.1, and the folder of its socket if it has one. */
export type Doors = { port: number; socket: string | null };

/** Waits until the server takes connections. Null when it ended or is shutting down. */
export async function awaitReady(
  place: DatabaseLocation,
  server: Postmaster,
  log: (line: string) => void,
): Promise<Doors | null> {
  const begin = performance.now();
  let nextWord = begin + 10_000;
  while ((await processMark(server.pid)) === server.mark) {
    const noted = await readPidFile(place);
    if (noted?.pid === server.pid && noted.status === "ready") return { port: noted.port, socket: noted.socket };
    if (noted?.pid === server.pid && noted.status === "stopping") return null;
    const now = performance.now();
    if (now > nextWord) {
      log("The database is still starting. After a crash, it replays its log first.");
      nextWord = now + 30_000;
    }
    if (now - begin > readyWithin) throw new Error(`The database didn't become ready. See its log: ${logFile(place)}`);
    await pause(25);
  }
  return null;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  listener.close();
  await once(listener, "close");
  if (address === null || typeof address === "string") throw new Error("There is no free port on 127.0.0.1.");
  return address.port;
}

/**
 * How much of its data the server keeps in memory, where there are so many bytes: an eighth, as the application and the
 * system's own cache share the rest. What it never reads takes none of it. With less, work on many people waits for changed
 * pages to be written to make room.
 */
export const bufferMegabytes = (memory: number): number =>
  Math.min(512, Math.max(128, Math.round(memory / 8 / 1024 / 1024)));

/**
 * Values for one machine that is shared with the application. fsync stays on. The log names no statements and no
 * values: they may be personal data.
 */
const defaults: Record<string, string> = {
  shared_buffers: `${bufferMegabytes(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY))}MB`,
  max_connections: "100",
  // Of the disks of today, and of memory, a page elsewhere costs about as much as the next one. By the default of another age
  // whole tables were read for some hundred people.
  random_page_cost: "1.1",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/** What tells two ways of launching apart: an orphan that was launched otherwise is replaced, not attached to. */
export const launchOf = (place: DatabaseLocation, programs: Programs, settings: Record<string, string>) =>
  JSON.stringify([programs.version, { ...defaults, ...settings }, socketFolder(place)]);

/**
 * Starts a server and waits until it is ready. Without `port` a free one of 127.0.0.1 is taken.
 * The server is in a session of its own, so that Ctrl-C in the terminal reaches us alone and we stop it in order.
 */
export async function launch(
  place: DatabaseLocation,
  programs: Programs,
  settings: Record<string, string>,
  log: (line: string) => void,
  port?: number,
): Promise<{ server: Postmaster; doors: Doors }> {
  const giveUp = performance.now() + 30_000;
  let socket = socketFolder(place);
  for (;;) {
    const wanted = { port: port ?? (await freePort()), socket };
    const server = await spawnServer(place, programs, settings, wanted);
    const doors = server ? await awaitReady(place, server, log) : null;
    if (server && doors !== null) return { server, doors };
    const logTail = await lastWords(place);
    // Some shared folders and network disks have no sockets.
    if (socket !== null && /could not create any Unix-domain sockets/.test(logTail)) {
      socket = null;
      continue;
    }
    // Another program has taken the port, or the processes of a killed server are just ending.
    const passing = /already in use|still in use|lock file .* already exists/.test(logTail);
    if (!passing || performance.now() > giveUp) {
      throw new Error(`The embedded PostgreSQL didn't start. The end of its log, ${logFile(place)}:\n${logTail}`);
    }
    await pause(200);
  }
}

async function spawnServer(
  place: DatabaseLocation,
  programs: Programs,
  settings: Record<string, string>,
  doors: Doors,
) {
  // Judged stale by findPostmaster; PostgreSQL itself judges by the pid alone and may refuse a reused one.
  await rm(pidFile(place), { force: true });
  await removeSockets(place);
  await turnLog(place);
  const network = {
    listen_addresses: "127.0.0.1",
    port: String(doors.port),
    unix_socket_directories: doors.socket ?? "",
  };
  const all = Object.entries({ ...defaults, ...settings, ...network });
  const args = ["-D", place.data, ...all.flatMap(([name, value]) => ["-c", `${name}=${value}`])];
  const output = await open(logFile(place), "a", 0o600);
  try {
    const child = spawn(program(programs, "postgres"), args, {
      ...serverProcess(place),
      detached: true,
      stdio: ["ignore", output.fd, output.fd],
    });
    await once(child, "spawn");
    child.unref();
    const pid = child.pid;
    const mark = pid === undefined ? null : await processMark(pid);
    if (pid === undefined || mark === null) return null;
    const server: Postmaster = { pid, mark, launch: launchOf(place, programs, settings) };
    await writeDurably(ownFile(place), JSON.stringify(server));
    return server;
  } finally {
    await output.close();
  }
}

/** Cleans up after a killed server. The lock file of its socket may name a process ID that another process has now. */
async function removeSockets(place: DatabaseLocation): Promise<void> {
  for (const name of await readdir(place.data)) {
    if (name.startsWith(".s.PGSQL.")) await rm(join(place.data, name), { force: true });
  }
}

async function turnLog(place: DatabaseLocation): Promise<void> {
  const size = await stat(logFile(place)).then(
    (found) => found.size,
    () => 0,
  );
  if (size > logLimit) await rename(logFile(place), `${logFile(place)}.old`);
}

async function lastWords(place: DatabaseLocation): Promise<string> {
  const text = await readFile(logFile(place), "utf8").catch(() => "");
  return text.trim().split("\n").slice(-5).join("\n");
}

async function signal(
  place: DatabaseLocation,
  programs: Programs,
  server: Postmaster,
  name: "INT" | "QUIT",
): Promise<void> {
  if ((await processMark(server.pid)) !== server.mark) return;
  // Windows has no signals; PostgreSQL brings its own in pg_ctl.
  if (process.platform === "win32") {
    const args = ["kill", name, String(server.pid)];
    await promisify(execFile)(program(programs, "pg_ctl"), args, { ...serverProcess(place), timeout: 10_000 });
  } else {
    try {
      process.kill(server.pid, `SIG${name}`);
    } catch (cause) {
      // The process may have ended by itself before the signal, which was the signal's purpose.
      if ((cause as NodeJS.ErrnoException).code !== "ESRCH") throw cause;
    }
  }
}

/** Stops in order: open transactions roll back, everything is written. After 60 s at once, which is a crash to replay. */
export async function stopPostmaster(place: DatabaseLocation, programs: Programs, server: Postmaster): Promise<void> {
  await signal(place, programs, server, "INT");
  if (!(await waitForEnd(server.pid, server.mark, 60_000))) {
    await signal(place, programs, server, "QUIT");
    if (!(await waitForEnd(server.pid, server.mark, 15_000))) {
      throw new Error(`The database (process ${server.pid}) didn't stop. See its log: ${logFile(place)}`);
    }
  }
  await rm(ownFile(place), { force: true });
}
