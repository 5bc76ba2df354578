import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aBrowser,
  aListeningIdentity,
  anOrigin,
  aPerson,
  PASSWORD,
  PREFIX,
  profiles,
  type Running,
  refresh,
  signIn,
  token,
} from "../test/world.ts";
import { SECOND_FACTOR_GRANT } from "./grants.ts";
import { PARTNER_GRANT } from "./partner-grant.ts";

type Listening = Awaited<ReturnType<typeof aListeningIdentity>>;
type Browser = ReturnType<typeof aBrowser>;
const KEY = "the product's own key, long enough by far";
const leagueSecret = "a secret shared with the league alone";

// Our service, and two partners with instances of their own, whose people sign in there and are logged in here.
let ours: Listening;
let club: Listening;
let league: Listening;
const linkedAccounts: [sub: string, partner: string][] = [];
beforeAll(async () => {
  const [here, atClub, atLeague] = await Promise.all([anOrigin(), anOrigin(), anOrigin()]);
  const us = (key: string, secret: object) => [
    {
      client_id: "touchline",
      client_name: "Touchline",
      redirect_uris: [`${here}${PREFIX}/partner/${key}/callback`],
      ...secret,
    },
  ];
  club = await aListeningIdentity(atClub, { partners: us("club", {}) });
  league = await aListeningIdentity(atLeague, { partners: us("league", { client_secret: leagueSecret }) });
  ours = await aListeningIdentity(here, {
    pageUrl: "https://clubs.example",
    allowedReturnOrigins: ["https://clubs.example"],
    productKey: KEY,
    claims: { ...profiles(new Map()), linked: async (...of) => void linkedAccounts.push(of) },
    partnerIssuers: [
      { key: "club", name: "City <Club>", issuer: club.issuer, clientId: "touchline" },
      {
        key: "league",
        name: "The League",
        issuer: league.issuer,
        clientId: "touchline",
        clientSecret: leagueSecret,
        domains: ["league.example"],
      },
      { key: "gone", name: "Gone United", issuer: "http://127.0.0.1:9/identity", clientId: "touchline" },
    ],
  });
});
afterAll(async () => {
  await Promise.all([ours?.stop(), club?.stop(), league?.stop()]);
});

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** The page: the verifier that it keeps, and where it leads the browser to begin. */
function aPage(key = "club") {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, begin: `${ours.issuer}/partner/${key}/begin?challenge=${challengeOf(verifier)}` };
}

/** Signs in at the partner. @returns our address to which the partner redirects the browser. */
async function answerOf(
  browser: Browser,
  begin: string,
  email: string,
  change: (authorize: URL) => void = () => {},
): Promise<string> {
  const authorize = new URL((await browser.visit(begin)).location);
  change(authorize);
  const { location: page } = await browser.visit(authorize.href);
  const { location } = await browser.visit(page, { username: email, password: PASSWORD, answer: "yes" });
  return (await browser.visit(location)).location;
}

/** Returns the code for the page, from the address it is opened with at the end. */
async function codeAfter(browser: Browser, callback: string): Promise<string> {
  const { status, location, body } = await browser.visit(callback);
  expect({ status, body }).toEqual({ status: 303, body: "" });
  expect(location).toMatch(/^https:\/\/clubs\.example\/partner-sign-in#code=[\w-]{43}$/);
  return location.slice(location.indexOf("=") + 1);
}

const exchange = (code: string, verifier: string, more: Record<string, string> = {}) =>
  token(ours, { grant_type: PARTNER_GRANT, code, code_verifier: verifier, ...more });

const claimsOf = (accessToken = "") =>
  JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()) as { sub: string; amr: string[] };
const subOf = (accessToken?: string) => claimsOf(accessToken).sub;

/** Goes from the page's button to its tokens. */
async function signInAt(key: string, email: string, more: Record<string, string> = {}) {
  const [browser, page] = [aBrowser(), aPage(key)];
  const code = await codeAfter(browser, await answerOf(browser, page.begin, email));
  return { ...(await exchange(code, page.verifier, more)), code, verifier: page.verifier };
}

/** Calls an internal endpoint like the product. */
async function ask(question: string, body: object) {
  const answer = await ours.app.inject({
    method: "POST",
    url: `${PREFIX}/internal/${question}`,
    headers: { authorization: `Bearer ${KEY}` },
    payload: body,
  });
  return answer.json();
}

/** A logged-in person, as the product knows them by their token. */
const asking = (sub: string, amr: string[] = []) => ({ sub, sid: "any", amr, address: "192.0.2.9" });

