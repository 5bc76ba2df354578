import { createHash } from "node:crypto";
import { type PolicyType, policyTypes } from "@touchline/contract";
import {
  acceptPolicy,
  currentPolicies,
  getPolicy,
  listPolicyVersions,
  publishPolicy,
} from "@touchline/contract/accounts/policies";
import { getActiveUserSession } from "@touchline/contract/accounts/session";
import { registerAccount } from "@touchline/contract/joining/invitations";
import { addMember } from "@touchline/contract/people/profiles";
import { decodeJwt } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { browsersOf } from "../../../../test/browser.ts";
import { ask } from "../../../../test/http.ts";
import { aWorld, operatorAddress, password, type TestPerson } from "../../../../test/world.ts";
import { publishShippedPolicies, shippedPolicies } from "./actions.ts";

const world = aWorld();
const { aBrowser, tokensOf } = browsersOf(() => world.it.base);
type Claims = Record<string, unknown> & { CurrentProfileId: string | null };

const claimsOf = (token: string) => decodeJwt<Claims>(token);
const accepted = (token: string) => {
  const claims = claimsOf(token);
  return { terms: claims["User/TermsAccepted"], privacy: claims["User/PrivacyAccepted"] };
};

const current = async () => (await ask(world.it.base, null, currentPolicies)).body;
const versionOf = async (type: PolicyType) => (await current()).find((one) => one.type === type)?.version ?? 0;

/** The token of an account that runs the platform; as its configuration names it. */
let operator: string;
let operatorId: string;
beforeAll(async () => {
  await publishShippedPolicies(world.it.tenancy, new Date());
  operatorId = (await world.it.accounts.create({ email: operatorAddress, password })).sub;
  operator = await world.it.signIn(operatorAddress);
});

let texts = 0;
async function publish(type: PolicyType, body = `# Rules ${++texts}`) {
  const version = (await versionOf(type)) + 1;
  const request = { body: { type, version, summary: "Something is clearer now.", body } };
  const answer = await ask(world.it.base, operator, publishPolicy, request);
  expect(answer.status).toBe(200);
  return { version, body };
}

async function someone(): Promise<TestPerson> {
  return (await world.it.anOrganization()).aMember("northTeam", "Head Coach");
}

/** Accepts a policy as whoever holds the token. */
const accept = (token: string, acceptedType: PolicyType, version?: number) =>
  ask(world.it.base, token, acceptPolicy, { body: { acceptedType, ...(version ? { version } : {}) } });

describe("policies", () => {
  test("come with the product once, and everyone can read them", async () => {
    await publishShippedPolicies(world.it.tenancy, new Date());
    for (const { type, body } of await shippedPolicies()) {
      const { status, body: policy } = await ask(world.it.base, null, getPolicy, { query: { type, version: 1 } });
      expect(status).toBe(200);
      expect(policy).toMatchObject({ type, version: 1, body });
    }
    expect((await current()).map((one) => one.type).sort()).toEqual(["privacy", "terms"]);
  });

  test("agreed to at sign-up aren't asked about again; one that was never published is refused, and no account is made", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const email = `agrees.${org.organizationId}@example.org`;
    const person = { firstName: "Ana", lastName: "Núñez", email, dateOfBirth: null };
    await admin.call(addMember, {
      body: { levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"], person },
    });
    const [token = ""] = await world.it.linksTo(email, "/signup");
    const register = (accepted: { type: PolicyType; version: number }[]) =>
      ask(world.it.base, null, registerAccount, { body: { token, password, accepted } });
    expect((await register([{ type: "terms", version: 999_999 }])).status).toBe(404);
    expect(await world.it.accounts.byEmail(email)).toBeNull();

    expect((await register((await current()).map(({ type, version }) => ({ type, version })))).status).toBe(200);
    expect(accepted(await world.it.signIn(email))).toEqual({ terms: true, privacy: true });
  });

  test("stay readable as they were, and the newest is what is read", async () => {
    const before = await publish("terms");
    const after = await publish("terms");
    const read = async (version?: number) =>
      (await ask(world.it.base, null, getPolicy, { query: { type: "terms", ...(version ? { version } : {}) } })).body;
    expect(await read()).toMatchObject({ ...after, current: after.version });
    expect(await read(before.version)).toMatchObject({ ...before, current: after.version });
    const never = await ask(world.it.base, null, getPolicy, { query: { type: "terms", version: 999 } });
    expect(never.status).toBe(404);
  });

  test("are published by platform operators alone, whatever a token says", async () => {
    const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
    const request = { body: { type: "terms", version: 99, summary: "Mine.", body: "# Mine" } } as const;
    expect((await admin.ask(publishPolicy, request)).status).toBe(403);
    expect((await admin.ask(listPolicyVersions)).status).toBe(403);
    expect((await ask(world.it.base, null, publishPolicy, request)).status).toBe(401);
  });

  test("are kept with who published them", async () => {
    const { version } = await publish("privacy");
    const { body } = await ask(world.it.base, operator, listPolicyVersions);
    expect(body.find((one) => one.type === "privacy" && one.version === version)).toMatchObject({
      publishedBy: operatorAddress,
    });
    expect(body.find((one) => one.type === "privacy" && one.version === 1)).toMatchObject({ publishedBy: null });
  });

  test("of two operators who publish at once one is refused, and the same request sent twice makes one version", async () => {
    const version = (await versionOf("terms")) + 1;
    const sent = (body: string) =>
      ask(world.it.base, operator, publishPolicy, { body: { type: "terms", version, summary: "New.", body } });
    const answers = await Promise.all([sent(`# One ${version}`), sent(`# Two ${version}`)]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409]);
    const { body: text } = (await ask(world.it.base, null, getPolicy, { query: { type: "terms" } })).body;
    expect((await sent(text)).status).toBe(200);
    expect(await versionOf("terms")).toBe(version);
  });

  test("aren't published again with the current text", async () => {
    const { version, body } = await publish("terms");
    const again = { body: { type: "terms", version: version + 1, summary: "Nothing.", body } } as const;
    expect((await ask(world.it.base, operator, publishPolicy, again)).status).toBe(400);
  });
});

