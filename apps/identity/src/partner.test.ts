import { createHash, randomBytes } from "node:crypto";
import { createLocalJWKSet, jwtVerify } from "jose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAuthenticator } from "../test/authenticator.ts";
import {
  anIdentity,
  aPerson,
  migratedDatabase,
  PASSWORD,
  PREFIX,
  profiles,
  type Running,
  refresh,
  signIn,
} from "../test/world.ts";

// Over HTTPS, as in production, so that the cookies have the same names and attributes.
const origin = "https://touchline.example";
const issuer = `${origin}${PREFIX}`;
const productKey = "the product's key, long enough by far";
const callback = "https://partner.example/callback";
const afterwards = "https://partner.example/signed-out";
const keeperSecret = "the secret of a partner that can keep one";

let running: Running;
const blocked = new Set<string>();
const owned = new Map<string, string[]>();
beforeAll(async () => {
  const port = profiles(owned);
  running = await anIdentity(await migratedDatabase(), {
    issuer,
    productKey,
    allowedReturnOrigins: [origin, "https://club.example"],
    partners: [
      {
        client_id: "partner",
        client_name: "A <partner>",
        redirect_uris: [callback],
        post_logout_redirect_uris: [afterwards],
      },
      { client_id: "keeper", client_name: "Keeper", client_secret: keeperSecret, redirect_uris: [callback] },
    ],
    claims: {
      ...port,
      claimsFor: async (sub, profileId) => (blocked.has(sub) ? null : port.claimsFor(sub, profileId)),
    },
  });
});
afterAll(() => running.stop());

/** A browser that keeps cookies by path, and follows no redirect by itself. */
function aBrowser() {
  const jar = new Map<string, { value: string; path: string }>();
  const marks = new Map<string, string>();
  async function visit(address: string, form?: Record<string, string>, headers: Record<string, string> = {}) {
    const url = new URL(address, issuer);
    const sent = [...jar].filter(([, { path }]) => url.pathname.startsWith(path));
    const answer = await running.app.inject({
      method: form ? "POST" : "GET",
      url: `${url.pathname}${url.search}`,
      headers: {
        cookie: sent.map(([name, { value }]) => `${name}=${value}`).join("; "),
        ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
        ...headers,
      },
      ...(form ? { payload: new URLSearchParams(form).toString() } : {}),
    });
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      marks.set(name, line);
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, { value, path: /path=([^;]+)/i.exec(line)?.[1] ?? "/" });
    }
    return {
      status: answer.statusCode,
      location: answer.headers.location ?? "",
      body: answer.body,
      policy: answer.headers["content-security-policy"],
      url: url.href,
    };
  }
  return { visit, jar, marks };
}

const verifier = randomBytes(32).toString("base64url");
const authorizeUrl = (more: Record<string, string> = {}) =>
  `${issuer}/connect/authorize?${new URLSearchParams({
    client_id: "partner",
    response_type: "code",
    scope: "openid email profile",
    redirect_uri: callback,
    state: "the state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...more,
  })}`;

/** Follows the partner's link to the sign-in page. */
async function atTheSignIn(browser = aBrowser(), more: Record<string, string> = {}) {
  const { location } = await browser.visit(authorizeUrl(more));
  return { browser, page: location };
}

/** Submits the sign-in page and continues to the partner. @returns the parameters that the partner gets. */
async function answered(browser: ReturnType<typeof aBrowser>, page: string, form: Record<string, string>) {
  const posted = await browser.visit(page, form);
  expect(posted.status).toBe(303);
  const { location } = await browser.visit(posted.location);
  expect(location).toMatch(/^https:\/\/partner\.example\/callback\?/);
  return Object.fromEntries(new URL(location).searchParams);
}

async function redeem(code: string, more: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const answer = await running.app.inject({
    method: "POST",
    url: `${PREFIX}/connect/token`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams({
      client_id: "partner",
      grant_type: "authorization_code",
      code,
      redirect_uri: callback,
      code_verifier: verifier,
      ...more,
    }).toString(),
  });
  return { status: answer.statusCode, body: answer.json<Record<string, string>>() };
}

