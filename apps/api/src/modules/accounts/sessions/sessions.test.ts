import fastifyCookie from "@fastify/cookie";
import { listLabels } from "@touchline/contract/accounts/organizations";
import {
  clearSession,
  getActiveUserSession,
  maxCookieBytes,
  refreshToken,
  sessionSeconds,
  setActiveUserSession,
  shortSessionSeconds,
} from "@touchline/contract/accounts/session";
import { addMember, findElsewhere, listLevelRoles, listProfiles } from "@touchline/contract/people/profiles";
import { legacyRoleNames } from "@touchline/rules";
import { type SQL, sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { browsersOf } from "../../../../test/browser.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld } from "../../../../test/world.ts";
import { hardenedServer } from "../../../app.ts";
import { readConfig } from "../../../config.ts";
import { openTenancy } from "../../../database/tenancy.ts";
import { saveCookie, sealedCookie } from "./routes.ts";

const world = aWorld();
const { aBrowser, tokensOf } = browsersOf(() => world.it.base);

/** What no verb of the product does, within a tenant. */
async function rewrite(organizationId: string, statement: SQL) {
  const tenancy = openTenancy(world.it.database.pool);
  const { rowCount } = await tenancy.run(tenancy.found(organizationId), (db) => db.execute(statement));
  expect(rowCount).toBeGreaterThan(0);
}

const someone = async () => (await world.it.anOrganization()).aMember("northTeam", "Head Coach");

describe("the session cookie", () => {
  test("is sealed, for HTTP alone, 14 days long and far below 4096 bytes", async () => {
    const browser = aBrowser();
    const tokens = await tokensOf(await someone());
    const answer = await browser.signIn(tokens);
    expect(answer.status).toBe(204);
    const [set] = answer.set;
    expect(set).toContain("HttpOnly");
    expect(set).toContain("SameSite=Lax");
    const maxAge = Number(/Max-Age=(\d+)/.exec(set as string)?.[1]);
    expect(maxAge).toBe(1_209_600);
    expect(Buffer.byteLength(set as string)).toBeLessThan(maxCookieBytes / 4);
    expect(set).not.toContain(tokens.refresh_token);
  });

  test("brings the token back after a reload, and nothing without it", async () => {
    const browser = aBrowser();
    const tokens = await tokensOf(await someone());
    await browser.signIn(tokens);
    const reloaded = await browser.send("GET", getActiveUserSession.path);
    expect(reloaded.body).toMatchObject({ token: tokens.access_token, remember: true });
    expect((await aBrowser().send("GET", getActiveUserSession.path)).body).toBeNull();
  });

  test("is not given for a token that is not ours", async () => {
    const tokens = await tokensOf(await someone());
    const answer = await aBrowser().signIn({ ...tokens, access_token: `${tokens.access_token.slice(0, -4)}AAAA` });
    expect(answer.status).toBe(401);
    expect(answer.set).toEqual([]);
  });

  test("brings no role that the page claims", async () => {
    const person = await someone();
    const tokens = await tokensOf(person);
    await aBrowser().signIn(tokens);
    const held = await ask(world.it.base, tokens.access_token, listLevelRoles);
    expect(held.body.map((one) => one.role)).toEqual(["Individual"]);
  });
});

describe("renewing", () => {
  test("ten tabs at once all live on, with one and the same new token", async () => {
    const browser = aBrowser();
    const tokens = await tokensOf(await someone());
    await browser.signIn(tokens);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        browser.send("POST", "/api/refresh-token", { refreshToken: tokens.refresh_token }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    const distinct = new Set(answers.map((answer) => answer.body.access_token));
    expect(distinct.size).toBe(1);
    expect(distinct.has(tokens.access_token)).toBe(false);
  });

  test("happens by itself when the access token has run out", async () => {
    const browser = aBrowser();
    const tokens = await tokensOf(await someone());
    await browser.signIn(tokens);
    await world.it.database.pool.query("UPDATE web_session SET access_expires_at = now() - interval '1 second'");
    const reloaded = await browser.send("GET", getActiveUserSession.path);
    expect(reloaded.status).toBe(200);
    expect(reloaded.body.token).not.toBe(tokens.access_token);
  });

  test("for a profile of somebody else is refused", async () => {
    const browser = aBrowser();
    await browser.signIn(await tokensOf(await someone()));
    const other = await someone();
    const answer = await browser.send("POST", "/api/refresh-token", { profileId: other.profileId });
    expect(answer.status).toBe(400);
    expect((await browser.send("GET", getActiveUserSession.path)).body).not.toBeNull();
  });

  test("with nothing at all answers 401", async () => {
    expect((await aBrowser().send("POST", "/api/refresh-token", {})).status).toBe(401);
  });
});

describe("logging out", () => {
  test("clears the cookie, ends the refresh token, and leads to the identity service's page and back", async () => {
    const browser = aBrowser();
    const tokens = await tokensOf(await someone());
    await browser.signIn(tokens);
    const stolen = browser.cookie;
    const out = await browser.send("GET", clearSession.path);
    expect(out.body.logoutUrl).toMatch(/\/identity\/Account\/Logout\?returnUrl=/);
    expect((await browser.send("GET", getActiveUserSession.path)).body).toBeNull();
    const thief = await fetch(`${world.it.base}${getActiveUserSession.path}`, { headers: { cookie: stolen } });
    expect(await thief.json()).toBeNull();
    const renewed = await aBrowser().send("POST", "/api/refresh-token", { refreshToken: tokens.refresh_token });
    expect(renewed.status).toBe(401);
  });

  test("of one session leaves another that began in this browser in the meantime", async () => {
    const browser = aBrowser();
    const [before, after] = [await tokensOf(await someone()), await tokensOf(await someone())];
    const sid = (tokens: { access_token: string }) => decodeJwt<{ sid: string }>(tokens.access_token).sid;
    await browser.signIn(before);
    await browser.signIn(after);
    await browser.send("GET", `${clearSession.path}?session=${sid(before)}`);
    expect((await browser.send("GET", getActiveUserSession.path)).body).not.toBeNull();
    await browser.send("GET", `${clearSession.path}?session=${sid(after)}`);
    expect((await browser.send("GET", getActiveUserSession.path)).body).toBeNull();
  });

  test.each(["cross-site", "same-site"])("cannot be brought about from another origin (%s)", async (site) => {
    const browser = aBrowser();
    await browser.signIn(await tokensOf(await someone()));
    const answer = await browser.send("GET", clearSession.path, undefined, { "sec-fetch-site": site });
    expect(answer.status).toBe(403);
    expect((await browser.send("GET", getActiveUserSession.path)).body).not.toBeNull();
  });
});

describe("the cookie of a session", () => {
  const calls = (tokens: { access_token: string; refresh_token: string }) =>
    [
      ["GET", getActiveUserSession.path, undefined],
      ["POST", refreshToken.path, {}],
      ["GET", clearSession.path, undefined],
      [
        "POST",
        setActiveUserSession.path,
        { token: tokens.access_token, refresh_token: tokens.refresh_token, authTime: 0, roles: [], remember: true },
      ],
    ] as const;

  test.each([
    ["another site", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    ["a neighbor under the same domain", { "sec-fetch-site": "same-site", origin: "https://blog.clubs.example" }],
    ["a browser that says only the origin", { origin: "https://evil.example" }],
    ["a page without an origin", { origin: "null" }],
  ])("counts for nothing that %s sends", async (_who, headers) => {
    const browser = aBrowser();
    const tokens = await tokensOf(await someone());
    await browser.signIn(tokens);
    for (const [method, path, body] of calls(tokens)) {
      const answer = await browser.send(method, path, body, headers);
      expect([path, answer.status, answer.body.reason]).toEqual([path, 403, "crossSite"]);
      expect(answer.set).toEqual([]);
    }
    expect((await browser.send("GET", getActiveUserSession.path)).body).not.toBeNull();
  });

  test("counts for the page, also where that has an origin of its own", async () => {
    const browser = aBrowser();
    await browser.signIn(await tokensOf(await someone()));
    for (const headers of [
      { "sec-fetch-site": "same-site", origin: world.it.config.publicUrl },
      { "sec-fetch-site": "same-origin", origin: world.it.base },
      { origin: world.it.base },
    ]) {
      const answer = await browser.send("POST", refreshToken.path, {}, headers as Record<string, string>);
      expect(answer.status).toBe(200);
    }
  });
});

describe("the profile that is acted as", () => {
  const claimsOf = (token: string) => decodeJwt<{ CurrentProfileId: string; sid: string }>(token);
  /** One account with a profile in each of two organizations. */
  async function twice() {
    const first = await (await world.it.anOrganization("First League")).aMember("northTeam", "Head Coach");
    const second = await (await world.it.anOrganization("Second League")).aMember("root", "Administrator", first);
    return { first, second };
  }

  test("is the one chosen last, for the next renewal and for the next sign-in in any browser", async () => {
    const { first, second } = await twice();
    const browser = aBrowser();
    const tokens = await tokensOf(first);
    expect(claimsOf(tokens.access_token).CurrentProfileId).toBe(first.profileId);
    await browser.signIn(tokens);
    const chosen = await browser.send("POST", "/api/refresh-token", { profileId: second.profileId });
    expect(claimsOf(chosen.body.access_token).CurrentProfileId).toBe(second.profileId);
    const renewed = await browser.send("POST", "/api/refresh-token", { refreshToken: chosen.body.refresh_token });
    expect(claimsOf(renewed.body.access_token).CurrentProfileId).toBe(second.profileId);
    const again = await tokensOf(first);
    expect(claimsOf(again.access_token).CurrentProfileId).toBe(second.profileId);
    const { body } = await ask(world.it.base, again.access_token, listProfiles, {
      query: { AppUserId: first.appUserId },
    });
    expect(body.filter((one) => one.chosen).map((one) => one.profileId)).toEqual([second.profileId]);
  });

  test("that was remembered and is the account's no longer gives way to one that is", async () => {
    const { first, second } = await twice();
    const browser = aBrowser();
    await browser.signIn(await tokensOf(first));
    await browser.send("POST", "/api/refresh-token", { profileId: second.profileId });
    await world.it.database.pool.query("UPDATE profile_directory SET app_user_id = NULL WHERE profile_id = $1", [
      second.profileId,
    ]);
    expect(claimsOf((await tokensOf(first)).access_token).CurrentProfileId).toBe(first.profileId);
  });

  test("taken from its account is refused at the very next call, although its organization is kept in mind", async () => {
    const org = await world.it.anOrganization();
    const person = await org.aMember("northTeam", "Head Coach");
    const { access_token } = await tokensOf(person);
    expect((await ask(world.it.base, access_token, listLevelRoles)).status).toBe(200);
    await rewrite(
      org.organizationId,
      sql`UPDATE profile SET app_user_id = NULL
          WHERE organization_id = ${org.organizationId} AND profile_id = ${person.profileId}`,
    );
    expect((await ask(world.it.base, access_token, listLevelRoles)).status).toBe(404);
  });

  test("is offered for an address that another of the account's organizations knows, and for no others", async () => {
    const { first, second } = await twice();
    const stranger = await someone();
    const seen = async (id: string) =>
      (await first.call(findElsewhere, { query: { kind: "member", id } })).profile?.profileId ?? null;
    expect(await seen(second.plaId)).toBe(second.profileId);
    expect(await seen(first.plaId)).toBeNull();
    expect(await seen(stranger.plaId)).toBeNull();
  });
});

describe("roles with their older names", () => {
  test("are today's from the first login of anybody in the organization, and grant what they grant before", async () => {
    const org = await world.it.anOrganization();
    const director = await org.aMember("root", "Administrator");
    const token = await world.it.signIn(director.email);
    for (const [former, role] of Object.entries(legacyRoleNames)) {
      await rewrite(
        org.organizationId,
        sql`UPDATE label SET role = ${former} WHERE organization_id = ${org.organizationId} AND role = ${role}`,
      );
    }
    const added = await ask(world.it.base, token, addMember, {
      body: {
        levelId: org.levels.northTeam,
        labelId: org.labelIds.Volunteer,
        person: { firstName: "Ana", lastName: "Added", email: null, dateOfBirth: null },
      },
    });
    expect(added.status).toBe(200);
    const { access_token } = await tokensOf(director);
    expect(decodeJwt(access_token)["User/Role"]).toEqual(["Admin"]);
    const labels = await ask(world.it.base, access_token, listLabels);
    const roleOf = (name: string) => labels.body.find((label) => label.name === name)?.role;
    expect([roleOf("Administrator"), roleOf("Team Manager")]).toEqual(["Admin", "Manager"]);
  });
});

describe("a session that has ended", () => {
  test("takes its access token with it at once, and no other browser's", async () => {
    const person = await someone();
    const [mine, other] = [aBrowser(), aBrowser()];
    const [tokens, others] = [await tokensOf(person), await tokensOf(person)];
    await mine.signIn(tokens);
    await other.signIn(others);
    expect((await ask(world.it.base, tokens.access_token, listLevelRoles)).status).toBe(200);
    await mine.send("GET", clearSession.path);
    expect((await ask(world.it.base, tokens.access_token, listLevelRoles)).status).toBe(401);
    expect((await ask(world.it.base, others.access_token, listLevelRoles)).status).toBe(200);
  });

  test("in another process is noticed here within seconds; the next sign-in is good", async () => {
    const person = await someone();
    const browser = aBrowser();
    const tokens = await tokensOf(person);
    await browser.signIn(tokens);
    expect((await ask(world.it.base, tokens.access_token, listLevelRoles)).status).toBe(200);
    await world.it.endSessionsOf(person.appUserId);
    world.it.clock.shift = 2_001;
    expect((await ask(world.it.base, tokens.access_token, listLevelRoles)).status).toBe(401);
    expect((await browser.send("GET", getActiveUserSession.path)).body).toBeNull();
    expect((await browser.send("POST", "/api/refresh-token", {})).status).toBe(401);
    world.it.clock.shift = 0;
    const again = await tokensOf(person);
    await aBrowser().signIn(again);
    expect((await ask(world.it.base, again.access_token, listLevelRoles)).status).toBe(200);
  });

  test("because a stolen refresh token came again is over for the browser too", async () => {
    const browser = aBrowser();
    const tokens = await tokensOf(await someone());
    await browser.signIn(tokens);
    const renewed = await browser.send("POST", "/api/refresh-token", { refreshToken: tokens.refresh_token });
    await world.it.identityPool.query(
      "UPDATE identity.payload SET consumed_at = consumed_at - interval '11 seconds' WHERE consumed_at IS NOT NULL",
    );
    const thief = await aBrowser().send("POST", "/api/refresh-token", { refreshToken: tokens.refresh_token });
    expect(thief.status).toBe(401);
    const after = await browser.send("POST", "/api/refresh-token", { refreshToken: renewed.body.refresh_token });
    expect(after.status).toBe(401);
    expect((await ask(world.it.base, renewed.body.access_token, listLevelRoles)).status).toBe(401);
  });

  test("half a day after the sign-in where the browser was not to be remembered, else after 14 days", async () => {
    const person = await someone();
    const lasting = async (remember: boolean) => {
      const browser = aBrowser();
      const { set } = await browser.signIn(await tokensOf(person), remember);
      expect(set[0]).toMatch(/Max-Age=1209600;/);
      const { rows } = await world.it.database.pool.query(
        "SELECT extract(epoch FROM expires_at - created_at)::int AS lasts FROM web_session ORDER BY created_at DESC LIMIT 1",
      );
      return { browser, lasts: rows[0].lasts };
    };
    expect((await lasting(true)).lasts).toBe(sessionSeconds);
    const { browser, lasts } = await lasting(false);
    expect(lasts).toBe(shortSessionSeconds);
    await world.it.database.pool.query("UPDATE web_session SET expires_at = now() - interval '1 second'");
    expect((await browser.send("GET", getActiveUserSession.path)).body).toBeNull();
    expect((await browser.send("POST", "/api/refresh-token", {})).status).toBe(401);
  });
});

test("what has run out is taken away every hour, and its refresh token ends at the identity service", async () => {
  const [over, lasting] = [await tokensOf(await someone()), await tokensOf(await someone())];
  const { pool } = world.it.database;
  await aBrowser().signIn(over, false);
  const { rows } = await pool.query(
    `UPDATE web_session SET expires_at = now() - interval '1 second'
     WHERE created_at = (SELECT max(created_at) FROM web_session) RETURNING session_id`,
  );
  expect(rows).toHaveLength(1);
  const browser = aBrowser();
  await browser.signIn(lasting);
  await world.it.runSchedule("sessions.removeExpired");
  const { rows: left } = await pool.query("SELECT FROM web_session WHERE session_id = $1", [rows[0].session_id]);
  expect(left).toEqual([]);
  const renew = { grant_type: "refresh_token", refresh_token: over.refresh_token };
  expect(await world.it.identity.token(renew)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  expect((await browser.send("POST", "/api/refresh-token", { refreshToken: lasting.refresh_token })).status).toBe(200);
});

test("a session that would not fit into its cookie is refused with a sentence, never cut short", async () => {
  const settings = readConfig({ publicUrl: "http://127.0.0.1", secret: "-".repeat(32), supportEmail: "a@example.org" });
  const app = hardenedServer(settings);
  await app.register(fastifyCookie);
  app.get("/", async (request, reply) => {
    const cookie = await sealedCookie({ request, reply }, settings);
    cookie.sessionId = "x".repeat(maxCookieBytes);
    await saveCookie(cookie);
  });
  const answer = await app.inject("/");
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toMatch(/too large for its cookie of 4096 bytes/);
  expect(answer.cookies).toEqual([]);
});