/** Adds an authenticator app to an account. @returns a function that returns its codes. */
async function withApp(sub: string, proof: object = { password: PASSWORD }) {
  const begun = await ask("factors/begin-app", { asking: asking(sub), proof });
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
  const codeOf = (steps: number) => totp.generate({ timestamp: ours.time() + steps * 30_000 });
  const done = await ask("factors/finish-app", { asking: asking(sub), totpId: begun.totpId, code: codeOf(-1) });
  expect(done.recoveryCodes).toHaveLength(10);
  return { recoveryCodes: done.recoveryCodes as string[] };
}

const furtherStep = (form: Record<string, string>) => token(ours, { grant_type: SECOND_FACTOR_GRANT, ...form });

const unconfirmed = (at: Running, email: string) =>
  at.accounts.create({ email, password: PASSWORD, emailConfirmed: false });

test("the login page gets the partners that it may offer and no other settings, and only our page can read them", async () => {
  const ask = (origin: string) => ours.app.inject({ url: `${PREFIX}/partner/issuers`, headers: { origin } });
  const answer = await ask("https://clubs.example");
  expect(answer.json()).toEqual([
    { key: "club", name: "City <Club>" },
    { key: "league", name: "The League" },
    { key: "gone", name: "Gone United" },
  ]);
  expect(answer.headers["access-control-allow-origin"]).toBe("https://clubs.example");
  expect((await ask("https://evil.example")).headers["access-control-allow-origin"]).toBeUndefined();
});

describe("somebody who signs in at a partner", () => {
  test("gets an account the first time, and the same the next time; it has no password, and its address is confirmed", async () => {
    const { email } = await aPerson(club);
    const first = await signInAt("club", email);
    expect(first.status).toBe(200);
    const sub = subOf(first.body.access_token);
    expect(subOf((await signInAt("club", email)).body.access_token)).toBe(sub);
    expect(await ours.accounts.bySub(sub)).toMatchObject({ email, emailConfirmed: true });
    expect((await signIn(ours, email, PASSWORD)).body.error).toBe("invalid_grant");
    expect((await refresh(ours, first.body.refresh_token ?? "")).status).toBe(200);
    const { rows } = await ours.pool.query(
      "select payload->'amr' as amr from identity.payload where account_id = $1 and model = 'RefreshToken' limit 1",
      [sub],
    );
    expect(rows).toEqual([{ amr: ["fed"] }]);
  });

  test("at one that knows us by a secret, too", async () => {
    const { email } = await aPerson(league, "striker@league.example");
    expect((await signInAt("league", email)).status).toBe(200);
  });

  test("of two partners is two people, although both call them the same", async () => {
    const own = await aPerson(league, "keeper@league.example");
    const theirs = await aPerson(club, "goalkeeper@club.example");
    const [one, two] = [await signInAt("league", own.email), await signInAt("club", theirs.email)];
    expect(subOf(one.body.access_token)).not.toBe(subOf(two.body.access_token));
  });

  test("in two browsers at once, for the first time, has one account and two sessions", async () => {
    const { email } = await aPerson(club);
    const two = [aBrowser(), aBrowser()].map((browser) => ({ browser, page: aPage() }));
    const callbacks = await Promise.all(two.map(({ browser, page }) => answerOf(browser, page.begin, email)));
    const tokens = await Promise.all(
      two.map(async ({ browser, page }, n) => exchange(await codeAfter(browser, callbacks[n] ?? ""), page.verifier)),
    );
    expect(tokens.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(tokens.map(({ body }) => subOf(body.access_token))).size).toBe(1);
  });

  test("a person whose address the partner doesn't or may not vouch for is told what to do, and no account is created", async () => {
    await unconfirmed(club, "unsure@club.example");
    await aPerson(league, "stranger@elsewhere.example");
    for (const [key, email] of [
      ["club", "unsure@club.example"],
      ["league", "stranger@elsewhere.example"],
    ] as const) {
      const browser = aBrowser();
      const { status, body } = await browser.visit(await answerOf(browser, aPage(key).begin, email));
      expect(status).toBe(403);
      expect(body).toContain("hasn&#39;t confirmed your email address");
      expect(body).toContain('href="https://clubs.example/login"');
      expect(await ours.accounts.byEmail(email)).toBeNull();
    }
  });
});

