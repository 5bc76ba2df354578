import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hardenedServer } from "@touchline/api/app";
import { readConfig } from "@touchline/api/config";
import { type ClaimsPort, ProductAway } from "@touchline/identity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimsAnswers, claimsOverHttp } from "./claims-over-http.ts";
import { freePort } from "./port.ts";

const key = "what the product and identity know one another by";
const sub = "01994c1e-0000-7000-8000-000000000001";
const profileId = "01994c1e-0000-7000-8000-000000000002";
const claims = {
  role: ["Member"],
  tabs: [],
  currentProfileId: profileId,
  firstName: "Ada",
  lastName: "Byron",
  policies: {},
};

const linkedAccounts: [sub: string, partner: string][] = [];
const signedIn: unknown[] = [];
/** What is known of one account; the product's own answers are tested where they are made. */
const known: ClaimsPort = {
  claimsFor: async (subject, wanted) => (subject === sub && wanted !== subject ? claims : null),
  linked: async (...of) => void linkedAccounts.push(of),
  organizations: {
    issuer: async () => null,
    admission: async (_key, { groups }) => (groups.includes("Coaches") ? null : "noRole"),
    signedIn: async (...of) => void signedIn.push(of),
    reachesBeyond: async (_key, subject) => subject === sub,
  },
};
let at = Date.now();
const config = readConfig({
  publicUrl: "http://localhost",
  secret: "a secret for tests that is long enough",
  supportEmail: "support@example.org",
});
const app = hardenedServer(config);
const requests: { headers: Record<string, string>; body: string }[] = [];
let origin = "";
beforeAll(async () => {
  app.addHook("preHandler", async ({ headers, body }) => {
    const signed = Object.entries(headers).filter(([name]) => /^x-touchline-|^content-type$/.test(name));
    requests.push({ headers: Object.fromEntries(signed) as Record<string, string>, body: String(body) });
  });
  await app.register(claimsAnswers(known, key, () => at));
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

const post = (headers: Record<string, string>, body: string) =>
  fetch(`${origin}/internal/claims`, { method: "POST", headers, body }).then(({ status }) => status);

test("an identity service in a separate process gets the claims of a token for an account and a profile", async () => {
  at = Date.now();
  const port = claimsOverHttp(origin, key);
  expect(await port.claimsFor(sub, profileId)).toEqual(claims);
  expect(await port.claimsFor(sub, null)).toEqual(claims);
  expect(await port.claimsFor(sub, sub)).toBeNull();
});

test("the product is asked by it about the people of an organization's identity provider, and notified when one signs in", async () => {
  at = Date.now();
  const { organizations } = claimsOverHttp(origin, key);
  const person = {
    email: "ada@club.example",
    emailVerified: true,
    firstName: "Ada",
    lastName: "Byron",
    groups: ["Coaches"],
  };
  expect(await organizations.issuer(profileId)).toBeNull();
  expect(await organizations.admission(profileId, person)).toBeNull();
  expect(await organizations.admission(profileId, { ...person, groups: [] })).toBe("noRole");
  await organizations.signedIn(profileId, sub, person);
  expect(signedIn).toEqual([[profileId, sub, person]]);
  expect(await organizations.reachesBeyond(profileId, sub)).toBe(true);
  expect(await organizations.reachesBeyond(profileId, profileId)).toBe(false);
});

test("the product is notified by it when a partner's sign-in is linked to an account", async () => {
  at = Date.now();
  await claimsOverHttp(origin, key).linked(sub, "City Club");
  expect(linkedAccounts).toEqual([[sub, "City Club"]]);
  await expect(claimsOverHttp(origin, `${key}!`).linked(sub, "City Club")).rejects.toThrow(ProductAway);
  expect(linkedAccounts).toHaveLength(1);
});

test("a question is answered once, within a minute, as it was signed, and to nobody without the key", async () => {
  at = Date.now();
  await claimsOverHttp(origin, key).claimsFor(sub, profileId);
  const { headers, body } = requests.at(-1) ?? { headers: {}, body: "" };
  expect(await post(headers, body)).toBe(404);

  const before = requests.length;
  at += 61_000;
  await expect(claimsOverHttp(origin, key).claimsFor(sub, null)).rejects.toThrow(ProductAway);
  const late = requests[before] ?? { headers: {}, body: "" };
  at = Date.now();
  // The same is good as long as it is fresh, and only as it is.
  expect(await post({ ...late.headers, "x-touchline-nonce": "another" }, late.body)).toBe(404);
  expect(await post(late.headers, late.body.replace(sub, profileId))).toBe(404);
  expect(await post({ ...late.headers, "x-touchline-signature": "" }, late.body)).toBe(404);
  expect(await post(late.headers, late.body)).toBe(200);

  await expect(claimsOverHttp(origin, `${key}!`).claimsFor(sub, null)).rejects.toThrow(ProductAway);
  expect(await post({ "content-type": "application/json" }, JSON.stringify({ sub, profileId }))).toBe(404);
});

test("a product that is not there, or says nothing sensible, is away", async () => {
  await expect(claimsOverHttp(`http://127.0.0.1:${await freePort()}`, key).claimsFor(sub, null)).rejects.toThrow(
    ProductAway,
  );
  const strange = createServer((_request, response) => response.end("<html>"));
  await new Promise<void>((resolve) => strange.listen(0, "127.0.0.1", resolve));
  const { port } = strange.address() as AddressInfo;
  await expect(claimsOverHttp(`http://127.0.0.1:${port}`, key).claimsFor(sub, null)).rejects.toThrow(ProductAway);
  strange.closeAllConnections();
  await new Promise((resolve) => strange.close(resolve));
});
