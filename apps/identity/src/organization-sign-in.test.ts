import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  aBrowser,
  aListeningIdentity,
  anOrigin,
  aPerson,
  PASSWORD,
  PREFIX,
  profiles,
  SECRET,
  token,
} from "../test/world.ts";
import { SECOND_FACTOR_GRANT } from "./grants.ts";
import { PARTNER_GRANT } from "./partner-grant.ts";
import { createThrottle, partnerVisits } from "./throttle.ts";

type Listening = Awaited<ReturnType<typeof aListeningIdentity>>;
const productKey = "the product's own key, long enough by far";
const key = randomUUID();

/** What the product says of the organization's identity provider. */
const product = {
  active: true,
  domains: ["club.example"],
  trustedSince: null as string | null,
  beyond: false,
  fails: false,
  signedIn: [] as string[],
};
beforeEach(() => {
  Object.assign(product, { active: true, domains: ["club.example"], trustedSince: null, beyond: false, fails: false });
});

// Our service, and an organization's identity provider that is an instance of its own.
let ours: Listening;
let club: Listening;
beforeAll(async () => {
  const [here, there] = await Promise.all([anOrigin(), anOrigin()]);
  const redirect = `${here}${PREFIX}/partner/${key}/callback`;
  club = await aListeningIdentity(there, {
    partners: [{ client_id: "touchline", client_name: "Touchline", redirect_uris: [redirect] }],
  });
  ours = await aListeningIdentity(here, {
    pageUrl: "https://clubs.example",
    allowedReturnOrigins: ["https://clubs.example"],
    productKey,
    claims: {
      ...profiles(new Map()),
      organizations: {
        issuer: async (asked) =>
          asked === key && product.active
            ? {
                ...{
                  key,
                  name: "City Club",
                  version: 1,
                  issuer: club.issuer,
                  clientId: "touchline",
                  clientSecret: null,
                },
                ...{ saml: null, groupsClaim: "groups", groups: [] },
                ...{ domains: product.domains, trustedSince: product.trustedSince },
              }
            : null,
        admission: async () => null,
        async signedIn(_key, sub) {
          if (product.fails) throw new Error("Something in the product fails.");
          product.signedIn.push(sub);
        },
        reachesBeyond: async () => product.beyond,
      },
    },
  });
});
afterAll(async () => {
  await Promise.all([ours?.stop(), club?.stop()]);
});

/** Signs in at the provider. @returns what our service answers to the browser that comes back. */
async function arrive(email: string) {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const browser = aBrowser();
  const { location: authorize } = await browser.visit(`${ours.issuer}/partner/${key}/begin?challenge=${challenge}`);
  const { location: page } = await browser.visit(authorize);
  const { location } = await browser.visit(page, { username: email, password: PASSWORD, answer: "yes" });
  const answer = await browser.visit((await browser.visit(location)).location);
  return { status: answer.status, body: answer.body, code: answer.location.split("#code=")[1] ?? "", verifier };
}

const exchange = ({ code, verifier }: { code: string; verifier: string }, password?: string) =>
  token(ours, { grant_type: PARTNER_GRANT, code, code_verifier: verifier, ...(password && { password }) });
const renew = (refreshToken = "") => token(ours, { grant_type: "refresh_token", refresh_token: refreshToken });
const amrOf = (accessToken = "") =>
  (JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString()) as { amr: string[] }).amr;

let count = 0;
const aMember = async () => (await aPerson(club, `person${++count}@club.example`)).email;

async function ask(question: string, body: object) {
  const headers = { authorization: `Bearer ${productKey}` };
  const url = `${PREFIX}/internal/${question}`;
  return (await ours.app.inject({ method: "POST", url, headers, payload: body })).json();
}

test("the address of an account that a provider brought isn't confirmed before a mailed link is used", async () => {
  const email = await aMember();
  const { status, body } = await exchange(await arrive(email));
  expect([status, amrOf(body.access_token)]).toEqual([200, ["fed"]]);
  expect(await ours.accounts.byEmail(email)).toMatchObject({ emailConfirmed: false });
});

test("an address that the provider says isn't verified is nobody's", async () => {
  const email = `person${++count}@club.example`;
  await club.accounts.create({ email, password: PASSWORD, emailConfirmed: false });
  const { status, body } = await arrive(email);
  expect([status, body]).toEqual([403, expect.stringContaining("send an email address in one of your organization")]);
});