describe("an account that was there before with the same address", () => {
  const both = async () => {
    const { email } = await aPerson(club);
    const { sub } = await ours.accounts.create({ email: email.toUpperCase(), password: "an older passphrase" });
    return { email, sub };
  };

  test("is nobody's who cannot sign in to it; shown once, the two belong together", async () => {
    const { email, sub } = await both();
    const before = await signInAt("club", email);
    expect(before.status).toBe(400);
    expect(before.body).toMatchObject({ error: "proof_required", name: "City <Club>" });
    const wrong = await exchange(before.code, before.verifier, { password: "a guess" });
    expect(wrong.body.error).toBe("invalid_grant");
    const answer = await exchange(before.code, before.verifier, { password: "an older passphrase" });
    expect(subOf(answer.body.access_token)).toBe(sub);
    const next = await signInAt("club", email);
    expect(subOf(next.body.access_token)).toBe(sub);
    // Its owner is notified of the link once, and isn't notified of a first sign-in.
    expect(linkedAccounts.filter(([of]) => of === sub)).toEqual([[sub, "City <Club>"]]);
  });

  test("is guarded against guessing like any other", async () => {
    const { email } = await both();
    const { code, verifier } = await signInAt("club", email);
    const guesses = [];
    for (let n = 0; n < 11; n++) guesses.push((await exchange(code, verifier, { password: `guess ${n}` })).status);
    expect(guesses.at(-1)).toBe(429);
  });
});

describe("an account that asks for a second factor", () => {
  test("asks for it after a partner's sign-in too, and only then gives tokens", async () => {
    const { email } = await aPerson(club);
    const sub = subOf((await signInAt("club", email)).body.access_token);
    const { token: link } = await ask("issue-link", { purpose: "reset", sub });
    await ask("reset-password", { token: link, password: PASSWORD });
    const { recoveryCodes } = await withApp(sub);
    const first = await signInAt("club", email);
    expect(first).toMatchObject({ status: 400, body: { error: "mfa_required", methods: ["code", "recovery"] } });
    expect(first.body).not.toHaveProperty("access_token");
    expect((await exchange(first.code, first.verifier)).body.error).toBe("invalid_grant");
    const mfa_token = first.body.mfa_token ?? "";
    expect((await furtherStep({ mfa_token, recovery_code: "not one of them" })).body.error).toBe("invalid_grant");
    const { status, body } = await furtherStep({ mfa_token, recovery_code: recoveryCodes[0] ?? "" });
    expect([status, subOf(body.access_token)]).toEqual([200, sub]);
    // No password was entered.
    expect(claimsOf(body.access_token).amr).toEqual(["fed", "otp", "mfa"]);
  });

  test("is linked to a partner's sign-in by nobody who knows its password alone", async () => {
    const { email } = await aPerson(club);
    const { sub } = await aPerson(ours, email);
    const { recoveryCodes } = await withApp(sub);
    const linked = async () => (await ask("linked-sign-ins", { sub })).linked.length;
    const first = await signInAt("club", email);
    expect(first.body.error).toBe("proof_required");
    const proved = await exchange(first.code, first.verifier, { password: PASSWORD });
    expect(proved.body.error).toBe("mfa_required");
    expect(await linked()).toBe(0);
    expect(linkedAccounts.filter(([of]) => of === sub)).toEqual([]);
    const { status, body } = await furtherStep({
      mfa_token: proved.body.mfa_token ?? "",
      recovery_code: recoveryCodes[0] ?? "",
      partner_code: first.code,
      code_verifier: first.verifier,
    });
    expect([status, await linked()]).toEqual([200, 1]);
    expect(claimsOf(body.access_token).amr).toEqual(["fed", "pwd", "otp", "mfa"]);
    expect(linkedAccounts).toContainEqual([sub, "City <Club>"]);
    expect((await signInAt("club", email)).body.error).toBe("mfa_required");
  });

  test("is not linked by the second step to what another began", async () => {
    const [mine, theirs] = [await aPerson(club), await aPerson(club)];
    const { sub } = await aPerson(ours, mine.email);
    await aPerson(ours, theirs.email);
    const { recoveryCodes } = await withApp(sub);
    const other = await signInAt("club", theirs.email);
    const { body } = await signIn(ours, mine.email);
    const { status } = await furtherStep({
      mfa_token: body.mfa_token ?? "",
      recovery_code: recoveryCodes[0] ?? "",
      partner_code: other.code,
      code_verifier: other.verifier,
    });
    expect([status, (await ask("linked-sign-ins", { sub })).linked]).toEqual([200, []]);
    expect((await signInAt("club", theirs.email)).body.error).toBe("proof_required");
  });
});

