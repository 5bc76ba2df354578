import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAuthenticator } from "../test/authenticator.ts";
import {
  anIdentity,
  aPerson,
  migratedDatabase,
  PASSWORD,
  PREFIX,
  type Running,
  refresh,
  signIn,
  token,
} from "../test/world.ts";
import type { FactorChange, Factors } from "./factors.ts";
import { PASSKEY_GRANT, SECOND_FACTOR_GRANT } from "./grants.ts";
import { removeSecondFactors } from "./remove-factors.ts";

const productKey = "the product's key, long enough by far";
let running: Running;
/** Stands still unless a test moves it, so that no code expires between two lines. */
let clock = Date.now();
beforeAll(async () => {
  const partner = {
    client_id: "partner",
    client_name: "A partner",
    redirect_uris: ["https://partner.example/callback"],
  };
  running = await anIdentity(await migratedDatabase(), { productKey, partners: [partner], now: () => clock });
});
afterAll(() => running.stop());

function later(seconds: number) {
  clock += seconds * 1000;
}

async function ask<Answer>(question: string, body: object): Promise<Answer> {
  const answer = await running.app.inject({
    method: "POST",
    url: `${PREFIX}/internal/factors/${question}`,
    headers: { authorization: `Bearer ${productKey}` },
    payload: body,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<Answer>();
}

type Options = { challenge: string };
const proof = { password: PASSWORD };
const claimsOf = (accessToken: string | undefined) => decodeJwt<{ amr: string[]; sid: string }>(accessToken ?? "");

/** A person who is logged in with a password, and how they call endpoints in that session. */
async function signedIn() {
  const person = await aPerson(running);
  const { body } = await signIn(running, person.email);
  const { sid, amr } = claimsOf(body.access_token);
  const asking = { sub: person.sub, sid, amr, address: "192.0.2.50" };
  return { ...person, asking, refreshToken: body.refresh_token ?? "" };
}
type SignedIn = Awaited<ReturnType<typeof signedIn>>;

/** Returns the code that the app shows. Those of the adjacent steps are valid too. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock + steps * 30_000 });

async function withApp(person: SignedIn) {
  const begun = await ask<{ totpId: string; secret: string; uri: string }>("begin-app", {
    asking: person.asking,
    proof,
  });
  const done = await ask<FactorChange>("finish-app", {
    asking: person.asking,
    totpId: begun.totpId,
    code: codeOf(begun.secret, -1),
  });
  return { ...begun, recoveryCodes: done.recoveryCodes ?? [] };
}

async function withPasskey(person: SignedIn, authenticator = anAuthenticator()) {
  const { options } = await ask<{ options: Options }>("begin-passkey", { asking: person.asking, proof });
  const response = authenticator.create(options);
  const done = await ask<FactorChange>("finish-passkey", { asking: person.asking, response, name: "Phone" });
  return { authenticator, response, done };
}

const secondStep = (mfaToken: string | undefined, factor: Record<string, string>, remoteAddress = "192.0.2.60") =>
  token(running, { grant_type: SECOND_FACTOR_GRANT, mfa_token: mfaToken ?? "", ...factor }, { remoteAddress });
const stepOf = async (email: string) => (await signIn(running, email)).body.mfa_token;
const signInOptions = () => ask<Options>("sign-in-options", {});
const byPasskey = (assertion: string) => token(running, { grant_type: PASSKEY_GRANT, assertion });

test("an account with an app is asked for a code after its password, and its tokens say so through every renewal", async () => {
  const person = await signedIn();
  const { secret, uri } = await withApp(person);
  expect(uri).toContain("otpauth://totp/Touchline:");
  const first = await signIn(running, person.email);
  expect(first.status).toBe(400);
  expect(first.body).toEqual({
    error: "mfa_required",
    error_description: expect.any(String),
    mfa_token: expect.any(String),
    methods: ["code", "recovery"],
  });
  const { status, body } = await secondStep(first.body.mfa_token, { code: codeOf(secret) });
  expect(status).toBe(200);
  expect(claimsOf(body.access_token).amr).toEqual(["pwd", "otp", "mfa"]);
  const renewed = (await refresh(running, body.refresh_token ?? "")).body;
  expect(claimsOf(renewed.access_token).amr).toEqual(["pwd", "otp", "mfa"]);
  const again = (await refresh(running, renewed.refresh_token ?? "")).body;
  expect(claimsOf(again.access_token).amr).toEqual(["pwd", "otp", "mfa"]);
});

test("a wrong password is answered as ever: whether there is a second factor learns only who knows it", async () => {
  const person = await signedIn();
  await withApp(person);
  const wrong = await signIn(running, person.email, "not this one");
  const unknown = await signIn(running, "nobody.here@example.org", "not this one");
  expect(wrong.status).toBe(400);
  expect(wrong.body).toEqual(unknown.body);
});

test("the session that added the first factor counts as having shown it once it is renewed, others do not", async () => {
  const person = await signedIn();
  const other = (await signIn(running, person.email)).body.refresh_token ?? "";
  await withApp(person);
  const { body } = await refresh(running, person.refreshToken);
  expect(claimsOf(body.access_token).amr).toEqual(["pwd", "mfa"]);
  const next = await refresh(running, body.refresh_token ?? "");
  expect(claimsOf(next.body.access_token).amr).toEqual(["pwd", "mfa"]);
  expect(claimsOf((await refresh(running, other)).body.access_token).amr).toEqual(["pwd"]);
});

test("one code signs in once, even if it is used several times at once", async () => {
  const person = await signedIn();
  const { secret } = await withApp(person);
  const code = codeOf(secret);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => stepOf(person.email)));
  const answers = await Promise.all(tokens.map((one, n) => secondStep(one, { code }, `198.51.100.${n}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("one recovery code signs in once, even if it is used several times at once, with or without dashes", async () => {
  const person = await signedIn();
  const { recoveryCodes } = await withApp(person);
  expect(recoveryCodes).toHaveLength(10);
  const [code = "", next = ""] = recoveryCodes;
  const tokens = await Promise.all(Array.from({ length: 20 }, () => stepOf(person.email)));
  const answers = await Promise.all(
    tokens.map((one, n) => secondStep(one, { recovery_code: code }, `198.51.101.${n}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await ask<Factors>("list", { sub: person.sub })).recoveryCodes?.left).toBe(9);
  const spelled = next.replaceAll("-", " ").toUpperCase();
  const { status } = await secondStep(await stepOf(person.email), { recovery_code: spelled });
  expect(status).toBe(200);
});

test("a code of the step before and of the one after are taken, of others not, and none twice or out of turn", async () => {
  const person = await signedIn();
  const { secret } = await withApp(person);
  later(120);
  const attempt = async (steps: number) =>
    (await secondStep(await stepOf(person.email), { code: codeOf(secret, steps) })).status;
  expect(await attempt(-3)).toBe(400);
  expect(await attempt(3)).toBe(400);
  expect(await attempt(1)).toBe(200);
  expect(await attempt(1)).toBe(400);
  // Earlier than one that was already used.
  expect(await attempt(-1)).toBe(400);
});

test("the second step is over after five wrong tries, after five minutes, after it was used, and after a new password", async () => {
  const person = await signedIn();
  const { secret, recoveryCodes } = await withApp(person);
  const tried = await stepOf(person.email);
  for (let n = 0; n < 5; n++) {
    expect((await secondStep(tried, { code: "000000" }, "192.0.2.61")).body.error).toBe("invalid_grant");
  }
  expect((await secondStep(tried, { code: codeOf(secret) }, "192.0.2.62")).body.error).toBe("mfa_expired");

  const used = await stepOf(person.email);
  expect((await secondStep(used, { recovery_code: recoveryCodes[0] ?? "" })).status).toBe(200);
  expect((await secondStep(used, { recovery_code: recoveryCodes[1] ?? "" })).body.error).toBe("mfa_expired");

  const slow = await stepOf(person.email);
  later(5 * 60 + 1);
  expect((await secondStep(slow, { code: codeOf(secret) })).body.error).toBe("mfa_expired");

  const old = await stepOf(person.email);
  await running.accounts.setPassword(person.sub, "another horse battery");
  expect((await secondStep(old, { code: codeOf(secret) })).body.error).toBe("mfa_expired");
  expect((await secondStep("nothing of the kind", { code: "000000" })).body.error).toBe("mfa_expired");
});

test("a new password does not walk around the second factor", async () => {
  const person = await signedIn();
  await withApp(person);
  await running.accounts.setPassword(person.sub, "another horse battery");
  const { body } = await signIn(running, person.email, "another horse battery");
  expect(body.error).toBe("mfa_required");
});

test("wrong codes are bounded by account and address over many sign-ins, and time heals", async () => {
  const person = await signedIn();
  const { recoveryCodes } = await withApp(person);
  const wrong = async (from: string) => (await secondStep(await stepOf(person.email), { code: "000000" }, from)).status;
  for (let n = 0; n < 10; n++) expect(await wrong("192.0.2.70")).toBe(400);
  expect(await wrong("192.0.2.70")).toBe(429);
  for (let n = 0; n < 10; n++) expect(await wrong(`192.0.2.${80 + n}`)).toBe(400);
  const right = { recovery_code: recoveryCodes[0] ?? "" };
  const refused = await secondStep(await stepOf(person.email), right, "192.0.2.99");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  later(61 * 60);
  expect((await secondStep(await stepOf(person.email), right, "192.0.2.99")).status).toBe(200);
});

test("a passkey alone signs in, and after the password too; the first brings recovery codes", async () => {
  const person = await signedIn();
  const { authenticator, done } = await withPasskey(person);
  expect(done.recoveryCodes).toHaveLength(10);
  const alone = await byPasskey(authenticator.get(await signInOptions(), person.sub));
  expect(alone.status).toBe(200);
  expect(decodeJwt(alone.body.access_token ?? "")).toMatchObject({ sub: person.sub, amr: ["pop", "user", "mfa"] });
  const first = await signIn(running, person.email);
  expect(first.body.methods).toEqual(["passkey", "recovery"]);
  const assertion = authenticator.get(await signInOptions(), person.sub);
  const { body } = await secondStep(first.body.mfa_token, { assertion });
  expect(claimsOf(body.access_token).amr).toEqual(["pwd", "pop", "mfa"]);
});

test("an answer of a passkey is good once, for its own challenge, page, owner and purpose, and with its owner verified", async () => {
  const person = await signedIn();
  const { authenticator } = await withPasskey(person);
  const assertion = authenticator.get(await signInOptions(), person.sub);
  const answers = await Promise.all(Array.from({ length: 20 }, () => byPasskey(assertion)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = async (what: string) => expect((await byPasskey(what)).body.error).toBe("invalid_grant");
  await refused(authenticator.get({ challenge: "bm90IG91cnM" }, person.sub));
  await refused(anAuthenticator().get(await signInOptions(), person.sub));
  await refused(authenticator.get(await signInOptions(), crypto.randomUUID()));
  await refused(authenticator.get(await ask<Options>("proof-options", { sub: person.sub }), person.sub));
  await refused("nothing of the kind");
  const late = await signInOptions();
  later(5 * 60 + 1);
  await refused(authenticator.get(late, person.sub));

  const stranger = await signedIn();
  await withApp(stranger);
  const borrowed = { assertion: authenticator.get(await signInOptions(), person.sub) };
  expect((await secondStep(await stepOf(stranger.email), borrowed)).body.error).toBe("invalid_grant");
});

test.each([
  ["on another page", { origin: "https://club.example.evil.org" }],
  ["for another host", { rpId: "evil.org" }],
  ["without its owner's finger or PIN", { verifies: false }],
])("a passkey made %s is refused", async (_case, odd) => {
  const person = await signedIn();
  const { done } = await withPasskey(person, anAuthenticator(odd));
  expect(done).toEqual({ problem: "wrong" });
  expect((await ask<Factors>("list", { sub: person.sub })).passkeys).toEqual([]);
});

test("a passkey belongs to one account, and what a browser made for one challenge is stored once", async () => {
  const person = await signedIn();
  const { authenticator, response } = await withPasskey(person);
  const again = await ask("finish-passkey", { asking: person.asking, response, name: "Again" });
  expect(again).toEqual({ problem: "wrong" });
  const other = await signedIn();
  expect((await withPasskey(other, authenticator)).done).toEqual({ problem: "taken" });
});

test("a change demands the password or a passkey, and wrong ones are bounded", async () => {
  const person = await signedIn();
  const wrong = { asking: person.asking, proof: { password: "not this one" } };
  for (let n = 0; n < 10; n++) expect(await ask("begin-app", wrong)).toEqual({ problem: "wrong" });
  expect(await ask("begin-app", { ...wrong, proof })).toEqual({ problem: "wait", retryAfter: expect.any(Number) });

  const keyed = await signedIn();
  const { authenticator } = await withPasskey(keyed);
  const asking = { ...keyed.asking, amr: ["pwd", "pop", "mfa"] };
  const prove = async (sub: string) => ({ assertion: authenticator.get(await ask<Options>("proof-options", { sub })) });
  expect(await ask("begin-app", { asking, proof: await prove(keyed.sub) })).toMatchObject({ uri: expect.any(String) });
  expect(await ask("begin-app", { asking, proof: await prove(person.sub) })).toEqual({ problem: "wrong" });
});

test("a session that has shown a password alone changes nothing once there is a second factor", async () => {
  const person = await signedIn();
  const other = claimsOf((await signIn(running, person.email)).body.access_token);
  await withApp(person);
  const asking = { ...person.asking, sid: other.sid, amr: other.amr };
  expect(await ask("begin-passkey", { asking, proof })).toEqual({ problem: "showFirst" });
  expect(await ask("renew-recovery-codes", { asking, proof })).toEqual({ problem: "showFirst" });
  expect(await ask("remove", { asking, proof, passkeyId: null, keepOne: false })).toEqual({ problem: "showFirst" });
});

test("factors are listed, renamed and removed; the last one takes the recovery codes with it, or stays where one is demanded", async () => {
  const person = await signedIn();
  const { asking, sub } = person;
  await withPasskey(person);
  const { secret } = await withApp(person);
  const before = await ask<Factors>("list", { sub });
  const [passkey] = before.passkeys;
  const passkeyId = passkey?.passkeyId ?? "";
  expect(before).toMatchObject({
    passkeys: [{ name: "Phone", lastUsedAt: null }],
    app: {},
    recoveryCodes: { left: 10 },
  });
  expect(JSON.stringify(before)).not.toContain(secret);
  expect(await ask("rename-passkey", { asking, passkeyId, name: "Old phone" })).toEqual({ name: "Old phone" });
  const stranger = await signedIn();
  const foreign = { asking: stranger.asking, passkeyId };
  expect(await ask("rename-passkey", { ...foreign, name: "Mine" })).toEqual({ problem: "none" });
  expect(await ask("remove", { ...foreign, proof, keepOne: false })).toEqual({ problem: "none" });
  expect(await ask("begin-app", { asking, proof })).toEqual({ problem: "taken" });

  const codes = await ask<FactorChange>("renew-recovery-codes", { asking, proof });
  expect(codes.recoveryCodes).toHaveLength(10);
  const removed = await ask<FactorChange>("remove", { asking, proof, passkeyId, keepOne: true });
  expect(removed).toMatchObject({ name: "Old phone", address: person.email });
  expect(await ask("remove", { asking, proof, passkeyId: null, keepOne: true })).toEqual({ problem: "last" });
  expect(await ask("remove", { asking, proof, passkeyId: null, keepOne: false })).toMatchObject({ name: "" });
  expect(await ask<Factors>("list", { sub })).toEqual({ passkeys: [], app: null, recoveryCodes: null });
  expect((await signIn(running, person.email)).status).toBe(200);
});

test("of two who remove the last two factors at once one keeps the other's, where one is demanded", async () => {
  const person = await signedIn();
  const { asking, sub } = person;
  await withPasskey(person);
  await withApp(person);
  const passkeyId = (await ask<Factors>("list", { sub })).passkeys[0]?.passkeyId ?? "";
  const answers = await Promise.all(
    [passkeyId, null].map((one) => ask<object>("remove", { asking, proof, passkeyId: one, keepOne: true })),
  );
  expect(answers.filter((one) => "problem" in one)).toEqual([{ problem: "last" }]);
});

test("an account without a password is told so, can use a passkey as proof, and keeps the last one", async () => {
  const person = await signedIn();
  const { authenticator } = await withPasskey(person);
  await running.pool.query("update identity.account set password_hash = null where sub = $1", [person.sub]);
  const { asking } = person;
  expect(await ask("prove", { asking, proof })).toEqual({ problem: "noPassword" });
  const assertion = async () => authenticator.get(await ask<Options>("proof-options", { sub: person.sub }));
  expect(await ask("prove", { asking, proof: { assertion: await assertion() } })).toEqual({ proved: true });
  const [passkey] = (await ask<Factors>("list", { sub: person.sub })).passkeys;
  const removing = async () =>
    ask("remove", {
      asking,
      proof: { assertion: await assertion() },
      passkeyId: passkey?.passkeyId,
      keepOne: false,
    });
  expect(await removing()).toEqual({ problem: "lastWayIn" });
  await running.pool.query("update identity.account set password_hash = 'any' where sub = $1", [person.sub]);
  expect(await removing()).toMatchObject({ name: "Phone" });
});

test("who proves to be the owner has shown the second factor where there is one, and is stopped after ten tries", async () => {
  const person = await signedIn();
  const elsewhere = await signIn(running, person.email);
  await withApp(person);
  const { asking } = person;
  expect(await ask("prove", { asking, proof })).toEqual({ proved: true });
  const { sid, amr } = claimsOf(elsewhere.body.access_token);
  expect(await ask("prove", { asking: { ...asking, sid, amr }, proof })).toEqual({ problem: "showFirst" });
  for (let tries = 0; tries < 10; tries++) {
    expect(await ask("prove", { asking, proof: { password: "not this one" } })).toEqual({ problem: "wrong" });
  }
  expect(await ask("prove", { asking, proof })).toEqual({ problem: "wait", retryAfter: expect.any(Number) });
});

test("an account that waits for its address to be confirmed knows its password, and gets no factor; the address's owner is not counted", async () => {
  const owner = await signedIn();
  const waitsAs = randomUUID();
  const { sub } = await running.accounts.create({ email: owner.email, password: "quite another one", waitsAs });
  const asking = { ...owner.asking, sub };
  const own = { password: "quite another one" };
  expect(await ask("prove", { asking, proof: own })).toEqual({ proved: true });
  expect(await ask("prove", { asking, proof })).toEqual({ problem: "wrong" });
  for (const question of ["begin-app", "begin-passkey"]) {
    expect(await ask(question, { asking, proof: own })).toEqual({ problem: "unconfirmed" });
  }
  for (let tries = 0; tries < 12; tries++) await ask("prove", { asking, proof });
  expect((await ask<{ problem: string }>("prove", { asking, proof: own })).problem).toBe("wait");
  expect(await ask("prove", { asking: owner.asking, proof })).toEqual({ proved: true });
});

test("wrong passkeys are bounded by the address they come from, and it is said how long", async () => {
  const person = await signedIn();
  const { authenticator } = await withPasskey(person);
  const from = { remoteAddress: "192.0.2.77" };
  const wrong = () => token(running, { grant_type: PASSKEY_GRANT, assertion: "{}" }, from);
  for (let tries = 0; tries < 60; tries++) expect((await wrong()).status).toBe(400);
  const refused = await wrong();
  expect(refused).toMatchObject({ status: 429, headers: { "retry-after": "900" } });
  expect(refused.body.error_description).toMatch(/Try again in 15 minutes/);
  expect((await byPasskey(authenticator.get(await signInOptions()))).status).toBe(200);
});

test("an operator removes the factors of a person who lost them all: the password is enough again, and old sessions end", async () => {
  const person = await signedIn();
  await withApp(person);
  await withPasskey(person);
  expect(await removeSecondFactors(running.pool, ` ${person.email.toUpperCase()}`)).toBe(2);
  expect(await removeSecondFactors(running.pool, "nobody.here@example.org")).toBeNull();
  expect(await ask<Factors>("list", { sub: person.sub })).toEqual({ passkeys: [], app: null, recoveryCodes: null });
  expect((await refresh(running, person.refreshToken)).status).toBe(400);
  expect((await signIn(running, person.email)).status).toBe(200);
});

test("no partner may send a code or a passkey, and what is missing is said", async () => {
  for (const grant_type of [SECOND_FACTOR_GRANT, PASSKEY_GRANT]) {
    const partner = await token(running, {
      client_id: "partner",
      grant_type,
      mfa_token: "x",
      code: "1",
      assertion: "{}",
    });
    expect(partner.body.error_description).toMatch(/not allowed for this client/);
  }
  const missing = await token(running, { grant_type: SECOND_FACTOR_GRANT, mfa_token: "x" });
  expect(missing.body.error).toBe("invalid_request");
  const both = await token(running, { grant_type: SECOND_FACTOR_GRANT, mfa_token: "x", code: "1", assertion: "{}" });
  expect(both.body.error).toBe("invalid_request");
  expect((await token(running, { grant_type: PASSKEY_GRANT })).body.error).toBe("invalid_request");
});

test("secrets, codes and tokens are stored sealed or as hashes, and never logged", async () => {
  const person = await signedIn();
  const { secret, recoveryCodes } = await withApp(person);
  const mfaToken = (await stepOf(person.email)) ?? "";
  const code = codeOf(secret);
  await secondStep(mfaToken, { code });
  const rows = await Promise.all(
    ["totp", "recovery_code", "second_step", "passkey"].map((table) =>
      running.pool.query<{ row: string }>(`select ${table}::text as row from identity.${table}`),
    ),
  );
  const stored = rows.flatMap((answer) => answer.rows.map(({ row }) => row)).join("\n");
  const log = running.logged.join("");
  for (const hidden of [secret, recoveryCodes[0] ?? "", mfaToken]) {
    expect(stored).not.toContain(hidden);
    expect(log).not.toContain(hidden);
  }
  expect(log).toContain("Second factor changed");
});
