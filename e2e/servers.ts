import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Fastify from "fastify";
import pg from "pg";
import { localAdapters } from "../apps/api/src/adapters/local.ts";
import { openDatabase } from "../apps/api/src/database/database.ts";
import { openTenancy } from "../apps/api/src/database/tenancy.ts";
import { organizationMaker } from "../apps/api/test/organization.ts";
import { freePort } from "../apps/host/src/port.ts";
import { startEmbeddedPostgres } from "../apps/host/src/postgres/supervisor.ts";
import {
  buildIdentity,
  createAccounts,
  migrateIdentity,
  type OutsideFetch,
  type PartnerClient,
} from "../apps/identity/src/index.ts";
import { noOrganizations } from "../apps/identity/test/no-organizations.ts";
import { quicklyHashed } from "../apps/identity/test/quick-passwords.ts";

/** The entry points, by the names of their npm scripts. */
const entries = {
  start: "apps/host/src/main.ts",
  "start:identity": "apps/host/src/identity-alone.ts",
  "start:web": "apps/host/src/page-alone.ts",
};

/** Milliseconds after which a start counts as failed; a page may have to be built first. */
const longestStart = 240_000;
const settings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" };
const secret = "the apart journeys' own secret, long enough";

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

/**
 * Starts servers of a journey's own, on their own database server, for settings that the journeys' shared host doesn't have.
 * `close` ends all of them.
 */
export async function ownServers() {
  const folder = await mkdtemp(join(tmpdir(), "touchline-own-"));
  // The database's own account must be able to enter the folder.
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: join(folder, "database"), settings });
  const children: ChildProcess[] = [];
  const closing: (() => Promise<unknown>)[] = [];

  /** Starts one process as an npm script does, and waits until it is ready. */
  async function start(script: keyof typeof entries, environment: Record<string, string> & { PORT: string }) {
    const child = spawn(process.execPath, ["scripts/run.mjs", entries[script]], {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env.PATH,
        HOST: "127.0.0.1",
        DATA_DIR: join(folder, script.replace(":", "-")),
        DATABASE_URL: server.appUrl,
        IDENTITY_DATABASE_URL: server.identityUrl,
        DATABASE_ADMIN_URL: server.adminUrl,
        SESSION_SECRET: secret,
        DEMO: "off",
        ...environment,
      },
    });
    children.push(child);
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => said.push(text));
    const until = Date.now() + longestStart;
    while (!(await isReady(`http://localhost:${environment.PORT}`))) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`${script} did not start:\n${said.join("")}`);
      await wait(100);
    }
    return said;
  }

  /** Creates organizations in the database of these servers. @param url of their page. */
  async function organizations(url: string) {
    const database = await openDatabase(server.appUrl, { max: 3, log: () => undefined });
    const identity = await openDatabase(server.identityUrl, { max: 3, log: () => undefined });
    closing.push(
      () => database.close(),
      () => identity.close(),
    );
    const site = { url, supportEmail: "support@example.org" };
    return organizationMaker({
      tenancy: openTenancy(database.pool),
      accounts: createAccounts(identity.pool, quicklyHashed),
      adapters: localAdapters({ folder: "unused", secret, site }),
      now: () => new Date(),
    });
  }

  /** Starts a third party's identity service in this process, on its own database, which knows us as `client`. */
  async function partner(origin: string, client: PartnerClient) {
    const name = `partner_${portOf(origin)}`;
    const admin = new pg.Client({ connectionString: server.adminUrl });
    await admin.connect();
    await admin.query(`create database ${name}`);
    await admin.end();
    const [adminUrl, appUrl] = [server.adminUrl, server.identityUrl].map((address) => {
      const url = new URL(address);
      url.pathname = `/${name}`;
      return url.href;
    }) as [string, string];
    await migrateIdentity(adminUrl, { appRole: decodeURIComponent(new URL(appUrl).username) });
    const database = await openDatabase(appUrl, { max: 3, log: () => undefined });
    closing.push(() => database.close());
    const app = Fastify();
    const nobody = { role: [], tabs: [], currentProfileId: null, firstName: "Ada", lastName: "Byron", policies: {} };
    const identity = await buildIdentity({
      pool: database.pool,
      issuer: `${origin}/identity`,
      audience: `${origin}/api`,
      claims: { claimsFor: async () => nobody, linked: async () => {}, organizations: noOrganizations },
      fetchOutside: fetch as OutsideFetch,
      cookieKeys: ["the partner's own secret, long enough by far"],
      allowedReturnOrigins: [],
      partners: [client],
      log: app.log,
    });
    await app.register(identity, { prefix: "/identity" });
    await app.listen({ host: new URL(origin).hostname, port: Number(portOf(origin)) });
    closing.unshift(() => app.close());
    return createAccounts(database.pool);
  }

  async function close() {
    for (const end of closing.splice(0)) await end();
    for (const child of children.splice(0).reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await Promise.race([ended, wait(15_000)]);
      child.kill("SIGKILL");
    }
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }

  return { start, organizations, partner, close };
}

/** Addresses on this machine, each with its own origin. */
export async function origins<Name extends string>(...names: Name[]): Promise<Record<Name, string>> {
  const found = [];
  for (const name of names) found.push([name, `http://localhost:${await freePort()}`] as const);
  return Object.fromEntries(found) as Record<Name, string>;
}

export const portOf = (url: string) => new URL(url).port;