describe("an answer that is not what was asked for", () => {
  const refusedWith = async (browser: Browser, callback: string) => {
    const { status, body, location } = await browser.visit(callback);
    expect(location).toBe("");
    expect(body).toContain('href="https://clubs.example/login"');
    expect(status).toBe(400);
    return /<main>\s*<h1>.*?<\/h1>\s*<p>(.*?)<\/p>/s.exec(body)?.[1];
  };
  const changed = (address: string, values: Record<string, string>) => {
    const url = new URL(address);
    for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
    return url.href;
  };

  test.each([
    ["has another state", { state: "made-up" }, /has expired/],
    ["names another issuer", { iss: "https://evil.example" }, /couldn&#39;t be accepted/],
    ["has a code of nobody's", { code: "made-up" }, /couldn&#39;t be accepted/],
  ])("is refused: it %s", async (_case, values, why) => {
    const { email } = await aPerson(club);
    const browser = aBrowser();
    const callback = await answerOf(browser, aPage().begin, email);
    expect(await refusedWith(browser, changed(callback, values))).toMatch(why);
  });

  test("is refused: it has another nonce", async () => {
    const { email } = await aPerson(club);
    const browser = aBrowser();
    const callback = await answerOf(browser, aPage().begin, email, (url) => url.searchParams.set("nonce", "another"));
    expect(await refusedWith(browser, callback)).toMatch(/couldn&#39;t be accepted/);
  });

  test("is refused: it comes to the callback of another issuer", async () => {
    const { email } = await aPerson(club);
    const browser = aBrowser();
    const callback = await answerOf(browser, aPage().begin, email);
    expect(await refusedWith(browser, callback.replace("/partner/club/", "/partner/league/"))).toMatch(/has expired/);
  });

  test("is refused: another browser brings it, or brings its code into a sign-in of its own", async () => {
    const [mine, theirs] = [await aPerson(club), await aPerson(club)];
    const [browser, other] = [aBrowser(), aBrowser()];
    const callback = await answerOf(browser, aPage().begin, mine.email);
    expect(await refusedWith(other, callback)).toMatch(/another browser/);
    const own = await answerOf(other, aPage().begin, theirs.email);
    const code = new URL(callback).searchParams.get("code") ?? "";
    expect(await refusedWith(other, changed(own, { code }))).toMatch(/couldn&#39;t be accepted/);
  });

  test("is refused: it came before, also with the cookie that somebody kept", async () => {
    const { email } = await aPerson(club);
    const browser = aBrowser();
    const callback = await answerOf(browser, aPage().begin, email);
    const kept = new Map(browser.jar);
    await codeAfter(browser, callback);
    expect(await refusedWith(browser, callback)).toMatch(/has expired/);
    for (const [name, cookie] of kept) browser.jar.set(name, cookie);
    expect(await refusedWith(browser, callback)).toMatch(/couldn&#39;t be accepted/);
  });

  test("is refused: it comes too late", async () => {
    const { email } = await aPerson(club);
    const browser = aBrowser();
    const callback = await answerOf(browser, aPage().begin, email);
    ours.later(11 * 60);
    expect(await refusedWith(browser, callback)).toMatch(/has expired/);
  });

  test("is reported as such: a person who declines at the partner has a way back", async () => {
    const browser = aBrowser();
    const { location: authorize } = await browser.visit(aPage().begin);
    const { location: page } = await browser.visit(authorize);
    const { location } = await browser.visit(page, { answer: "no" });
    const { location: callback } = await browser.visit(location);
    expect(await refusedWith(browser, callback)).toBe(
      "You canceled logging in with City &lt;Club&gt;. Start again, or log in with your password.",
    );
  });
});

test("a partner that does not answer is named, with a way back", async () => {
  const { status, body } = await aBrowser().visit(aPage("gone").begin);
  expect(status).toBe(503);
  expect(body).toContain("Gone United isn&#39;t responding.");
  expect(body).toContain('href="https://clubs.example/login"');
});

test("a sign-in that no page began does not begin, and a partner that nobody set up is not there", async () => {
  expect((await aBrowser().visit(`${ours.issuer}/partner/club/begin`)).status).toBe(400);
  expect((await aBrowser().visit(`${ours.issuer}/partner/club/begin?challenge=short`)).status).toBe(400);
  expect((await aBrowser().visit(aPage("nobody").begin)).status).toBe(404);
});

describe("the code that the page is given", () => {
  const aCode = async () => {
    const { email } = await aPerson(club);
    const [browser, page] = [aBrowser(), aPage()];
    return { code: await codeAfter(browser, await answerOf(browser, page.begin, email)), verifier: page.verifier };
  };

  test("is good for one of twenty who use it at once", async () => {
    const { code, verifier } = await aCode();
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(19);
  });

  test("is worth nothing to a page that did not begin, to a partner, and after a minute", async () => {
    const { code, verifier } = await aCode();
    expect((await exchange(code, randomBytes(32).toString("base64url"))).body.error).toBe("invalid_grant");
    expect((await exchange(code, "")).body.error).toBe("invalid_request");
    const asOther = await exchange(code, verifier, { client_id: "somebody" });
    expect(asOther.body.error).toBe("invalid_client");
    ours.later(61);
    expect((await exchange(code, verifier)).body.error).toBe("invalid_grant");
  });

  test("is stored as a hash, and logged nowhere, as little as the partner's own", async () => {
    const { code, verifier } = await aCode();
    const { rows } = await ours.pool.query("select partner_handoff::text as row from identity.partner_handoff");
    expect(rows.some(({ row }) => row.includes(code) || row.includes(verifier))).toBe(false);
    expect(ours.logged.some((line) => line.includes(code) || line.includes(leagueSecret))).toBe(false);
  });
});

describe("the sign-ins that belong to an account", () => {
  test("are listed by the partners' names, and the last way in stays", async () => {
    const { email } = await aPerson(club);
    const sub = subOf((await signInAt("club", email)).body.access_token);
    const before = await ask("linked-sign-ins", { sub });
    expect(before).toEqual({
      linked: [{ id: expect.any(String), name: "City <Club>", linkedAt: expect.any(String) }],
      hasPassword: false,
    });
    const [{ id }] = before.linked;
    expect(await ask("unlink-sign-in", { asking: asking(sub), id })).toEqual({ outcome: "lastWayIn" });
    const { token: link } = await ask("issue-link", { purpose: "reset", sub });
    expect(await ask("reset-password", { token: link, password: "a passphrase of her own" })).toEqual({ sub });
    expect((await signIn(ours, email, "a passphrase of her own")).status).toBe(200);
    expect(await ask("unlink-sign-in", { asking: asking(sub), id })).toEqual({ outcome: "done" });
    expect(await ask("unlink-sign-in", { asking: asking(sub), id })).toEqual({ outcome: "unknown" });
    expect((await signInAt("club", email)).body.error).toBe("proof_required");
  });

  test("may all be parted where a passkey leads to the account, and then the passkey stays", async () => {
    const { email } = await aPerson(club);
    const sub = subOf((await signInAt("club", email)).body.access_token);
    const passkeyId = randomUUID();
    await ours.pool.query(
      `insert into identity.passkey
         (passkey_id, sub, credential_id, public_key, counter, transports, name, created_at)
       values ($1, $2, $3, '', 0, '{}', 'Phone', now())`,
      [passkeyId, sub, passkeyId],
    );
    const [{ id }] = (await ask("linked-sign-ins", { sub })).linked;
    expect(await ask("unlink-sign-in", { asking: asking(sub), id })).toEqual({ outcome: "showFirst" });
    expect(await ask("unlink-sign-in", { asking: asking(sub, ["mfa"]), id })).toEqual({ outcome: "done" });
    expect((await ask("linked-sign-ins", { sub })).linked).toEqual([]);
  });

  test("are nobody else's to part", async () => {
    const { email } = await aPerson(club);
    const sub = subOf((await signInAt("club", email)).body.access_token);
    const other = await aPerson(ours);
    const [{ id }] = (await ask("linked-sign-ins", { sub })).linked;
    expect(await ask("unlink-sign-in", { asking: asking(other.sub), id })).toEqual({ outcome: "unknown" });
    expect((await ask("linked-sign-ins", { sub })).linked).toHaveLength(1);
  });

  test("without a password cannot all be parted, also not at once", async () => {
    const email = "both@league.example";
    await aPerson(league, email);
    const sub = subOf((await signInAt("league", email)).body.access_token);
    await ours.pool.query(
      `insert into identity.federated_identity (federated_identity_id, issuer, subject, sub, linked_at)
       values (gen_random_uuid(), $1, 'another', $2, now())`,
      [club.issuer, sub],
    );
    const { linked } = await ask("linked-sign-ins", { sub });
    const outcomes = await Promise.all(
      linked.map(({ id }: { id: string }) =>
        ask("unlink-sign-in", { asking: asking(sub), id }).then(({ outcome }) => outcome),
      ),
    );
    expect(outcomes.sort()).toEqual(["done", "lastWayIn"]);
  });
});
