import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, afterEach } from "vitest";
import type { SystemAccount } from "../src/postgres/account.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../src/postgres/supervisor.ts";

const hostProcess = join(import.meta.dirname, "host-process.ts");
const cleanups: (() => Promise<unknown>)[] = [];
let template: Promise<string> | null = null;

/**
 * Removes what these helpers created after each test of a file, the latest first, and the template after the last. Call it once
 * in each file that uses them, because the files of a worker share this module.
 */
export function removesWhatItMade(): void {
  afterEach(async () => {
    for (const clean of cleanups.splice(0).reverse()) await clean();
  });
  afterAll(async () => {
    const made = template;
    template = null;
    if (made) await rm(await made, { recursive: true, force: true });
  });
}

/** The folder of a DATA_DIR's server and data. Null before its first start. */
export async function homeFolder(dataDir: string): Promise<string | null> {
  const text = await readFile(join(dataDir, "postgres.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const { home } = JSON.parse(text) as { home: string };
  return isAbsolute(home) ? home : join(dataDir, home);
}

async function aFolder(mode: number): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "touchline-host-"));
  await chmod(folder, mode);
  return folder;
}

/** Creates a DATA_DIR of this mode in a folder of its own. After the test it is removed, with the database that it names. */
export async function aDataDir(mode: 0o755 | 0o700 = 0o755): Promise<string> {
  const folder = await aFolder(mode);
  cleanups.push(async () => {
    const home = await homeFolder(folder);
    if (home) await rm(home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Creates a DATA_DIR whose database was started and stopped before, copied from one that is made once per test file. */
export async function aUsedDataDir(): Promise<string> {
  template ??= makeTemplate();
  const folder = await aDataDir();
  // Node's own copying would make root the owner, and `cp -a` keeps the owner.
  await promisify(execFile)("cp", ["-a", `${await template}/.`, folder]);
  return folder;
}

async function makeTemplate(): Promise<string> {
  const folder = await aFolder(0o755);
  await (await startEmbeddedPostgres({ dataDir: folder })).stop();
  return folder;
}

/** Starts the database of a DATA_DIR in this process. It is stopped after the test. */
export async function start(dataDir: string, settings: Record<string, string> = {}) {
  const lines: string[] = [];
  const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, settings, log: (line) => lines.push(line) });
  cleanups.push(() => server.stop());
  return { ...server, lines };
}

/** Starts a host in a process of its own. @returns its output: addresses or an error. It is ended after the test. */
export async function startHost(dataDir: string, account: SystemAccount | null = null) {
  const child = spawn(process.execPath, [hostProcess, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
    uid: account?.uid,
    gid: account?.gid,
  });
  cleanups.push(() => end(child, "SIGTERM"));
  const [line] = await once(createInterface(child.stdout), "line");
  return { child, ...(JSON.parse(line) as { adminUrl?: string; refused?: string }) };
}

/** Ends a host and waits until it has ended. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, "exit");
}

/** Runs one statement on a connection of its own. @returns its rows. */
export async function query(url: string | undefined, statement: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the process ID of the running server, from its own lock file. */
export async function serverPid(dataDir: string): Promise<number> {
  const note = await readFile(join((await homeFolder(dataDir)) ?? "", "data", "postmaster.pid"), "utf8");
  return Number(note.split("\n")[0]);
}

/** Inserts rows one after the other until the server is gone. @returns the last one that was acknowledged. */
export async function writeUntilGone(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  for (let acknowledged = 0; ; acknowledged += 1) {
    try {
      await client.query("insert into rows (n) values ($1)", [acknowledged + 1]);
    } catch {
      await client.end().catch(() => {});
      return acknowledged;
    }
  }
}

/** Resolves once the table holds more rows than `count`. */
export async function moreRowsThan(url: string, count: number): Promise<void> {
  for (;;) {
    const [row] = await query(url, "select count(*)::int as n from rows");
    if (row.n > count) return;
  }
}
