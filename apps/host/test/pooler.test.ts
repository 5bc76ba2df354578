import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertDirectConnection } from "@touchline/api/database/direct-connection";
import { migrate } from "@touchline/api/database/migrate";
import { migrateIdentity } from "@touchline/identity";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roleOf } from "../src/database.ts";
import { freePort } from "../src/port.ts";
import { type Clone, cloneTemplate } from "./clone.ts";
import { query } from "./embedded.ts";

let clone: Clone;
beforeAll(async () => {
  clone = await cloneTemplate();
});
const ending: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ending.reverse()) await end();
  await clone.drop();
});

const advisoryLocks = `SELECT FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const program = "/usr/sbin/pgbouncer";

/** Starts Debian's pgbouncer in front of the test's database. */
async function aPooler(settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), "touchline-pooler-"));
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new URL(clone.appUrl);
  const password = decodeURIComponent(server.password);
  const all = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: password === "" ? "trust" : "scram-sha-256",
    auth_file: join(folder, "users"),
    max_client_conn: "50",
    default_pool_size: "5",
    ...settings,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  await writeFile(join(folder, "users"), `"${roleOf(clone.appUrl)}" "${password}"\n`);
  await writeFile(
    join(folder, "ini"),
    `[databases]\n* = host=${server.hostname} port=${server.port}\n[pgbouncer]\n${lines.join("\n")}\n`,
  );
  const asNobody = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child: ChildProcess = spawn(program, [...asNobody, join(folder, "ini")], { stdio: "ignore" });
  ending.push(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  });
  const url = new URL(clone.appUrl);
  url.search = "";
  url.hostname = "127.0.0.1";
  url.port = String(port);
  await expect.poll(() => query(url.href, "SELECT 1 AS one").catch(() => null)).toEqual([{ one: 1 }]);
  return url.href;
}

const limits = "statement_timeout,idle_in_transaction_session_timeout";

describe.skipIf(!existsSync(program))("pgbouncer", () => {
  test("that refuses our settings is refused in one sentence", async () => {
    const url = await aPooler({ pool_mode: "session" });
    await expect(assertDirectConnection(url, "DATABASE_URL")).rejects.toThrow(
      /^DATABASE_URL goes through a connection pooler \(such as PgBouncer\) that refuses our timeouts: use/,
    );
  });

  test("in transaction mode is refused in one sentence, before anything is locked", async () => {
    const url = await aPooler({ pool_mode: "transaction", ignore_startup_parameters: limits });
    await expect(assertDirectConnection(url, "DATABASE_URL")).rejects.toThrow(
      /^DATABASE_URL goes through a connection pooler in transaction mode/,
    );
    expect(await query(clone.adminUrl, advisoryLocks)).toEqual([]);
  });

  test("in session mode is refused where it drops our settings, and taken where the role has them", async () => {
    const url = await aPooler({ pool_mode: "session", ignore_startup_parameters: limits });
    await expect(assertDirectConnection(url, "DATABASE_URL")).rejects.toThrow(/drops our timeouts/);
    const database = new URL(clone.appUrl).pathname.slice(1);
    const role = roleOf(clone.appUrl);
    for (const name of limits.split(",")) {
      await query(clone.appUrl, `ALTER ROLE "${role}" IN DATABASE "${database}" SET ${name} = '30s'`);
    }
    const another = await aPooler({ pool_mode: "session", ignore_startup_parameters: limits });
    await expect(assertDirectConnection(another, "DATABASE_URL")).resolves.toBeUndefined();
  });
});

test("PostgreSQL itself is taken", async () => {
  await expect(assertDirectConnection(clone.appUrl, "DATABASE_URL")).resolves.toBeUndefined();
});

test.each([
  ["the product's", 7_231_004_117, (say: (line: string) => void) => migrate(clone.adminUrl, roleOf(clone.appUrl), say)],
  [
    "the identity service's",
    7_361_204_518,
    (say: (line: string) => void) => migrateIdentity(clone.adminUrl, { appRole: roleOf(clone.identityUrl), say }),
  ],
] as const)(
  "a start that waits for another to migrate %s tables says so, and goes on after it",
  async (_, key, begin) => {
    const other = new pg.Client(clone.adminUrl);
    await other.connect();
    await other.query("BEGIN");
    await other.query("SELECT pg_advisory_xact_lock($1)", [key]);
    const lines: string[] = [];
    const migrating = begin((line) => void lines.push(line));
    await expect.poll(() => lines).toEqual([expect.stringMatching(/Waiting until it's done/)]);
    await other.query("ROLLBACK");
    await migrating;
    await other.end();
    expect(await query(clone.adminUrl, advisoryLocks)).toEqual([]);
  },
);

test("a start whose migration fails leaves no lock behind", async () => {
  await query(clone.adminUrl, "UPDATE migration SET checksum = 'other' WHERE name = '0001_core.sql'");
  await expect(migrate(clone.adminUrl, roleOf(clone.appUrl))).rejects.toThrow(/was changed after/);
  expect(await query(clone.adminUrl, advisoryLocks)).toEqual([]);
});
