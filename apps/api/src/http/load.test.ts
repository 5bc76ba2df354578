import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { listContent } from "@touchline/contract/library/content";
import { completeDocument, listRequirements } from "@touchline/contract/requirements/requirements";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { ask } from "../../test/http.ts";
import { aPdf, aWorld } from "../../test/world.ts";
import { identityOverHttp } from "../adapters/identity/http.ts";
import { hardenedServer, mountApi } from "../app.ts";
import { openDatabase, type Queue } from "../database/database.ts";
import type { CostlyRates } from "./rate-limit.ts";

const world = aWorld();
const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** Starts another server on the same database, with the connections and limits that a test needs. */
async function aServer({ max = 5, queue, rates }: { max?: number; queue?: Queue; rates?: CostlyRates }) {
  const { config, adapters, base, clock, clone } = world.it;
  const database = await openDatabase(clone.appUrl, { max, ...(queue ? { queue } : {}), log: () => undefined });
  const app = hardenedServer(config);
  const identity = identityOverHttp(() => `${base}/identity`, config.productKey);
  await mountApi(app, { config, database, adapters, identity, now: clock.now, ...(rates ? { rates } : {}) });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  closing.push(
    () => database.close().catch(() => undefined),
    () => app.close(),
  );
  return { url, database };
}

/** Proxies connections to a database: while it is closed, new ones wait. */
async function aDoorBefore(address: string) {
  const { host, port } = new pg.Client(address);
  let shut = false;
  const before: (() => void)[] = [];
  const sockets = new Set<Socket>();
  const door = createServer((socket) => {
    const enter = () => {
      const beyond = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      for (const one of [socket, beyond]) {
        sockets.add(one);
        one.on("error", () => undefined);
      }
      socket.pipe(beyond).pipe(socket);
    };
    if (shut) before.push(enter);
    else enter();
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  closing.push(async () => {
    for (const socket of sockets) socket.destroy();
    door.close();
  });
  const url = new URL(address);
  url.search = "";
  url.hostname = "127.0.0.1";
  url.port = String((door.address() as { port: number }).port);
  return {
    url: url.href,
    waiting: () => before.length,
    shut() {
      shut = true;
    },
    open() {
      shut = false;
      for (const enter of before.splice(0)) enter();
    },
  };
}

describe("a server without a free connection", () => {
  test("lets a few wait, tells the rest at once to retry, and continues when there is room", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const token = await world.it.signIn(admin.email);
    const { url, database } = await aServer({ max: 1, queue: { longest: 2, maxWaitMs: 60_000 } });
    const read = () => ask(url, token, listContent, { query: { organizationId: org.organizationId } });
    expect((await read()).status).toBe(200);
    const held = await database.pool.connect();
    const waiting = [read(), read()];
    await expect.poll(() => database.pool.waitingCount).toBe(2);
    const refused = await read();
    expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(refused.headers.get("retry-after")).toBe("2");
    expect(await database.ready()).toBe(true);
    held.release();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual([200, 200]);
    expect((await read()).status).toBe(200);
  });

  test("lets nobody join a line whose first has waited long, and lets those in it through", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const token = await world.it.signIn(admin.email);
    const { url, database } = await aServer({ max: 1, queue: { longest: 100, maxWaitMs: 40 } });
    const read = () => ask(url, token, listContent, { query: { organizationId: org.organizationId } });
    expect((await read()).status).toBe(200);
    const held = await database.pool.connect();
    const first = read();
    await expect.poll(() => database.pool.waitingCount).toBe(1);
    await wait(50);
    const refused = await read();
    expect(refused).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(refused.headers.get("retry-after")).toBe("2");
    held.release();
    expect((await first).status).toBe(200);
    expect((await read()).status).toBe(200);
  });

  test("refuses nobody while it opens more of them, however long the database takes for it", async () => {
    const door = await aDoorBefore(world.it.clone.appUrl);
    const queue = { longest: 100, maxWaitMs: 40 };
    const { pool, close } = await openDatabase(door.url, { max: 5, queue, log: () => undefined });
    closing.push(close);
    door.shut();
    // At the same moment, so that all of them see the one free connection.
    const together = [1, 2, 3].map((number) => pool.query("SELECT $1::int AS number", [number]));
    await together[0];
    await expect.poll(door.waiting).toBe(2);
    await wait(50);
    await pool.query("SELECT 1");
    door.open();
    expect((await Promise.all(together)).map(({ rows }) => rows[0].number)).toEqual([1, 2, 3]);
  });

  test("whose database is gone says so, and is not ready", async () => {
    const org = await world.it.anOrganization();
    const token = await world.it.signIn((await org.aMember("root", "Administrator")).email);
    const { url, database } = await aServer({});
    await database.pool.end();
    const answer = await ask(url, token, listContent, { query: { organizationId: org.organizationId } });
    expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
  });
});

