import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { readConfig } from "@touchline/api/config";
import { openTenancy } from "@touchline/api/database/tenancy";
import { continueDays, followDays } from "@touchline/api/modules/compliance/standing/actions/duty-day";
import { organizationMaker } from "@touchline/api/test/organization";
import { createAccounts } from "@touchline/identity";
import { credentials } from "@touchline/simulator/credentials";
import { sql } from "drizzle-orm";
import Fastify from "fastify";
import { afterAll, describe, expect, test, vi } from "vitest";
import { aServer } from "../test/running.ts";
import { readHostConfig } from "./config.ts";
import { pageFacts, serveWeb } from "./web.ts";

const folder = await mkdtemp(join(tmpdir(), "touchline-page-"));
await mkdir(join(folder, "assets"));
await writeFile(
  join(folder, "index.html"),
  '<meta name="support-email" content="__SUPPORT_EMAIL__"><script nonce="__CSP_NONCE__"></script>the page',
);
await writeFile(join(folder, "assets/index-abc123.js"), "export {};");
await writeFile(join(folder, "assets/index-abc123.js.br"), brotliCompressSync("export {};"));
await writeFile(join(folder, "assets/worker-abc123.mjs"), "export {};");
await writeFile(join(folder, "favicon.svg"), "<svg/>");
afterAll(() => rm(folder, { recursive: true, force: true }));

const server = aServer({ SUPPORT_EMAIL: "help@clubs.example" }, (app, facts) => serveWeb(app, folder, facts));
const token = "a token for tests, of its own".replaceAll(/[ ,]/g, "-");
const guarded = aServer({ METRICS_TOKEN: token }, async () => {});
const get = (path: string, init: RequestInit = {}) => fetch(`${server.it.url}${path}`, init);
const nonceOf = (policy: string | null) => /script-src 'nonce-([\w-]+)'/.exec(policy ?? "")?.[1];

describe("the page", () => {
  test.each(["/", "/login", "/members/0190c0de-0000-7000-8000-000000000000", "/account/settings/"])(
    "is answered at %s",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toContain("text/html");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.text()).toContain("the page");
    },
  );

  test("has a fresh nonce in every answer, the same in its markup and in its policy", async () => {
    const [one, two] = [await get("/"), await get("/")];
    const [first, second] = [one, two].map((answer) => nonceOf(answer.headers.get("content-security-policy")));
    expect(first?.length).toBeGreaterThanOrEqual(22);
    expect(second).not.toBe(first);
    expect(await one.text()).toContain(`nonce="${first}"`);
  });

  test("knows whom to write to", async () => {
    expect(await (await get("/")).text()).toContain('content="help@clubs.example"');
  });

  test("may ask for the camera where documents are photographed, and nowhere else", async () => {
    const cameraAt = async (path: string) =>
      /camera=\((.*?)\)/.exec((await get(path)).headers.get("permissions-policy") ?? "")?.[1];
    const requirement = "/requirements/0190c0de-0000-7000-8000-000000000000";
    for (const path of [requirement, `${requirement}?pla=1&camera=front`, `${requirement}/`]) {
      expect([path, await cameraAt(path)]).toEqual([path, "self"]);
    }
    for (const path of [
      "/",
      "/requirements",
      "/requirements/",
      `${requirement}/x`,
      "/members/x",
      "/?/requirements/x",
    ]) {
      expect([path, await cameraAt(path)]).toEqual([path, ""]);
    }
  });

  test("may load nothing that its policy does not name, and never code made from text", async () => {
    const policy = (await get("/")).headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("require-trusted-types-for 'script'");
  });
});

describe("Stripe, where cards are entered in its own fields", () => {
  const keys = { DEMO: "off", STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
  const policies = async (settings: Record<string, string>, paths: string[]) => {
    const app = Fastify();
    const config = readHostConfig(settings);
    await serveWeb(app, folder, pageFacts(config, readConfig({ ...config, secret: "-".repeat(32) })));
    const answers = await Promise.all(paths.map((url) => app.inject(url)));
    await app.close();
    return answers.map((one) => String(one.headers["content-security-policy"]));
  };
  const cardPages = [
    ...["/payments", "/payments?item=x&step=card", "/account/billing/payment", "/Payments/"],
    "/admin/organizations/0190c0de-0000-7000-8000-000000000000/payment",
  ];
  const others = [
    "/",
    "/account/billing",
    "/account/billing/invoices",
    "/account/billing/members",
    "/payments/x",
    "/admin/organizations/x",
  ];

  test("is named by the policy of the three pages that need it, which stays as strict otherwise", async () => {
    for (const policy of await policies(keys, cardPages)) {
      expect(policy).toMatch(/script-src 'nonce-[\w-]+' https:\/\/js\.stripe\.com;/);
      expect(policy).toMatch(/frame-src [^;]* https:\/\/js\.stripe\.com https:\/\/hooks\.stripe\.com;/);
      expect(policy).toMatch(/connect-src 'self' https:\/\/api\.stripe\.com;/);
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe|\*/);
    }
  });

  test("is named nowhere else, and nowhere at all where cards are simulated or not set up", async () => {
    const simulated = { STRIPE_SECRET_KEY: credentials.stripe.secretKey, STRIPE_PUBLISHABLE_KEY: "pk_test_1" };
    const all = [
      ...(await policies(keys, [...others, "/apayments", "/x/account/billing/payment", "/account/billing/payments"])),
      ...(await policies({}, cardPages)),
      ...(await policies(simulated, cardPages)),
    ];
    for (const policy of all) expect(policy).not.toContain("stripe");
  });
});

