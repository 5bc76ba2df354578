import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { clearSession, getActiveUserSession } from "@touchline/contract/accounts/session";
import { listLevelRoles } from "@touchline/contract/people/profiles";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browsersOf } from "../../../../test/browser.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld } from "../../../../test/world.ts";
import { identityOverHttp } from "../../../adapters/identity/http.ts";
import { hardenedServer, mountApi } from "../../../app.ts";
import { readConfig } from "../../../config.ts";
import { type Database, openDatabase } from "../../../database/database.ts";

const world = aWorld();

/** Stands between the API and the identity service: lets calls through, keeps them waiting, or cuts them off. */
const line = { state: "through" as "through" | "waiting" | "cut", waiting: [] as (() => void)[], came: () => {} };
let between: Server;
let database: Database;
let app: FastifyInstance;
let base = "";
/** Milliseconds by which this API's clock is ahead. */
let shift = 0;

async function passOn(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const type = request.headers["content-type"];
  return fetch(`${world.it.base}${request.url}`, {
    method: request.method ?? "GET",
    headers: type ? { "content-type": type } : {},
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
}

/** An API of its own on the world's database, with five connections, behind that line. */
beforeAll(async () => {
  between = createServer(async (request, response) => {
    if (line.state === "cut") {
      response.destroy();
      return;
    }
    if (line.state === "waiting") {
      await new Promise<void>((resolve) => {
        line.waiting.push(resolve);
        line.came();
      });
    }
    const answer = await passOn(request);
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
  const { port } = between.address() as AddressInfo;
  const config = readConfig({
    publicUrl: "http://127.0.0.1",
    secret: "a secret for tests that is long enough",
    supportEmail: "support@example.org",
  });
  const { options } = world.it.database.pool;
  database = await openDatabase(String(options.connectionString), { max: 5, log: () => {} });
  app = hardenedServer(config);
  const identity = identityOverHttp(() => `http://127.0.0.1:${port}/identity`, config.productKey);
  const now = () => new Date(Date.now() + shift);
  await mountApi(app, { config, database, identity, adapters: world.it.adapters, now });
  base = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await database.close();
  between.closeAllConnections();
  await new Promise((resolve) => between.close(resolve));
});

const { aBrowser } = browsersOf(() => base);
const atWorld = browsersOf(() => world.it.base);
const someone = async () => (await world.it.anOrganization()).aMember("northTeam", "Head Coach");

/** A browser that is signed in, and what it holds. */
async function signedIn() {
  const tokens = await atWorld.tokensOf(await someone());
  const browser = aBrowser();
  await browser.signIn(tokens);
  return { browser, tokens };
}

test("renewals that wait for the identity service keep nobody else from being served, and all come through", async () => {
  const people = [];
  for (let count = 0; count < 8; count += 1) people.push(await signedIn());
  const reader = people[0]?.tokens.access_token ?? "";
  expect((await ask(base, reader, listLevelRoles)).status).toBe(200);
  const [places, arrived] = [4, Promise.withResolvers<void>()];
  line.came = () => {
    if (line.waiting.length === places) arrived.resolve();
  };
  line.state = "waiting";
  const renewals = people.map(({ browser, tokens }) =>
    browser.send("POST", "/api/refresh-token", { refreshToken: tokens.refresh_token }),
  );
  await arrived.promise;
  for (let count = 0; count < 5; count += 1) {
    expect((await ask(base, reader, listLevelRoles)).status).toBe(200);
  }
  expect(line.waiting).toHaveLength(places);
  line.state = "through";
  for (const goOn of line.waiting.splice(0)) goOn();
  expect((await Promise.all(renewals)).map(({ status }) => status)).toEqual(people.map(() => 200));
});

test("while the identity service is away nobody is logged out: a renewal and a logout ask to be tried again", async () => {
  const { browser, tokens } = await signedIn();
  line.state = "cut";
  const renewal = await browser.send("POST", "/api/refresh-token", { refreshToken: tokens.refresh_token });
  const logout = await browser.send("GET", clearSession.path);
  line.state = "through";
  expect([renewal.status, logout.status]).toEqual([503, 503]);
  expect((await browser.send("GET", getActiveUserSession.path)).body).toMatchObject({ token: tokens.access_token });
  expect((await browser.send("POST", "/api/refresh-token", { refreshToken: tokens.refresh_token })).status).toBe(200);
  expect((await browser.send("GET", clearSession.path)).status).toBe(200);
  expect((await browser.send("GET", getActiveUserSession.path)).body).toBeNull();
});

test("a session that has run out is over, whether the identity service is there or not", async () => {
  const [one, other] = [(await signedIn()).browser, (await signedIn()).browser];
  await world.it.database.pool.query("UPDATE web_session SET expires_at = now() - interval '1 second'");
  line.state = "cut";
  const reloaded = await one.send("GET", getActiveUserSession.path);
  const renewed = await other.send("POST", "/api/refresh-token", {});
  line.state = "through";
  expect([reloaded.status, reloaded.body]).toEqual([200, null]);
  expect(renewed.status).toBe(401);
});

test("a token that names a key nobody knows yet is asked to come again while the identity service is away", async () => {
  const { access_token } = await atWorld.tokensOf(await someone());
  const another = await atWorld.tokensOf(await someone());
  const [header, ...rest] = access_token.split(".") as [string, ...string[]];
  const named = { ...JSON.parse(Buffer.from(header, "base64url").toString()), kid: "tomorrow" };
  const unknown = [Buffer.from(JSON.stringify(named)).toString("base64url"), ...rest].join(".");
  expect((await ask(base, access_token, listLevelRoles)).status).toBe(200);
  // Keys are not asked for again at once.
  shift = 15_000;
  line.state = "cut";
  const away = await Promise.all([1, 2, 3].map(() => ask(base, unknown, listLevelRoles)));
  const known = await ask(base, another.access_token, listLevelRoles);
  line.state = "through";
  expect(away.map(({ status, headers }) => [status, headers.get("retry-after")])).toEqual(away.map(() => [503, "2"]));
  expect(known.status).toBe(200);
  expect((await ask(base, unknown, listLevelRoles)).status).toBe(401);
  shift = 0;
});