describe("costly calls", () => {
  async function aCoach() {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const token = await world.it.signIn(coach.email);
    const send = (url: string) =>
      ask(url, token, completeDocument, {
        params: { id: requirements[0]?.requirementId as string },
        body: { profileLevelAccessId: coach.plaId },
        files: [aPdf()],
      });
    const read = (url: string) => ask(url, token, listRequirements, { params: { plaId: coach.plaId } });
    return { send, read };
  }

  test("are limited per account, and others are not; time makes room again", async () => {
    const rates = { account: { burst: 2, perSecond: 0.02 }, address: { burst: 100, perSecond: 1 } };
    const { url } = await aServer({ rates });
    const [one, two] = [await aCoach(), await aCoach()];
    const statuses = [];
    for (let round = 0; round < 3; round += 1) statuses.push(await one.send(url));
    expect(statuses.map((answer) => answer.status === 429)).toEqual([false, false, true]);
    const wait = Number(statuses[2]?.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(50);
    expect(statuses[2]?.body.code).toBe("tooMany");
    expect((await one.read(url)).status).toBe(200);
    expect((await two.send(url)).status).toBe(200);
    world.it.clock.shift += wait * 1000;
    expect((await one.send(url)).status).toBe(statuses[1]?.status);
  });

  test("are limited per address, over all accounts", async () => {
    const rates = { account: { burst: 100, perSecond: 1 }, address: { burst: 1, perSecond: 0.02 } };
    const { url } = await aServer({ rates });
    const [one, two] = [await aCoach(), await aCoach()];
    expect((await one.send(url)).status).toBe(200);
    expect((await two.send(url)).status).toBe(429);
  });
});

describe("a client that is too slow", () => {
  const timeoutMs = 600;
  async function aPatientServer() {
    const app = hardenedServer(world.it.config, { timeoutMs });
    app.post("/slow", async () => ({ read: true }));
    app.get("/quick", async () => ({ ok: true }));
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    closing.push(() => app.close());
    return { url, port: Number(new URL(url).port) };
  }

  /** Sends `first`, then one byte repeatedly; resolves once the server has closed. */
  const drip = (port: number, first: string, byte: string) =>
    new Promise<void>((resolve) => {
      const socket: Socket = connect(port, "127.0.0.1", () => socket.write(first));
      const dripping = setInterval(() => socket.write(byte), 50);
      socket.on("error", () => undefined).resume();
      socket.once("close", () => {
        clearInterval(dripping);
        resolve();
      });
    });

  test.each([
    ["sends nothing", "", ""],
    ["sends its headers a byte at a time", "GET /quick HTTP/1.1\r\nHost: x\r\nX-Slow: ", "a"],
    [
      "sends its body a byte at a time",
      "POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n",
      " ",
    ],
  ])("and %s is cut off; others are answered meanwhile", async (_name, first, byte) => {
    const { url, port } = await aPatientServer();
    const closed = Promise.all(Array.from({ length: 20 }, () => drip(port, first, byte)));
    expect((await fetch(`${url}/quick`)).status).toBe(200);
    await closed;
    expect((await fetch(`${url}/quick`)).status).toBe(200);
  });
});
