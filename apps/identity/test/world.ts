import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { freePort } from "../../host/src/port.ts";
import {
  buildIdentity,
  type ClaimsPort,
  createAccounts,
  type IdentityDeps,
  migrateIdentity,
  type OutsideFetch,
  type PolicyVersions,
} from "../src/index.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { noOrganizations } from "./no-organizations.ts";
import { quicklyHashed } from "./quick-passwords.ts";

export const PREFIX = "/identity";
export const ORIGIN = "http://127.0.0.1:4000";
export const ISSUER = `${ORIGIN}${PREFIX}`;
export const AUDIENCE = `${ORIGIN}/api`;
export const SECRET = "a secret for tests, long enough by far";
export const PASSWORD = "correct horse battery";

/** A migrated database. The role is the one in `appUrl`. */
export async function migratedDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  await migrateIdentity(database.adminUrl, { appRole: new URL(database.appUrl).username });
  return database;
}

/** Creates a pool like the one that the product gives the service. */
export function poolOf(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    // Like the product's: the second of two queries is sent before the first is answered.
    pipeline: true,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 10_000,
  });
  pool.on("error", () => {});
  return pool;
}

/** The product's side, which knows the owner of each profile. Every account is "Ada" with the role Member. */
export function profiles(owned: Map<string, string[]>, policies: PolicyVersions = {}): ClaimsPort {
  return {
    async claimsFor(sub, profileId) {
      const mine = owned.get(sub) ?? [];
      if (profileId !== null && !mine.includes(profileId)) return null;
      const currentProfileId = profileId ?? mine[0] ?? null;
      return {
        role: ["Member"],
        tabs: ["Requirements"],
        currentProfileId,
        firstName: "Ada",
        lastName: "Byron",
        policies,
      };
    },
    linked: async () => {},
    organizations: noOrganizations,
  };
}

export type Running = {
  app: FastifyInstance;
  pool: pg.Pool;
  accounts: ReturnType<typeof createAccounts>;
  owned: Map<string, string[]>;
  /** Moves the service's clock forward. */
  later(seconds: number): void;
  /** Returns the service's current time in milliseconds. */
  time(): number;
  logged: string[];
  stop(): Promise<void>;
};

/** Runs an identity service on a database, mounted like in the product. */
export async function anIdentity(
  database: TestDatabase,
  { policies, ...overrides }: Partial<Omit<IdentityDeps, "pool" | "log">> & { policies?: PolicyVersions } = {},
): Promise<Running> {
  const pool = poolOf(database.appUrl);
  const owned = new Map<string, string[]>();
  const logged: string[] = [];
  let ahead = 0;
  const app = Fastify({ logger: { level: "trace", stream: { write: (line: string) => logged.push(line) } } });
  const plugin = await buildIdentity({
    pool,
    issuer: ISSUER,
    audience: AUDIENCE,
    claims: profiles(owned, policies),
    cookieKeys: [SECRET],
    allowedReturnOrigins: ["https://club.example"],
    now: () => Date.now() + ahead,
    fetchOutside: fetch as OutsideFetch,
    log: app.log,
    ...overrides,
  });
  await app.register(plugin, { prefix: PREFIX });
  return {
    app,
    pool,
    accounts: createAccounts(pool, quicklyHashed),
    owned,
    later: (seconds) => {
      ahead += seconds * 1000;
    },
    time: () => Date.now() + ahead,
    logged,
    stop: async () => {
      await app.close();
      await pool.end();
    },
  };
}

let people = 0;

/** Creates an account for one test. */
export async function aPerson({ accounts }: Running, email = `person${++people}@example.org`) {
  const { sub } = await accounts.create({ email, password: PASSWORD, userName: "ada" });
  return { sub, email };
}

/** Posts a form to the token endpoint. */
export async function token(
  { app }: Running,
  form: Record<string, string>,
  from: { remoteAddress?: string; headers?: Record<string, string> } = {},
) {
  const answer = await app.inject({
    method: "POST",
    url: `${PREFIX}/connect/token`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...from.headers },
    payload: new URLSearchParams({ client_id: "touchline-web", ...form }).toString(),
    ...(from.remoteAddress ? { remoteAddress: from.remoteAddress } : {}),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<Record<string, string>>() };
}

export function signIn(running: Running, email: string, password = PASSWORD, remoteAddress?: string) {
  const form = { grant_type: "password", scope: "touchline", username: email, password };
  return token(running, form, remoteAddress ? { remoteAddress } : {});
}

export function refresh(running: Running, refreshToken: string, more: Record<string, string> = {}) {
  return token(running, { grant_type: "refresh_token", refresh_token: refreshToken, ...more });
}

/** Returns an address where nothing listens yet. */
export const anOrigin = async () => `http://127.0.0.1:${await freePort()}`;

/** Starts an identity service that listens on a port, as partners reach one another. */
export async function aListeningIdentity(origin: string, overrides: Partial<Omit<IdentityDeps, "pool" | "log">>) {
  const issuer = `${origin}${PREFIX}`;
  const running = await anIdentity(await migratedDatabase(), { issuer, ...overrides });
  await running.app.listen({ host: "127.0.0.1", port: Number(new URL(origin).port) });
  return { ...running, issuer };
}

/** A browser that keeps cookies by host and path over real connections, and follows no redirect by itself. */
export function aBrowser() {
  const jar = new Map<string, { host: string; value: string; path: string }>();
  async function visit(address: string, form?: Record<string, string>) {
    const { host, pathname } = new URL(address);
    const sent = [...jar].filter(([, cookie]) => cookie.host === host && pathname.startsWith(cookie.path));
    const answer = await fetch(address, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: sent.map(([name, { value }]) => `${name.slice(name.indexOf(" ") + 1)}=${value}`).join("; ") },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? "/";
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(`${host} ${name}`);
      else jar.set(`${host} ${name}`, { host, value, path });
    }
    const location = answer.headers.get("location");
    const leadsTo = location === null ? "" : new URL(location, address).href;
    return { status: answer.status, location: leadsTo, body: await answer.text() };
  }
  return { visit, jar };
}
