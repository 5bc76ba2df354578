import { listLevelRoles } from "@touchline/contract/profiles";
import { clearSession, getActiveUserSession, maxCookieBytes, sessionSeconds } from "@touchline/contract/session";
import { describe, expect, test } from "vitest";
import { ask } from "../../../test/http.ts";
import { aWorld, type Person, password } from "../../../test/world.ts";

const world = aWorld();

type Tokens = { access_token: string; refresh_token: string };

async function tokensOf(person: Person): Promise<Tokens> {
  const answer = await fetch(`${world.it.base}/identity/connect/token`, {
    method: "POST",
    body: new URLSearchParams({
      client_id: "touchline-web",
      grant_type: "password",
      scope: "openid offline_access",
      username: person.email,
      password,
    }),
  });
  return (await answer.json()) as Tokens;
}

/** A browser as far as sessions go: it keeps one cookie. */
function aBrowser() {
  let cookie = "";
  return {
    get cookie() {
      return cookie;
    },
    async send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const answer = await fetch(`${world.it.base}${path}`, {
        method,
        headers: { ...headers, cookie, ...(body ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      for (const set of answer.headers.getSetCookie()) cookie = set.split(";")[0] as string;
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : null, set: answer.headers.getSetCookie() };
    },
    async signIn(tokens: Tokens) {
      return this.send("POST", "/api/active-user-session-set", {
        token: tokens.access_token,
        refresh_token: tokens.refresh_token,
        authTime: Date.now(),
        roles: ["AnkoredAdmin"],
        remember: true,
      });
    },
  };
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
    expect(sessionSeconds - maxAge).toBeLessThanOrEqual(60);
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
    const given = new Set(answers.map((answer) => answer.body.access_token));
    expect(given.size).toBe(1);
    expect(given.has(tokens.access_token)).toBe(false);
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

  test("cannot be brought about from another site", async () => {
    const browser = aBrowser();
    await browser.signIn(await tokensOf(await someone()));
    const answer = await browser.send("GET", clearSession.path, undefined, { "sec-fetch-site": "cross-site" });
    expect(answer.status).toBe(403);
    expect((await browser.send("GET", getActiveUserSession.path)).body).not.toBeNull();
  });
});