describe("an acceptance", () => {
  test("is the version in force, kept with its time and the hash of its text", async () => {
    const { version, body } = await publish("terms");
    const person = await someone();
    const began = Date.now();
    const answer = await accept(await world.it.signIn(person.email), "terms");
    expect([answer.status, answer.body]).toEqual([204, ""]);
    const [kept] = await world.it.accounts.acceptances(person.appUserId);
    expect(kept).toMatchObject({
      type: "terms",
      version: String(version),
      textSha256: createHash("sha256").update(body).digest("hex"),
    });
    // Two clocks of one machine.
    expect(kept?.acceptedAt.getTime()).toBeGreaterThan(began - 1_000);
  });

  test("shows in the very next token, with two calls and one renewal, in every browser", async () => {
    const person = await someone();
    const browsers = [aBrowser(), aBrowser()];
    for (const browser of browsers) await browser.signIn(await tokensOf(person));
    const before = (await browsers[0]?.send("GET", getActiveUserSession.path))?.body.token;
    expect(accepted(before)).toEqual({ terms: false, privacy: false });
    for (const type of ["privacy", "terms"] as const) expect((await accept(before, type)).status).toBe(204);
    for (const browser of browsers) {
      const renewed = await browser.send("POST", "/api/refresh-token", { profileId: person.profileId });
      expect(accepted(renewed.body.access_token)).toEqual({ terms: true, privacy: true });
    }
  });

  test("is no longer enough once another version is published: of that policy alone, from the next token on", async () => {
    const person = await someone();
    const token = await world.it.signIn(person.email);
    for (const type of policyTypes) await accept(token, type);
    expect(accepted(await world.it.signIn(person.email))).toEqual({ terms: true, privacy: true });
    await publish("terms");
    expect(accepted(await world.it.signIn(person.email))).toEqual({ terms: false, privacy: true });
  });

  test("is for the version that was shown, even if another was published in the meantime", async () => {
    const published = await publish("privacy");
    const newer = await publish("privacy");
    const person = await someone();
    expect((await accept(await world.it.signIn(person.email), "privacy", published.version)).status).toBe(204);
    expect(accepted(await world.it.signIn(person.email)).privacy).toBe(false);
    const kept = await world.it.accounts.acceptances(person.appUserId);
    expect(kept.map((one) => one.version)).toEqual([String(published.version)]);
    expect((await accept(await world.it.signIn(person.email), "privacy", newer.version + 1)).status).toBe(404);
  });

  test("is asked of nobody who is not signed in, and is terms or privacy", async () => {
    expect((await ask(world.it.base, null, acceptPolicy, { body: { acceptedType: "terms" } })).status).toBe(401);
    const token = await world.it.signIn((await someone()).email);
    expect((await accept(token, "cookies" as PolicyType)).status).toBe(400);
  });
});

describe("a platform operator", () => {
  test("is whom the configuration names, may have no profile, and finds the administration", () => {
    expect(claimsOf(operator)).toMatchObject({
      "User/Role": ["AnkoredAdmin"],
      "User/Tabs": ["Admin"],
      CurrentProfileId: null,
    });
  });

  test("has it beside what an organization's labels grant", async () => {
    const org = await world.it.anOrganization();
    const own = { appUserId: operatorId, email: operatorAddress } as TestPerson;
    await org.aMember("northTeam", "Head Coach", own);
    const claims = claimsOf(await world.it.signIn(operatorAddress));
    expect(claims["User/Role"]).toEqual(["Individual", "AnkoredAdmin"]);
    expect(claims["User/Tabs"]).toEqual(expect.arrayContaining(["Requirements", "Admin"]));
  });
});
