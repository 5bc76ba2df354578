import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@touchline/api/database/database";
import { afterAll, beforeAll } from "vitest";
import { openAdapters } from "../src/adapters.ts";
import { readHostConfig } from "../src/config.ts";
import { freePort } from "../src/port.ts";
import { type ServerDeps, startServer } from "../src/server.ts";
import { type Clone, cloneTemplate } from "./clone.ts";

type Server = Awaited<ReturnType<typeof openServer>>;

/** Starts the host's server on a database of its own, with the page that `web` builds. One for each test file. */
export function aServer(environment: Record<string, string>, web: ServerDeps["web"]): { readonly it: Server } {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await openServer(environment, web);
  });
  afterAll(() => server?.close());
  return {
    get it() {
      if (!server) throw new Error("the server is there only inside tests");
      return server;
    },
  };
}

/** Starts several servers of one product on one database, as processes behind a load balancer. One set for each test file. */
export function someServers(
  count: number,
): Pick<Server, "database" | "identityPool" | "adapters"> & { readonly urls: string[] } {
  let servers: Awaited<ReturnType<typeof openServer>>[] = [];
  let clone: Clone | undefined;
  beforeAll(async () => {
    clone = await cloneTemplate();
    for (let index = 0; index < count; index += 1) {
      const publicUrl = servers[0]?.publicUrl;
      const environment: Record<string, string> = publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl };
      servers.push(await serverOn(clone, environment, async () => {}));
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    servers = [];
    await clone?.drop();
  });
  const first = () => {
    if (!servers[0]) throw new Error("the servers are there only inside tests");
    return servers[0];
  };
  return {
    get urls() {
      return servers.map(({ url }) => url);
    },
    get database() {
      return first().database;
    },
    get identityPool() {
      return first().identityPool;
    },
    get adapters() {
      return first().adapters;
    },
  };
}
const secret = "a secret for tests that is long enough";

async function openServer(environment: Record<string, string>, web: ServerDeps["web"]) {
  const clone = await cloneTemplate();
  const server = await serverOn(clone, environment, web);
  const close = async () => {
    await server.close();
    await clone.drop();
  };
  return { ...server, close };
}

/** Starts the host's server on existing databases. `loseDatabase` and `close` end what it opened. */
export async function serverOn(
  clone: Pick<Clone, "appUrl" | "identityUrl">,
  environment: Record<string, string>,
  web: ServerDeps["web"],
) {
  const dataDir = await mkdtemp(join(tmpdir(), "touchline-server-"));
  const database = await openDatabase(clone.appUrl, { max: 5, log: () => {} });
  const identity = await openDatabase(clone.identityUrl, { max: 5, log: () => {} });
  const claims = await openDatabase(clone.appUrl, { max: 5, log: () => {} });
  const worker = await openDatabase(clone.appUrl, { max: 2, log: () => {} });
  const config = readHostConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    ...environment,
  });
  const adapters = openAdapters(config, secret);
  const server = await startServer(config, {
    database: {
      ...database,
      identityPool: identity.pool,
      claimsPool: claims.pool,
      workerPool: worker.pool,
    },
    adapters,
    secret,
    web,
  });
  const { url, close } = server;
  let open = true;
  /** Ends the connections to the database, as if it were gone. */
  const loseDatabase = async () => {
    if (open) await Promise.all([database.close(), identity.close(), claims.close(), worker.close()]);
    open = false;
  };
  return {
    url,
    publicUrl: config.publicUrl,
    adapters,
    dataDir,
    database,
    workerPool: worker.pool,
    identity: server.identity,
    identityPool: identity.pool,
    loseDatabase,
    close: async () => {
      await close();
      await loseDatabase();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