describe("files of the page", () => {
  test("whose names change with their content are kept for a year", async () => {
    const answer = await get("/assets/index-abc123.js");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("are sent compressed to clients that accept it, and have the same content", async () => {
    const getAsset = (encoding: string) => get("/assets/index-abc123.js", { headers: { "accept-encoding": encoding } });
    const [small, plain] = [await getAsset("br"), await getAsset("identity")];
    expect(small.headers.get("content-encoding")).toBe("br");
    expect(small.headers.get("content-type")).toContain("javascript");
    expect(small.headers.get("vary")).toMatch(/accept-encoding/i);
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(await small.text()).toBe(await plain.text());
  });

  test("that are workers reach this host alone, and make no code from text", async () => {
    const { headers } = await get("/assets/worker-abc123.mjs");
    expect(headers.get("content-type")).toContain("javascript");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'/);
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/'unsafe|\*|https:/);
  });

  test("with fixed names are asked for again", async () => {
    expect((await get("/favicon.svg")).headers.get("cache-control")).not.toContain("immutable");
  });

  test.each([
    "/assets/index-gone.js",
    "/assets/",
    "/assets/index-abc123.js.br",
    "/robots.txt",
    "/.env",
    "/..%2f..%2fpackage.json",
  ])("that are not there are not the page: %s", async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toContain("application/problem+json");
  });
});

describe("addresses of the API and the identity service", () => {
  test.each(["/api", "/api/", "/api/nothing", "/api/app/nothing/here", "/identity"])(
    "that do not exist are a problem, never the page: %s",
    async (path) => {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ code: "notFound", status: 404 });
    },
  );

  test("of the identity service are its own", async () => {
    expect((await get("/identity/jwks")).status).toBe(200);
    const unknown = await get("/identity/nothing");
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).not.toContain("the page");
  });

  test("take only what they take: a POST to the page is a problem", async () => {
    expect((await get("/login", { method: "POST" })).status).toBe(404);
  });
});

test("whom the demo offers is nobody's business where there is no demo", async () => {
  expect((await get("/api/demo-logins")).status).toBe(404);
});

describe("figures", () => {
  test("are shown to clients in the same network, by route and never by address", async () => {
    await get("/members/0190c0de-0000-7000-8000-000000000000?search=planted");
    const answer = await get("/metrics");
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(text).toMatch(/touchline_request_seconds_count\{method="GET",route="\/\*",status="200"\} \d+/);
    for (const pool of ["api", "identity", "worker"]) {
      expect(text).toContain(`touchline_database_connections{pool="${pool}",state="waiting"} 0`);
    }
    expect(text).not.toMatch(/planted|0190c0de/);
  });

  test("are not there for anybody who comes through a proxy", async () => {
    const answer = await get("/metrics", { headers: { "x-forwarded-for": "10.0.0.7" } });
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("touchline_");
  });

  test("with a token set, are shown to anyone who sends it, from anywhere", async () => {
    const ask = async (authorization?: string) =>
      (await fetch(`${guarded.it.url}/metrics`, { headers: authorization ? { authorization } : {} })).status;
    expect([await ask(), await ask("Bearer wrong"), await ask(`Bearer ${token}`)]).toEqual([404, 404, 200]);
  });
});

test("it says that it is alive, whatever its database does", async () => {
  expect((await get("/healthz")).status).toBe(200);
  await guarded.it.loseDatabase();
  expect((await fetch(`${guarded.it.url}/healthz`)).status).toBe(200);
});

test("it says that statuses are behind until the sweep has caught up with what time has changed", async () => {
  const { adapters, database, identityPool } = server.it;
  const tenancy = openTenancy(database.pool);
  const accounts = createAccounts(identityPool);
  const readiness = async () => (await get("/readyz")).json();
  expect(await readiness()).toEqual({ ready: true, behind: false });

  const now = () => new Date();
  const org = await organizationMaker({ tenancy, accounts, adapters, now })();
  await org.asSystem(followDays);
  await org.asSystem(({ db, organizationId }) =>
    db.execute(sql`UPDATE duty_day SET day = day - 30 WHERE organization_id = ${organizationId}`),
  );
  await vi.waitFor(async () => expect(await readiness()).toEqual({ ready: true, behind: true }), 30_000);
  while (await org.asSystem(continueDays));
  await vi.waitFor(async () => expect(await readiness()).toEqual({ ready: true, behind: false }), 30_000);
});

test("it is ready as long as its database answers", async () => {
  expect((await get("/readyz")).status).toBe(200);
  await server.it.loseDatabase();
  expect((await get("/readyz")).status).toBe(503);
});
