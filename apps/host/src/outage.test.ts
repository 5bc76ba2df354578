import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@touchline/api/database/database";
import { openOutageLog, withoutOutages } from "@touchline/api/database/outage-log";
import { jobTable } from "@touchline/api/jobs/queue";
import { startWorker } from "@touchline/api/worker";
import { createAccounts } from "@touchline/identity";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { type Clone, cloneTemplate } from "../test/clone.ts";
import { serverOn } from "../test/running.ts";
import { aSmallDisk } from "../test/small-disk.ts";
import { watchStorage } from "./storage.ts";

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

const aFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), "touchline-outage-"));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** The way to a database through a socket of a folder, which can be taken away and put back. */
async function aSocketBefore(clone: Clone) {
  const folder = await aFolder();
  const path = join(folder, ".s.PGSQL.5432");
  const { host, port } = new pg.Client(clone.appUrl);
  const sockets = new Set<Socket>();
  const listen = async () => {
    const server = createServer((socket) => {
      const beyond = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      for (const one of [socket, beyond]) sockets.add(one.on("error", () => undefined));
      socket.pipe(beyond).pipe(socket);
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    return server;
  };
  let server = await listen();
  const remove = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  closing.push(remove);
  const through = (address: string) => {
    const url = new URL(address);
    url.port = "5432";
    url.search = `?host=${encodeURIComponent(folder)}`;
    return url.href;
  };
  return {
    addresses: { appUrl: through(clone.appUrl), identityUrl: through(clone.identityUrl) },
    remove,
    async putBack() {
      server = await listen();
    },
  };
}

async function aClone() {
  const clone = await cloneTemplate();
  closing.push(() => clone.drop());
  return clone;
}

type Paths = { paths: Record<string, Record<string, unknown>> };

test("while the database's socket is gone every call answers 503 with Retry-After, and everything continues once it is back", async () => {
  const socket = await aSocketBefore(await aClone());
  const server = await serverOn(socket.addresses, {}, async () => {});
  closing.push(server.close);
  const password = "correct horse battery";
  const email = `${randomUUID()}@example.org`;
  const { sub } = await createAccounts(server.identityPool).create({ email, password });
  await server.database.pool.query(
    "INSERT INTO profile_directory (profile_id, app_user_id, organization_id) VALUES ($1, $2, $3)",
    [randomUUID(), sub, randomUUID()],
  );
  const signIn = () =>
    fetch(`${server.url}/identity/connect/token`, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({
        client_id: "touchline-web",
        grant_type: "password",
        scope: "openid offline_access",
        username: email,
        password,
      }),
    });
  const before = await signIn();
  const { access_token: token } = (await before.json()) as { access_token?: string };
  const { paths } = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Paths;

  await socket.remove();
  const authorization = token ? { authorization: `Bearer ${token}` } : {};
  const wrong: string[] = [];
  const away: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of Object.keys(operations)) {
      const answer = await fetch(`${server.url}${path.replaceAll(/\{\w+\}/g, randomUUID())}`, {
        method: method.toUpperCase(),
        headers: { ...authorization, "content-type": "application/json" },
        ...(method === "get" ? {} : { body: "{}" }),
        redirect: "manual",
      });
      await answer.body?.cancel();
      if (answer.status < 500) continue;
      const comesBack = Number(answer.headers.get("retry-after")) > 0;
      (answer.status === 503 && comesBack ? away : wrong).push(`${method} ${path} ${answer.status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(away.length).toBeGreaterThan(20);
  const refused = await signIn();
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([503, true]);
  expect(await refused.json()).toMatchObject({ error: "temporarily_unavailable" });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect(await (await fetch(`${server.url}/healthz`)).json()).toMatchObject({ alive: true });

  await socket.putBack();
  expect((await signIn()).status).toBe(before.status);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test("an outage is logged once with what failed and once when it is over, however many calls fail", async () => {
  const socket = await aSocketBefore(await aClone());
  const lines: string[] = [];
  let outages: ReturnType<typeof openOutageLog> | null = null;
  let met = 0;
  const database = await openDatabase(socket.addresses.appUrl, {
    max: 10,
    log: (error) => void outages?.met("a connection", error),
  });
  closing.push(database.close);
  const outageLog = openOutageLog(database.ready, (line) => void lines.push(line), { every: 50 });
  outages = outageLog;
  const counted = {
    met(what: string, error: unknown) {
      met += 1;
      return outageLog.met(what, error);
    },
  };
  const server = await serverOn(socket.addresses, {}, async () => {});
  closing.push(server.close);
  const log = withoutOutages(
    { info: () => {}, error: (facts, message) => void lines.push(`${message} ${JSON.stringify(facts)}`) },
    counted,
  );
  const worker = await startWorker({
    pool: database.pool,
    adapters: server.adapters,
    identity: server.identity,
    log,
    schedules: [],
  });
  closing.push(() => worker.stop());
  expect(lines).toEqual([]);

  await socket.remove();
  await expect.poll(() => met).toBeGreaterThan(10);
  expect(lines).toEqual([expect.stringMatching(/^The database isn't available \(.+: .+\)\. Requests get 503/)]);

  await socket.putBack();
  await expect.poll(() => lines.length).toBe(2);
  expect(lines[1]).toMatch(/^The database is available again after \d+ s\.$/);
});

test("what the job queue fails with is logged with its code and place", async () => {
  const clone = await aClone();
  const database = await openDatabase(clone.appUrl, { max: 10, log: () => {} });
  closing.push(database.close);
  const server = await serverOn(clone, {}, async () => {});
  closing.push(server.close);
  const facts: object[] = [];
  const worker = await startWorker({
    pool: database.pool,
    adapters: server.adapters,
    identity: server.identity,
    log: {
      info: () => {},
      error: (reported, message) => void (message === "Job queue failed" && facts.push(reported)),
    },
    schedules: [],
  });
  closing.push(() => worker.stop());
  const owner = new pg.Client(clone.adminUrl);
  await owner.connect();
  const role = decodeURIComponent(new URL(clone.appUrl).username);
  await owner.query(`REVOKE SELECT, UPDATE ON ${jobTable} FROM "${role}"`);
  await expect.poll(() => facts.length).toBeGreaterThan(0);
  await owner.query(`GRANT SELECT, UPDATE ON ${jobTable} TO "${role}"`);
  await owner.end();
  expect(facts[0]).toMatchObject({ name: "error", code: "42501", place: expect.arrayContaining([expect.any(String)]) });
});

test("a disk with less than 10% free is reported once in the log and in /healthz, and once when there is enough space again", async (context) => {
  const folder = await aFolder();
  const unmount = aSmallDisk(folder);
  if (!unmount) return context.skip("only root can mount a small disk");
  const lines: string[] = [];
  const log = {
    error: (_: object, line: string) => void lines.push(line),
    warn: (_: object, line: string) => void lines.push(line),
  };
  try {
    const storage = await watchStorage([folder], { log });
    expect(storage.state()).toMatchObject({ status: "ok" });
    await writeFile(join(folder, "ballast"), Buffer.alloc(980_000));
    expect(await storage.look()).toMatchObject({ status: "low", freePercent: expect.any(Number) });
    await storage.look();
    await rm(join(folder, "ballast"));
    expect(await storage.look()).toMatchObject({ status: "ok" });
    storage.close();
  } finally {
    unmount();
  }
  expect(lines).toEqual(["Disk space low: less than 10% free, so free up space soon", "Disk space available again"]);
});

test("a write that failed for lack of space counts as a full disk for five minutes, also where the database lies elsewhere", async () => {
  const folder = await aFolder();
  const clock = { now: 0 };
  const storage = await watchStorage([folder], { log: { error: () => {}, warn: () => {} }, now: () => clock.now });
  const { status } = storage.state();
  storage.writeFailed();
  expect(storage.state().status).toBe("full");
  clock.now = 300_001;
  expect(storage.state().status).toBe(status);
  storage.close();
});
