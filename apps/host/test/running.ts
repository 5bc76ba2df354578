import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@touchline/api/kernel/database";
import { afterAll, beforeAll } from "vitest";
import { openAdapters } from "../src/adapters.ts";
import { readHostConfig } from "../src/config.ts";
import { freePort } from "../src/port.ts";
import { type ServerDeps, startServer } from "../src/server.ts";
import { cloneTemplate } from "./clone.ts";

type Server = Awaited<ReturnType<typeof openServer>>;

/** The host's server on a database of its own, with the page that `web` gives. One for each test file. */
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

const secret = "a secret for tests that is long enough";

async function openServer(environment: Record<string, string>, web: ServerDeps["web"]) {
  const clone = await cloneTemplate();
  const dataDir = await mkdtemp(join(tmpdir(), "touchline-server-"));
  const database = await openDatabase(clone.appUrl, { max: 5, log: () => {} });
  const identity = await openDatabase(clone.appUrl, { max: 5, log: () => {} });
  const config = readHostConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    ...environment,
  });
  const adapters = openAdapters(config, secret);
  const { url, close } = await startServer(config, {
    database: { ...database, identityPool: identity.pool },
    adapters,
    secret,
    web,
  });
  let open = true;
  /** Ends the connections to the database, as when it is gone. */
  const loseDatabase = async () => {
    if (open) await Promise.all([database.close(), identity.close()]);
    open = false;
  };
  return {
    url,
    adapters,
    database,
    loseDatabase,
    close: async () => {
      await close();
      await loseDatabase();
      await clone.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
