import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  AUDIENCE,
  anIdentity,
  aPerson,
  ISSUER,
  migratedDatabase,
  PASSWORD,
  PREFIX,
  type Running,
  refresh,
  SECRET,
  signIn,
  token,
} from "../test/world.ts";
import { EmailTaken, type PolicyVersions, TooBusy } from "./index.ts";
import { signIn as signInWith } from "./sign-in.ts";
import { createThrottle } from "./throttle.ts";

let running: Running;
/** The current policies. A test may publish another version. */
const policies: PolicyVersions = { terms: "2026-01" };
beforeAll(async () => {
  running = await anIdentity(await migratedDatabase(), { policies });
});
afterAll(() => running.stop());

async function claimsOf(accessToken: string) {
  const keys = await running.app.inject(`${PREFIX}/jwks`);
  const { payload } = await jwtVerify(accessToken, createLocalJWKSet(keys.json()), {
    issuer: ISSUER,
    audience: AUDIENCE,
    typ: "at+jwt",
  });
  return payload;
}

test("a person signs in and gets an access token of five minutes with the claims the specification names", async () => {
  const { sub, email } = await aPerson(running);
  const profileId = "01994c1e-0000-7000-8000-000000000001";
  running.owned.set(sub, [profileId]);
  const { status, body, headers } = await signIn(running, email);
  expect(status).toBe(200);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: 300, refresh_token: expect.any(String) });
  const claims = await claimsOf(body.access_token ?? "");
  expect(claims).toMatchObject({
    sub,
    iss: ISSUER,
    aud: AUDIENCE,
    "User/PrivacyAccepted": false,
    "User/TermsAccepted": false,
    "User/Email": email,
    "User/Role": ["Member"],
    "User/Tabs": ["Requirements"],
    "User/UserName": "ada",
    "User/FirstName": "Ada",
    "User/LastName": "Byron",
    CurrentProfileId: profileId,
  });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
  expect(claims.auth_time).toBeLessThanOrEqual(Date.now() / 1000);
});

test("acceptances count once their version is the one in force", async () => {
  const { sub, email } = await aPerson(running);
  await running.accounts.accept(sub, "terms", "2025-01");
  await running.accounts.accept(sub, "privacy", "1");
  const before = await claimsOf((await signIn(running, email)).body.access_token ?? "");
  expect(before).toMatchObject({ "User/PrivacyAccepted": true, "User/TermsAccepted": false });
  await running.accounts.accept(sub, "terms", "2026-01");
  const after = await claimsOf((await signIn(running, email)).body.access_token ?? "");
  expect(after).toMatchObject({ "User/PrivacyAccepted": true, "User/TermsAccepted": true });
});

test("a version that is published in the meantime is required from the next renewal on", async () => {
  const { sub, email } = await aPerson(running);
  await running.accounts.accept(sub, "terms", "2026-01");
  await running.accounts.accept(sub, "privacy", "1");
  const signedIn = (await signIn(running, email)).body;
  expect(await claimsOf(signedIn.access_token ?? "")).toMatchObject({ "User/TermsAccepted": true });
  policies.terms = "2026-02";
  const renewed = await refresh(running, signedIn.refresh_token ?? "");
  policies.terms = "2026-01";
  expect(await claimsOf(renewed.body.access_token ?? "")).toMatchObject({
    "User/PrivacyAccepted": true,
    "User/TermsAccepted": false,
  });
});

test("an unknown account and a wrong password get identical answers", async () => {
  const { email } = await aPerson(running);
  const wrong = await signIn(running, email, "not this one");
  const unknown = await signIn(running, "nobody@example.org", "not this one");
  const impossible = await signIn(running, "no\0body", "not this one");
  expect(wrong.status).toBe(400);
  expect(wrong.body.error).toBe("invalid_grant");
  for (const other of [unknown, impossible]) {
    expect(other.status).toBe(wrong.status);
    expect(other.body).toEqual(wrong.body);
    expect({ ...other.headers, date: "" }).toEqual({ ...wrong.headers, date: "" });
  }
});