test("a person signs in at a partner: code, tokens, user info, and signing out ends it", async () => {
  const { sub, email } = await aPerson(running);
  const { browser, page } = await atTheSignIn();
  const response = await browser.visit(page);
  expect(response.body).toContain("A &lt;partner&gt; will learn who you are");
  expect(response.body).not.toContain("<script");
  expect(response.policy).toContain("form-action 'self' https://partner.example;");

  const {
    code = "",
    state,
    iss,
  } = await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  expect({ state, iss }).toEqual({ state: "the state", iss: issuer });
  expect(browser.marks.get("__Host-identity_session")).toMatch(/path=\/; .*secure; httponly/i);

  const { status, body } = await redeem(code);
  expect(status).toBe(200);
  const keys = createLocalJWKSet((await running.app.inject(`${PREFIX}/jwks`)).json());
  const { payload } = await jwtVerify(body.id_token ?? "", keys, { issuer, audience: "partner" });
  expect(payload.sub).toBe(sub);

  const userinfo = () =>
    running.app.inject({
      url: `${PREFIX}/connect/userinfo`,
      headers: { authorization: `Bearer ${body.access_token}` },
    });
  expect((await userinfo()).json()).toMatchObject({ sub, email, given_name: "Ada", family_name: "Byron" });

  const again = await browser.visit(authorizeUrl());
  expect(again.location).toMatch(/^https:\/\/partner\.example\/callback\?code=/);

  const out = await browser.visit(`${issuer}/Account/Logout?returnUrl=${encodeURIComponent("https://club.example/")}`);
  expect(out.body).toContain("You&#39;re logged out");
  expect(browser.jar.has("__Host-identity_session")).toBe(false);
  expect((await userinfo()).statusCode).toBe(401);
  expect((await browser.visit(authorizeUrl())).location).toMatch(/\/interaction\//);
});

test("a session cookie that somebody kept is worth nothing after signing out", async () => {
  const { email } = await aPerson(running);
  const { browser, page } = await atTheSignIn();
  await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  const kept = new Map(browser.jar);
  await browser.visit(`${issuer}/Account/Logout`);
  for (const [name, cookie] of kept) browser.jar.set(name, cookie);
  const { location } = await browser.visit(authorizeUrl());
  expect((await browser.visit(location)).body).toContain('type="password"');
});

test("signing out from another site's link asks first and keeps the session until one agrees", async () => {
  const { email } = await aPerson(running);
  const { browser, page } = await atTheSignIn();
  await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  const answer = await browser.visit(`${issuer}/Account/Logout`, undefined, { "sec-fetch-site": "cross-site" });
  expect(answer.body).toContain("Sign out?");
  expect((await browser.visit(authorizeUrl())).location).toMatch(/code=/);
  await browser.visit(`${issuer}/Account/Logout`, {}, { "sec-fetch-site": "same-origin" });
  expect((await browser.visit(authorizeUrl())).location).toMatch(/\/interaction\//);
});

test("the partner's own sign-out page asks, and then ends the session", async () => {
  const { email } = await aPerson(running);
  const { browser, page } = await atTheSignIn();
  await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  const { body } = await browser.visit(`${issuer}/connect/endsession?client_id=partner`);
  expect(body).toContain("Sign out?");
  const action = /action="([^"]+)"/.exec(body)?.[1] ?? "";
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(body)?.[1] ?? "";
  expect(action).toBe(`${issuer}/connect/endsession/confirm`);
  const done = await browser.visit(action, { xsrf, logout: "yes" });
  expect((await browser.visit(done.location)).body).toContain("You&#39;re logged out");
  expect((await browser.visit(authorizeUrl())).location).toMatch(/\/interaction\//);
});

test("a wrong password is asked for again", async () => {
  const { email } = await aPerson(running);
  const { browser, page } = await atTheSignIn();
  const again = await browser.visit(page, { username: email, password: "wrong", answer: "yes" });
  expect(again.status).toBe(400);
  expect(again.body).toContain("Wrong email or password.");
  expect(await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" })).toHaveProperty("code");
});

/** Calls an internal endpoint about second factors, like the product. */
const about = (question: string, body: object) =>
  running.app.inject({
    method: "POST",
    url: `${PREFIX}/internal/factors/${question}`,
    headers: { authorization: `Bearer ${productKey}` },
    payload: body,
  });
const asking = (sub: string) => ({ sub, sid: "the session", amr: ["pwd"], address: "192.0.2.1" });

/** Adds an authenticator app to an account, like the product. @returns its recovery codes. */
async function withApp(sub: string) {
  const begun = await about("begin-app", { asking: asking(sub), proof: { password: PASSWORD } });
  const { totpId, secret } = begun.json();
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const done = await about("finish-app", { asking: asking(sub), totpId, code });
  return done.json<{ recoveryCodes: string[] }>().recoveryCodes;
}

async function withPasskey(sub: string, authenticator: ReturnType<typeof anAuthenticator>) {
  const { options } = (await about("begin-passkey", { asking: asking(sub), proof: { password: PASSWORD } })).json();
  await about("finish-passkey", { asking: asking(sub), response: authenticator.create(options), name: "Phone" });
}

const stepIn = (body: string) => /name="step" value="([^"]+)"/.exec(body)?.[1] ?? "";