describe("somebody who was here before", () => {
  test("is kept out once their domain is lost, and their session with them", async () => {
    const email = await aMember();
    const { body } = await exchange(await arrive(email));
    const renewed = await renew(body.refresh_token);
    expect(renewed.status).toBe(200);
    product.domains = ["other.example"];
    expect((await arrive(email)).status).toBe(403);
    expect((await renew(renewed.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("is kept out when their account here has an address elsewhere by now", async () => {
    const email = await aMember();
    await exchange(await arrive(email));
    await ours.pool.query("update identity.account set email = $2, email_key = $2 where email_key = $1", [
      email,
      `moved${count}@elsewhere.example`,
    ]);
    const { status, body } = await arrive(email);
    expect([status, body]).toEqual([403, expect.stringContaining("outside your organization&#39;s verified domains")]);
  });

  test("has no session anymore once the provider is off, and no code", async () => {
    const email = await aMember();
    const { body } = await exchange(await arrive(email));
    const arrival = await arrive(email);
    product.active = false;
    expect((await renew(body.refresh_token)).body.error).toBe("invalid_grant");
    expect((await exchange(arrival)).body.error).toBe("invalid_grant");
  });
});

test("a code is still good after the product failed", async () => {
  const arrival = await arrive(await aMember());
  product.fails = true;
  expect((await exchange(arrival)).status).toBe(500);
  product.fails = false;
  expect((await exchange(arrival)).status).toBe(200);
  expect((await exchange(arrival)).status).toBe(400);
});

describe("an account that opens more than the organization", () => {
  test("is opened by the provider and its password only, and a session without the password ends", async () => {
    const email = await aMember();
    await aPerson(ours, email);
    expect((await exchange(await arrive(email), PASSWORD)).status).toBe(200);
    const alone = await exchange(await arrive(email));
    expect(alone.status).toBe(200);
    product.beyond = true;
    expect((await renew(alone.body.refresh_token)).body.error).toBe("invalid_grant");
    const arrival = await arrive(email);
    expect((await exchange(arrival)).body).toMatchObject({ error: "proof_required", elsewhere: true, email });
    expect((await exchange(arrival, "a guess")).body.error).toBe("invalid_grant");
    const both = await exchange(arrival, PASSWORD);
    expect([both.status, amrOf(both.body.access_token)]).toEqual([200, ["fed", "pwd"]]);
    expect((await renew(both.body.refresh_token)).status).toBe(200);
  });

  test("is opened by the provider and its second factor; nothing happens before that is shown", async () => {
    const email = await aMember();
    const { sub } = await aPerson(ours, email);
    expect((await exchange(await arrive(email), PASSWORD)).status).toBe(200);
    const asking = { sub, sid: "any", amr: [], address: "192.0.2.9" };
    const begun = await ask("factors/begin-app", { asking, proof: { password: PASSWORD } });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) });
    const code = totp.generate({ timestamp: ours.time() - 30_000 });
    const done = await ask("factors/finish-app", { asking, totpId: begun.totpId, code });
    product.beyond = true;
    product.signedIn = [];
    const arrival = await arrive(email);
    const { body } = await exchange(arrival);
    expect([body.error, product.signedIn]).toEqual(["mfa_required", []]);
    const step = { grant_type: SECOND_FACTOR_GRANT, mfa_token: body.mfa_token ?? "" };
    const withCode = { partner_code: arrival.code, code_verifier: arrival.verifier };
    const shown = await token(ours, { ...step, recovery_code: done.recoveryCodes[0], ...withCode });
    expect([shown.status, product.signedIn]).toEqual([200, [sub]]);
    expect(amrOf(shown.body.access_token)).toEqual(["fed", "otp", "mfa"]);
    // Without the provider's code the second step isn't this login's.
    const next = await exchange(await arrive(email));
    const bare = { ...step, mfa_token: next.body.mfa_token ?? "", recovery_code: done.recoveryCodes[1] };
    expect((await token(ours, bare)).body.error).toBe("invalid_grant");
  });
});

test("once the provider's keys change, an account with a password asks for it again", async () => {
  const email = await aMember();
  await aPerson(ours, email);
  expect((await exchange(await arrive(email), PASSWORD)).status).toBe(200);
  ours.later(1);
  product.trustedSince = new Date(ours.time()).toISOString();
  ours.later(1);
  const arrival = await arrive(email);
  expect((await exchange(arrival)).body.error).toBe("proof_required");
  expect((await exchange(arrival, PASSWORD)).status).toBe(200);
  expect((await exchange(await arrive(email))).status).toBe(200);
});

test("a provider that is off isn't another way in", async () => {
  const email = await aMember();
  await exchange(await arrive(email));
  const { sub } = (await ours.accounts.byEmail(email)) ?? { sub: "" };
  const id = randomUUID();
  await ours.pool.query(
    `insert into identity.federated_identity (federated_identity_id, issuer, subject, sub, linked_at)
     values ($1, 'https://partner.example', 'theirs', $2, now())`,
    [id, sub],
  );
  product.active = false;
  const asking = { sub, sid: "any", amr: [], address: "192.0.2.9" };
  expect(await ask("unlink-sign-in", { asking, id })).toEqual({ outcome: "lastWayIn" });
  product.active = true;
  expect(await ask("unlink-sign-in", { asking, id })).toEqual({ outcome: "done" });
});

test("visits are limited by address and provider", async () => {
  const throttle = createThrottle(ours.pool, SECRET, ours.time, { ...partnerVisits });
  await Promise.all(Array.from({ length: partnerVisits.pair }, () => throttle.failed(key, "127.0.0.1")));
  const begin = `${ours.issuer}/partner/${key}/begin?challenge=${"a".repeat(43)}`;
  const { status, body } = await aBrowser().visit(begin);
  expect([status, body]).toEqual([429, expect.stringContaining("Too many login attempts.")]);
});