test("an address is found however it is spelled", async () => {
  const { email } = await aPerson(running, "Grace.Hopper@Example.ORG");
  expect((await signIn(running, `  ${email.toUpperCase()} `)).status).toBe(200);
  expect((await signIn(running, "ｇrace.hopper@example.org")).status).toBe(200);
  await expect(aPerson(running, "grace.hopper@example.org")).rejects.toThrow(EmailTaken);
});

test("a password is the same composed and decomposed", async () => {
  const { sub } = await running.accounts.create({ email: "zoe@example.org", password: "Zo\u00eb's password" });
  expect(await running.accounts.verifyPassword("zoe@example.org", "Zoe\u0308's password")).toEqual({ sub });
});

test.each([
  ["no password", { grant_type: "password", username: "a@example.org" }, 400, "invalid_request"],
  ["an unknown client", { grant_type: "password", client_id: "other" }, 401, "invalid_client"],
  ["an unknown grant", { grant_type: "implicit" }, 400, "unsupported_grant_type"],
  ["no grant", {}, 400, "invalid_request"],
])("%s is refused as OAuth 2 says", async (_case, form, status, error) => {
  const answer = await token(running, form as Record<string, string>);
  expect(answer.status).toBe(status);
  expect(answer.body.error).toBe(error);
});

test("eleven wrong passwords from one place are too many, for known and unknown accounts alike, and time heals", async () => {
  const { email } = await aPerson(running);
  for (const name of [email, "nobody.at.all@example.org"]) {
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await signIn(running, name, "wrong", "192.0.2.1")).status).toBe(400);
    }
    const { status, body, headers } = await signIn(running, name, PASSWORD, "192.0.2.1");
    expect(status).toBe(429);
    expect(body.error).toBe("temporarily_unavailable");
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await signIn(running, email, PASSWORD, "192.0.2.2")).status).toBe(200);
  running.later(16 * 60);
  expect((await signIn(running, email, PASSWORD, "192.0.2.1")).status).toBe(200);
});

test("a made-up X-Forwarded-For does not make another caller of anyone", async () => {
  const answers = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    const headers = { "x-forwarded-for": `198.51.100.${attempt}` };
    const form = { grant_type: "password", username: "spoofer@example.org", password: "wrong" };
    answers.push((await token(running, form, { remoteAddress: "192.0.2.9", headers })).status);
  }
  expect(answers.at(-1)).toBe(429);
});

test("when too many passwords are waiting to be checked, one is told to retry and no attempt is counted", async () => {
  const throttle = createThrottle(running.pool, SECRET, Date.now);
  const accounts = { passwordCheck: async () => () => Promise.reject(new TooBusy()) };
  const set = new Map<string, string>();
  const caller = { ip: "192.0.2.10", set: (name: string, value: string) => set.set(name, value) };
  for (let attempt = 0; attempt < 11; attempt++) {
    await expect(signInWith({ accounts, throttle }, caller, "busy@example.org", PASSWORD)).rejects.toMatchObject({
      statusCode: 503,
      error: "temporarily_unavailable",
      expose: true,
    });
  }
  expect(Number(set.get("Retry-After"))).toBeGreaterThan(0);
});

test("signing in rightly does not use attempts up", async () => {
  const { email } = await aPerson(running);
  for (let attempt = 0; attempt < 12; attempt++) {
    expect((await signIn(running, email, PASSWORD, "192.0.2.3")).status).toBe(200);
  }
});

test("neither passwords nor addresses nor tokens are logged", async () => {
  const { email } = await aPerson(running, "secretive@example.org");
  const { body } = await signIn(running, email);
  await signIn(running, email, "a wrong password");
  const log = running.logged.join("");
  expect(log).not.toContain("secretive");
  expect(log).not.toContain(PASSWORD);
  expect(log).not.toContain("a wrong password");
  expect(log).not.toContain(body.refresh_token);
});