test("an account with a second factor is asked for it at a partner too, and no way leads around it", async () => {
  const { sub, email } = await aPerson(running);
  const [code = ""] = await withApp(sub);
  const { browser, page } = await atTheSignIn();
  const answer = await browser.visit(page, { username: email, password: PASSWORD, answer: "yes" });
  expect(answer.status).toBe(200);
  expect(answer.body).toContain("Code from your app, or a recovery code");
  const step = stepIn(answer.body);
  const wrong = await browser.visit(page, { step, code: "000000", answer: "yes" });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toContain("This code is wrong");
  expect(stepIn(wrong.body)).toBe(step);
  const without = await browser.visit(page, { step: "made up", code, answer: "yes" });
  expect(without.body).toContain('type="password"');
  expect(await answered(browser, page, { step, code, answer: "yes" })).toHaveProperty("code");
});

test("a sign-in at a partner that knew a password alone is asked again once there is a second factor", async () => {
  const { sub, email } = await aPerson(running);
  const { browser, page } = await atTheSignIn();
  await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  await withApp(sub);
  expect((await browser.visit(authorizeUrl())).location).toMatch(/\/interaction\//);
});

test("a passkey is asked for at a partner by the one script that the page allows", async () => {
  const { sub, email } = await aPerson(running);
  const authenticator = anAuthenticator({ origin, rpId: "touchline.example" });
  await withPasskey(sub, authenticator);
  const { browser, page } = await atTheSignIn();
  const answer = await browser.visit(page, { username: email, password: PASSWORD, answer: "yes" });
  const script = /<script>([^<]*)<\/script>/.exec(answer.body)?.[1] ?? "";
  expect(answer.policy).toContain(`script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  const options = /data-options="([^"]+)"/.exec(answer.body)?.[1]?.replaceAll("&quot;", '"') ?? "";
  const form = { step: stepIn(answer.body), assertion: authenticator.get(JSON.parse(options), sub), answer: "yes" };
  expect(await answered(browser, page, form)).toHaveProperty("code");
});

test("a person who cancels is sent back without a code", async () => {
  const { browser, page } = await atTheSignIn();
  expect(await answered(browser, page, { answer: "no" })).toMatchObject({ error: "access_denied" });
});

test("an account that may not be used is sent back without a code", async () => {
  const { sub, email } = await aPerson(running);
  blocked.add(sub);
  const { browser, page } = await atTheSignIn();
  const answer = await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  expect(answer).toMatchObject({ error: "access_denied" });
});

test("someone signed in who is asked again only agrees, and the time of the sign-in stays", async () => {
  const { email } = await aPerson(running);
  const { browser, page } = await atTheSignIn();
  await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  const second = await atTheSignIn(browser, { prompt: "consent", scope: "openid offline_access" });
  expect((await browser.visit(second.page)).body).not.toContain('type="password"');
  const { code = "" } = await answered(browser, second.page, { answer: "yes" });
  const { body } = await redeem(code);
  expect(body.refresh_token).toEqual(expect.any(String));
});

test("the sign-in page of one browser is nothing to another", async () => {
  const { page } = await atTheSignIn();
  const { status, body } = await aBrowser().visit(page);
  expect(status).toBe(400);
  expect(body).toContain("This login has expired");
});

test("the cookie of one sign-in does not open another", async () => {
  const { browser, page } = await atTheSignIn();
  const other = await atTheSignIn();
  for (const cookie of browser.jar.values()) cookie.path = "/";
  expect((await browser.visit(page)).status).toBe(200);
  expect((await browser.visit(other.page)).status).toBe(400);
});

test("a code works once; used again, its tokens end", async () => {
  const { email } = await aPerson(running);
  const { browser, page } = await atTheSignIn();
  const { code = "" } = await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  const first = await redeem(code);
  expect((await redeem(code)).body.error).toBe("invalid_grant");
  const userinfo = await running.app.inject({
    url: `${PREFIX}/connect/userinfo`,
    headers: { authorization: `Bearer ${first.body.access_token}` },
  });
  expect(userinfo.statusCode).toBe(401);
});

test("a partner cannot get a token for the product's API", async () => {
  const { location } = await aBrowser().visit(authorizeUrl({ resource: "http://127.0.0.1:4000/api" }));
  expect(location).toContain("error=invalid_target");
});

test("an authorization request may be posted", async () => {
  const browser = aBrowser();
  const url = new URL(authorizeUrl());
  const posted = await browser.visit(`${issuer}/connect/authorize`, Object.fromEntries(url.searchParams));
  expect(posted.status).toBe(303);
  const next = await browser.visit(new URL(posted.location, posted.url).href);
  expect(next.location).toMatch(/\/interaction\//);
  for (const state of ["\0", "x".repeat(20_000)]) {
    expect((await browser.visit(`${issuer}/connect/authorize`, { state })).status).toBe(400);
  }
});

/** Returns a code that a partner was given for a person who signed in just now. */
async function aCode(more: Record<string, string> = {}) {
  const { email } = await aPerson(running);
  const { browser, page } = await atTheSignIn(aBrowser(), more);
  const { code = "" } = await answered(browser, page, { username: email, password: PASSWORD, answer: "yes" });
  return { code, browser };
}

test.each([
  ["without a challenge", { code_challenge: "", code_challenge_method: "" }],
  ["with the verifier itself as challenge", { code_challenge: verifier, code_challenge_method: "plain" }],
])("a partner's authorization request %s is refused: PKCE is not optional", async (_, more) => {
  const { location } = await aBrowser().visit(authorizeUrl(more));
  const { searchParams, origin: to } = new URL(location);
  expect([to, searchParams.get("error"), searchParams.get("code")]).toEqual([
    "https://partner.example",
    "invalid_request",
    null,
  ]);
});

test.each([
  ["without the verifier", { code_verifier: "" }],
  ["with another verifier", { code_verifier: randomBytes(32).toString("base64url") }],
  ["with the challenge in its place", { code_verifier: createHash("sha256").update(verifier).digest("base64url") }],
  ["for another address", { redirect_uri: "https://partner.example/other" }],
  ["as another client", { client_id: "touchline-web" }],
])("a code that somebody redeems %s gives no token", async (_, more) => {
  const { code } = await aCode();
  const { status, body } = await redeem(code, more);
  expect(status).toBe(400);
  expect(body.access_token ?? body.id_token).toBeUndefined();
});

test("a partner that has a secret gives no token away without it", async () => {
  const { code } = await aCode({ client_id: "keeper" });
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`keeper:${encodeURIComponent(secret)}`).toString("base64")}`,
  });
  for (const headers of [{}, basic("a guess")]) {
    expect((await redeem(code, { client_id: "keeper" }, headers)).body.access_token).toBeUndefined();
  }
  expect((await redeem(code, { client_id: "keeper" }, basic(keeperSecret))).status).toBe(200);
});

