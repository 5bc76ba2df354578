import { Readable } from "node:stream";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AUDIENCE,
  anIdentity,
  ISSUER,
  migratedDatabase,
  ORIGIN,
  PASSWORD,
  PREFIX,
  profiles,
  type Running,
  SECRET,
} from "../test/world.ts";
import { buildIdentity, type OutsideFetch } from "./index.ts";

const deps = (pool: Running["pool"]) => ({
  pool,
  issuer: ISSUER,
  audience: AUDIENCE,
  claims: profiles(new Map()),
  cookieKeys: [SECRET],
  allowedReturnOrigins: [],
  fetchOutside: fetch as OutsideFetch,
});

const partner = {
  client_id: "partner",
  client_name: "A partner",
  redirect_uris: ["https://partner.example/callback"],
};

let running: Running;
beforeAll(async () => {
  running = await anIdentity(await migratedDatabase(), { partners: [partner] });
});
afterAll(() => running.stop());

test("the discovery document names the issuer and endpoints below it, whatever Host the caller sends", async () => {
  const answer = await running.app.inject({
    url: `${PREFIX}/.well-known/openid-configuration`,
    headers: { host: "evil.example", "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    issuer: ISSUER,
    authorization_endpoint: `${ISSUER}/connect/authorize`,
    token_endpoint: `${ISSUER}/connect/token`,
    userinfo_endpoint: `${ISSUER}/connect/userinfo`,
    end_session_endpoint: `${ISSUER}/connect/endsession`,
    revocation_endpoint: `${ISSUER}/connect/revocation`,
    jwks_uri: `${ISSUER}/jwks`,
    code_challenge_methods_supported: ["S256"],
    grant_types_supported: expect.arrayContaining(["authorization_code", "refresh_token", "password"]),
  });
  expect(answer.body).not.toContain("evil");
});

test("the published keys have no private part", async () => {
  const { keys } = (await running.app.inject(`${PREFIX}/jwks`)).json<{ keys: Record<string, unknown>[] }>();
  expect(keys).toHaveLength(1);
  expect(Object.keys(keys[0] ?? {}).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x", "y"]);
});

describe("a partner's sign-in", () => {
  const authorize = (more: Record<string, string>) =>
    running.app.inject(
      `${PREFIX}/connect/authorize?${new URLSearchParams({
        client_id: "partner",
        response_type: "code",
        scope: "openid email",
        redirect_uri: "https://partner.example/callback",
        state: "s",
        ...more,
      })}`,
    );

  test("goes to the sign-in page when the request has PKCE with S256", async () => {
    const answer = await authorize({ code_challenge: "c".repeat(43), code_challenge_method: "S256" });
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(new RegExp(`^${ISSUER}/interaction/[\\w-]+$`));
  });

  test.each([
    ["without PKCE", {}],
    ["with a plain challenge", { code_challenge: "c".repeat(43), code_challenge_method: "plain" }],
  ])("is refused %s", async (_case, more) => {
    const answer = await authorize(more as Record<string, string>);
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toMatch(/^https:\/\/partner\.example\/callback\?error=invalid_request/);
  });

  test("is refused for an address that is not registered, on a page of ours", async () => {
    const answer = await authorize({ redirect_uri: "https://evil.example/", code_challenge: "c".repeat(43) });
    expect(answer.statusCode).toBe(400);
    expect(answer.headers.location).toBeUndefined();
  });

  test("is refused with a character that cannot be stored", async () => {
    const answer = await authorize({ state: "\0", code_challenge: "c".repeat(43), code_challenge_method: "S256" });
    expect(answer.statusCode).toBe(400);
  });

  test("cannot be done with a password", async () => {
    const answer = await running.app.inject({
      method: "POST",
      url: `${PREFIX}/connect/token`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "client_id=partner&grant_type=password&username=a&password=b",
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toBe("invalid_request");
  });
});

test.each([
  ["the issuer's own page", ORIGIN, 200],
  ["an allowed origin", "https://club.example", 200],
  ["another origin", "https://evil.example", 400],
])("%s may or may not call the token endpoint from a browser", async (_case, origin, expected) => {
  const { sub } = await running.accounts.create({ email: `cors${origin}@example.org`, password: PASSWORD });
  expect(sub).toBeTruthy();
  const answer = await running.app.inject({
    method: "POST",
    url: `${PREFIX}/connect/token`,
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    payload: new URLSearchParams({
      client_id: "touchline-web",
      grant_type: "password",
      username: `cors${origin}@example.org`,
      password: PASSWORD,
    }).toString(),
  });
  expect(answer.statusCode).toBe(expected);
  expect(answer.headers["access-control-allow-origin"]).toBe(expected === 200 ? origin : undefined);
});

test("a browser may ask beforehand whether it may call the token endpoint", async () => {
  const answer = await running.app.inject({
    method: "OPTIONS",
    url: `${PREFIX}/connect/token`,
    headers: { origin: "https://club.example", "access-control-request-method": "POST" },
  });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers["access-control-allow-methods"]).toBe("POST");
});

test("headers that the surrounding server sets on every answer are on these too", async () => {
  const server = Fastify();
  server.addHook("onRequest", async (_request, reply) => {
    reply.header("strict-transport-security", "max-age=1");
  });
  const plugin = await buildIdentity({ ...deps(running.pool), log: server.log });
  await server.register(plugin, { prefix: PREFIX });
  const answer = await server.inject(`${PREFIX}/jwks`);
  expect(answer.headers["strict-transport-security"]).toBe("max-age=1");
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
});

test("a body that is too large or of another kind is refused", async () => {
  const post = (contentType: string, payload: string) =>
    running.app.inject({
      method: "POST",
      url: `${PREFIX}/connect/token`,
      headers: { "content-type": contentType },
      payload,
    });
  expect((await post("application/x-www-form-urlencoded", `client_id=${"x".repeat(60_000)}`)).statusCode).toBe(400);
  expect((await post("application/json", "{}")).statusCode).toBe(400);
});

test("a body that does not say its length is refused once it is too large", async () => {
  const answer = await running.app.inject({
    method: "POST",
    url: `${PREFIX}/connect/authorize`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: Readable.from(Array.from({ length: 20 }, () => Buffer.alloc(1024, "x"))),
  });
  expect(answer.statusCode).toBe(400);
});

test("a page that fails says nothing of the cause, and the log says where but not what was typed", async () => {
  const own = await anIdentity(await migratedDatabase(), { partners: [partner] });
  const request = new URLSearchParams({
    client_id: "partner",
    response_type: "code",
    scope: "openid",
    redirect_uri: "https://partner.example/callback",
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
  });
  const started = await own.app.inject(`${PREFIX}/connect/authorize?${request}`);
  const cookie = [started.headers["set-cookie"] ?? []].flat().map((line) => line.split(";")[0]);
  await own.pool.end();
  const answer = await own.app.inject({
    url: new URL(started.headers.location ?? "").pathname,
    headers: { cookie: cookie.join("; ") },
  });
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toBe("Internal Server Error");
  expect(own.logged.join("")).toContain("Identity page failed");
  await own.app.close();
});

test("what is not there is answered 404", async () => {
  expect((await running.app.inject(`${PREFIX}/nothing`)).statusCode).toBe(404);
});

test("the prefix must be the issuer's path", async () => {
  const app = Fastify();
  const plugin = await buildIdentity({ ...deps(running.pool), log: app.log });
  await expect(app.register(plugin, { prefix: "/elsewhere" })).rejects.toThrow(/mounted at "\/elsewhere"/);
});

test.each([[[]], [["short"]], [["a secret for tests, long enough by far", "short"]]])(
  "secrets like %j stop the start",
  async (cookieKeys) => {
    const { log } = Fastify();
    await expect(buildIdentity({ ...deps(running.pool), cookieKeys, log })).rejects.toThrow(/at least 32 characters/);
  },
);
