import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "@touchline/api/call";
import { openDatabase } from "@touchline/api/database/database";
import { openTenancy } from "@touchline/api/database/tenancy";
import { fillLevels, noticeLargeLevels } from "@touchline/api/modules/compliance/standing/actions/index-levels";
import { addMember } from "@touchline/api/modules/people/profiles/actions/memberships";
import { createProfile } from "@touchline/api/modules/people/profiles/actions/people";
import { openVault } from "@touchline/api/security/encryption";
import { createAccounts } from "@touchline/identity";
import { credentials } from "@touchline/simulator/credentials";
import pg from "pg";
import { openAdapters } from "../apps/host/src/adapters.ts";
import { migrateAll } from "../apps/host/src/database.ts";
import { appRole, superuser } from "../apps/host/src/postgres/cluster.ts";
import { readRecord } from "../apps/host/src/postgres/record.ts";
import { startEmbeddedPostgres } from "../apps/host/src/postgres/supervisor.ts";
import type { CeilingOrder, CeilingReady, Question } from "./ceiling.ts";
import { analyzed, idOf, organizationId, type Population, populate, type Shape } from "./population.ts";
import { treeOf } from "./tree.ts";

const secret = "a secret for the bench that is long enough";
const password = "a long enough passphrase";

/** The label (by number) that gives the role. A coach has none. */
const labelOf = { admin: 6, director: 7, manager: 8, coach: 0 };
export type BenchRole = keyof typeof labelOf;
export type BenchTokens = { token: string; refreshToken: string };

/** A person who can log in, with a role and a level (by number). */
export type BenchPerson = { email: string; profileId: string; plaId: string; role: BenchRole; level: number };

export type Stage = {
  population: Population;
  url: string;
  appUrl: string;
  identityUrl: string;
  adminUrl: string;
  /** The administrator at the root, a director of a state, and a manager of a club. */
  people: Record<"admin" | "director" | "manager", BenchPerson>;
  password: string;
  /** Creates a person who can log in. */
  join(role: BenchRole, level: number): Promise<BenchPerson>;
  /** Returns the tokens of a login. An access token lives five minutes. */
  signIn(email: string): Promise<BenchTokens>;
  /** Connections of the application's role within the tenant. */
  pool: pg.Pool;
  /** The address where the product expects Yardstik. Nothing answers until a simulator listens on this port. */
  providerPort: number;
  secret: string;
  /** Resident memory of the product's process, in bytes. */
  memory(): Promise<number>;
  /** Runs a verb as the system, in one transaction. */
  asSystem<Result>(work: (call: Call) => Promise<Result>): Promise<Result>;
  /** Starts the smallest possible server for these queries. */
  ceiling(questions: Question[]): Promise<CeilingReady & { stop(): Promise<void> }>;
  close(): Promise<void>;
};

/**
 * Starts a populated database with the product on it, each in processes of its own. If that fails, everything is removed again.
 */