test.each([
  "https://partner.example/callback/more",
  "https://partner.example/callback?more=1",
  "https://partner.example/CALLBACK",
  "https://partner.example:8443/callback",
  "https://evil.example/callback",
  "https://partner.example.evil.example/callback",
  "https://partner.example@evil.example/callback",
  "http://partner.example/callback",
  "https://partner.example/callback#fragment",
  "javascript:alert(1)",
])("nobody is sent to %s, which no partner registered", async (redirectUri) => {
  const { status, location, body } = await aBrowser().visit(authorizeUrl({ redirect_uri: redirectUri }));
  expect([status, location]).toEqual([400, ""]);
  expect(body).not.toContain("evil.example");
});

/** Signs out with the partner's link and confirms. @returns where that leads, or the answer. */
async function signedOutBy(browser: ReturnType<typeof aBrowser>, parameters: Record<string, string>) {
  const answer = await browser.visit(`${issuer}/connect/endsession?${new URLSearchParams(parameters)}`);
  const [, action = "", xsrf = ""] = /action="([^"]+)"[\s\S]*name="xsrf" value="([^"]+)"/.exec(answer.body) ?? [];
  return { answer, agreed: action === "" ? null : await browser.visit(action, { xsrf, logout: "yes" }) };
}

test("signing out with a partner's link leads back to the address that the partner registered, with its state", async () => {
  const { code, browser } = await aCode();
  const { body } = await redeem(code);
  const { agreed } = await signedOutBy(browser, {
    id_token_hint: body.id_token ?? "",
    post_logout_redirect_uri: afterwards,
    state: "a state",
  });
  expect(agreed?.location).toBe(`${afterwards}?state=a+state`);
  expect((await browser.visit(authorizeUrl())).location).toMatch(/\/interaction\//);
});

test.each([
  ["an address that it did not register", { client_id: "partner", post_logout_redirect_uri: "https://evil.example/" }],
  ["the address of another partner", { client_id: "keeper", post_logout_redirect_uri: afterwards }],
])("a sign-out link of a partner that names %s leads nowhere and ends nothing", async (_, parameters) => {
  const { browser } = await aCode();
  const { answer, agreed } = await signedOutBy(browser, parameters as Record<string, string>);
  expect([answer.status, answer.location, agreed]).toEqual([400, "", null]);
  expect(answer.body).not.toContain("evil.example");
  expect((await browser.visit(authorizeUrl())).location).toMatch(/code=/);
});

test("a sign-out link that does not say whose it is leads to no partner", async () => {
  const { browser } = await aCode();
  const { agreed } = await signedOutBy(browser, { post_logout_redirect_uri: afterwards });
  expect(agreed?.location).toMatch(new RegExp(`^${issuer}/`));
});

test("a partner cannot revoke a token that is not its own", async () => {
  const { email } = await aPerson(running);
  const refreshToken = (await signIn(running, email)).body.refresh_token ?? "";
  await running.app.inject({
    method: "POST",
    url: `${PREFIX}/connect/revocation`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams({ client_id: "partner", token: refreshToken }).toString(),
  });
  expect((await refresh(running, refreshToken)).status).toBe(200);
});

test("an account that may not be used anymore gets no token, by password or by refresh", async () => {
  const { sub, email } = await aPerson(running);
  const refreshToken = (await signIn(running, email)).body.refresh_token ?? "";
  blocked.add(sub);
  expect((await refresh(running, refreshToken)).body.error).toBe("invalid_grant");
  expect((await signIn(running, email)).body.error).toBe("invalid_grant");
});
