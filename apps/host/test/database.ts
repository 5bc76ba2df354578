import { randomBytes } from "node:crypto";
import { access, chmod, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../src/postgres/supervisor.ts";
import { prepareTemplate } from "./prepare-template.ts";

/**
 * What tests get by `inject("database")`: the addresses of a server, as the owning, the serving, and the identity service's
 * role, and the name of the migrated database on it that they clone. The addresses name another database of the same server.
 */
export type TestDatabase = { adminUrl: string; appUrl: string; identityUrl: string; template: string };

declare module "vitest" {
  interface ProvidedContext {
    database: TestDatabase;
  }
}

const prefix = "touchline-test-database-";

/**
 * The data doesn't outlive the run, so it needn't survive a power failure. Statistics aren't updated in the middle of a test,
 * so plans don't depend on the moment.
 */
const settings = { fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" };

/** The address of another database on the server. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** Runs statements one after the other on one connection. */
export async function execute(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000, query_timeout: 60_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * vitest's globalSetup: starts one server for the whole run, with one migrated template. TEST_DATABASE_ADMIN_URL,
 * TEST_DATABASE_URL, and TEST_IDENTITY_DATABASE_URL can name the server (its admin role needs CREATEDB). Otherwise it is an
 * embedded one in a temporary folder. The teardown removes everything.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const template = `touchline_template_${randomBytes(4).toString("hex")}`;
  const templateUrl = withDatabase(server.adminUrl, template);
  try {
    await execute(server.adminUrl, `create database ${template}`);
    const [appUrl, identityUrl] = [server.appUrl, server.identityUrl].map((url) => withDatabase(url, template));
    await prepareTemplate(templateUrl, appUrl as string, identityUrl as string);
    // A database with connections can't be cloned, so from here on no one may connect.
    await execute(server.adminUrl, `alter database ${template} with is_template true allow_connections false`);
  } catch (cause) {
    await server.stop();
    throw cause;
  }
  const { adminUrl, appUrl, identityUrl } = server;
  project.provide("database", { adminUrl, appUrl, identityUrl, template });
  return async () => {
    await execute(server.adminUrl, `alter database ${template} with is_template false`, `drop database ${template}`);
    await server.stop();
  };
}

async function findServer(): Promise<Pick<EmbeddedPostgres, "adminUrl" | "appUrl" | "identityUrl" | "stop">> {
  const {
    TEST_DATABASE_ADMIN_URL: adminUrl,
    TEST_DATABASE_URL: appUrl,
    TEST_IDENTITY_DATABASE_URL: identityUrl,
  } = process.env;
  if (adminUrl && appUrl && identityUrl) return { adminUrl, appUrl, identityUrl, stop: async () => {} };
  if (adminUrl || appUrl || identityUrl) {
    throw new Error("Set TEST_DATABASE_ADMIN_URL, TEST_DATABASE_URL and TEST_IDENTITY_DATABASE_URL, or none of them.");
  }

  const folder = await realpath(tmpdir());
  await removeAbandoned(folder);
  const dataDir = await mkdtemp(join(folder, prefix));
  // The server's own account needs access, so that nothing is written outside this folder when the tests run as root.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, settings });
  return {
    ...server,
    stop: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Takes over and stops the server of a run that was killed, unless that run is still alive. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const entry of (await readdir(folder)).filter((name) => name.startsWith(prefix))) {
    const dataDir = join(folder, entry);
    const begun = await access(join(dataDir, "postgres.json")).then(
      () => true,
      () => false,
    );
    const server = begun ? await startEmbeddedPostgres({ dataDir, settings }).catch(() => null) : null;
    if (!server) continue;
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