export async function setStage(shape: Shape, log: (line: string) => void): Promise<Stage> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    return { ...(await prepare(shape, log, (end) => ends.push(end))), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function prepare(
  shape: Shape,
  log: (line: string) => void,
  atEnd: (end: () => Promise<unknown>) => void,
): Promise<Omit<Stage, "close">> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "touchline-bench-"));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, "data") });
  atEnd(() => server.stop());
  await migrateAll(server);
  await mayWriteUnchecked(folder, server.adminUrl, "GRANT");
  const population = await populate(server.appUrl, server.adminUrl, shape, openVault(secret).newWrappedKey());
  await mayWriteUnchecked(folder, server.adminUrl, "REVOKE");
  log(`${population.members} memberships written in ${population.seconds.toFixed(0)} s`);

  const database = await openDatabase(server.appUrl, { log: (error) => log(error.message) });
  atEnd(() => database.close());
  const tenancy = openTenancy(database.pool);
  const tenant = tenancy.found(organizationId);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const adapters = openAdapters(
    { dataDir: join(folder, "files"), publicUrl: url, supportEmail: "support@example.org", mail: null, clamd: null },
    secret,
  );
  const asSystem: Stage["asSystem"] = (work) =>
    tenancy.run(tenant, (db) =>
      work({ actor: { kind: "system", name: "bench" }, organizationId: tenant, db, now: new Date(), adapters }),
    );
  const began = performance.now();
  await asSystem(async (call) => {
    const { rows } = await call.db.execute<{ level_id: string }>(
      `SELECT level_id FROM level WHERE organization_id = '${organizationId}'`,
    );
    await noticeLargeLevels(
      call,
      rows.map((row) => row.level_id),
    );
  });
  while (await asSystem(fillLevels));
  log(`large levels indexed in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await analyzed(server.adminUrl);

  const identity = await openDatabase(server.identityUrl, { max: 2, log: (error) => log(error.message) });
  atEnd(() => identity.close());
  const accounts = createAccounts(identity.pool);
  let joined = 0;
  const joining: Stage["join"] = async (role, level) => {
    joined += 1;
    const email = `bench${joined}@bench.example`;
    const { sub } = await accounts.create({ email, password });
    return asSystem(async (call) => {
      const at = { appUserId: sub, activatedAt: new Date(), confirmedAt: new Date() };
      const person = { firstName: "Bench", lastName: role, email, dateOfBirth: null };
      const profileId = await createProfile(call, person, at);
      const place = { levelId: idOf("level", level), labelId: idOf("label", labelOf[role]), profileId };
      return { email, profileId, plaId: (await addMember(call, place)).profileLevelAccessId, role, level };
    });
  };
  const { root, state, club } = treeOf(shape);
  const people = {
    admin: await joining("admin", root.at()),
    director: await joining("director", state.at(0)),
    manager: await joining("manager", club.at(0)),
  };

  const pool = new pg.Pool({
    connectionString: server.appUrl,
    max: 8,
    options: `-c app.organization_id=${organizationId}`,
  });
  // It ends before its last connections have closed, and then the database stops.
  pool.on("error", () => undefined);
  atEnd(() => pool.end());
  const providerPort = await freePort();
  const host = await startHost({ port, url, folder, providerPort, ...server });
  atEnd(() => ended(host));
  const signIn: Stage["signIn"] = async (as) => {
    const answer = await fetch(`${url}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: "touchline-web",
        grant_type: "password",
        scope: "openid offline_access",
        username: as,
        password,
      }),
    });
    if (!answer.ok) throw new Error(`${as} was refused: ${answer.status} ${await answer.text()}`);
    const { access_token, refresh_token } = (await answer.json()) as { access_token: string; refresh_token: string };
    return { token: access_token, refreshToken: refresh_token };
  };
  return {
    population,
    url,
    appUrl: server.appUrl,
    identityUrl: server.identityUrl,
    adminUrl: server.adminUrl,
    people,
    password,
    join: joining,
    signIn,
    pool,
    ...{ providerPort, secret },
    memory: () => residentMemory(url),
    asSystem,
    ceiling: (questions) => startCeiling({ appUrl: server.appUrl, organizationId, publicUrl: url, questions }),
  };
}

/** Sets whether the application's role may write rows without foreign key checks, only while the data is created. */
async function mayWriteUnchecked(folder: string, adminUrl: string, may: "GRANT" | "REVOKE") {
  const record = await readRecord(join(folder, "data"));
  const url = new URL(adminUrl);
  url.username = superuser;
  url.password = record?.passwords.superuser ?? "";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`${may} SET ON PARAMETER session_replication_role ${may === "GRANT" ? "TO" : "FROM"} ${appRole}`);
  await client.end();
}

async function residentMemory(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
}

async function startHost(on: {
  port: number;
  url: string;
  folder: string;
  providerPort: number;
  appUrl: string;
  identityUrl: string;
  adminUrl: string;
}) {
  const host = spawn(process.execPath, ["scripts/run.mjs", "apps/host/src/headless.ts"], {
    cwd: resolve(import.meta.dirname, ".."),
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(on.port),
      PUBLIC_URL: on.url,
      DATA_DIR: join(on.folder, "host"),
      DATABASE_URL: on.appUrl,
      IDENTITY_DATABASE_URL: on.identityUrl,
      DATABASE_ADMIN_URL: on.adminUrl,
      SESSION_SECRET: secret,
      DEMO: "off",
      YARDSTIK_API_KEY: credentials.yardstik.apiKey,
      YARDSTIK_SIGNATURE_KEY: credentials.yardstik.signatureKey,
      YARDSTIK_URL: `http://127.0.0.1:${on.providerPort}/yardstik`,
    },
  });
  for (let tries = 0; ; tries += 1) {
    const ready = await fetch(`${on.url}/readyz`).catch(() => null);
    await ready?.body?.cancel();
    if (ready?.ok) return host;
    if (tries > 1200 || host.exitCode !== null) throw new Error("The host didn't start.");
    await wait(100);
  }
}

async function startCeiling(order: CeilingOrder) {
  const child = fork(join(import.meta.dirname, "ceiling.ts"), { execArgv: [] });
  child.send(order);
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The minimal server didn't start.")));
  ended.catch(() => undefined);
  const [ready] = (await Promise.race([once(child, "message"), ended])) as [CeilingReady];
  const stop = async () => {
    if (child.connected) child.disconnect();
    await ended.catch(() => undefined);
  };
  return { ...ready, stop };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
