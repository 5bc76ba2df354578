import { generateKeyPairSync } from "node:crypto";
import {
  addSsoConnection,
  addSsoDomain,
  setSsoActive,
  verifySsoDomain,
} from "@touchline/contract/integrations/single-sign-on";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type SamlAnswer,
  samlResponse,
  simulateIdentityProvider,
  ssoPeople,
  ssoSigningKey,
  xmlSignature,
} from "../../../../test/single-sign-on.ts";
import { aWorld } from "../../../../test/world.ts";

const world = aWorld();
let sso: Awaited<ReturnType<typeof simulateIdentityProvider>>;
let key = "";
beforeAll(async () => {
  sso = await simulateIdentityProvider(world.it);
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const grants = [{ group: "Coaches", levelId: org.levels.northTeam, labelId: org.labelIds["Head Coach"] }];
  const shared = { name: "City Club", joining: "justInTime" as const, groupsClaim: "groups", grants };
  const body = { ...shared, ...sso.saml, protocol: "saml" as const };
  const bad = await admin.ask(addSsoConnection, { body: { ...body, certificates: "not a certificate" } });
  expect(bad.status).toBe(400);
  ({ ssoConnectionId: key } = await admin.call(addSsoConnection, { body }));
  const params = { id: key, domain: "club.example" };
  const { recordName, recordValue } = await admin.call(addSsoDomain, { params, body: { domain: params.domain } });
  await sso.setRecord(recordName, [recordValue]);
  await admin.call(verifySsoDomain, { params });
  await admin.call(setSsoActive, { params, body: { active: true } });
});
afterAll(() => sso.close());

const [casey, morgan] = ssoPeople.filter(({ id }) => id === "casey" || id === "morgan") as [
  (typeof ssoPeople)[number],
  (typeof ssoPeople)[number],
];

let count = 0;
/** A response to a request, right unless something is changed. */
function responseTo(id: string, change: Partial<SamlAnswer> = {}): string {
  count += 1;
  const here = `http://127.0.0.1/identity/partner/${key}`;
  return samlResponse({
    ...{ inResponseTo: id, recipient: `${here}/acs`, audience: `${here}/metadata`, issuer: sso.saml.issuer },
    ...{ person: casey, now: new Date(), ids: [`_response${count}`, `_assertion${count}`], ...change },
  });
}

const assertionIn = (xml: string) => /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? "";
const signatureIn = (xml: string) => /<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? "";

test("the provider's answer signs somebody in, once, with the roles of their groups", async () => {
  const { asked, verifier } = await sso.beginSaml(key);
  const xml = await sso.answerFor(asked, "morgan");
  const arrival = await sso.post(key, xml, verifier);
  expect(arrival.status).toBe(303);
  const tokens = await sso.exchange(arrival);
  expect(tokens.status).toBe(200);
  const claims = JSON.parse(Buffer.from((tokens.access_token ?? "").split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ "User/Email": "morgan@club.example", "User/FirstName": "Morgan", amr: ["fed"] });
  expect((await sso.post(key, xml, verifier)).status).toBe(400);
  const metadata = await fetch(`${world.it.base}/identity/partner/${key}/metadata`);
  expect(await metadata.text()).toContain(`Location="http://127.0.0.1/identity/partner/${key}/acs"`);
});

test("two posts of one answer at the same time sign in once", async () => {
  const { id, verifier } = await sso.beginSaml(key);
  const xml = responseTo(id);
  const statuses = await Promise.all([1, 2, 3].map(async () => (await sso.post(key, xml, verifier)).status));
  expect(statuses.toSorted()).toEqual([303, 400, 400]);
});

test("a code is of no use to a page that didn't begin: another's answer logs nobody in as them", async () => {
  const { id } = await sso.beginSaml(key);
  const arrival = await sso.post(key, responseTo(id), "a".repeat(43));
  expect(arrival.status).toBe(303);
  expect((await sso.exchange(arrival)).error).toBe("invalid_grant");
});

const otherKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
  type: "pkcs8",
  format: "pem",
}) as string;
const hour = 3_600_000;

test.each<[string, (id: string) => string]>([
  ["isn't signed", (id) => responseTo(id, { key: null })],
  ["is signed by another key", (id) => responseTo(id, { key: otherKey })],
  ["was changed after it was signed", (id) => responseTo(id).replace("casey@club.example", "morgan@club.example")],
  ["is meant for another service", (id) => responseTo(id, { audience: "https://elsewhere.example/metadata" })],
  ["goes to another address", (id) => responseTo(id, { recipient: "https://elsewhere.example/acs" })],
  ["comes from another provider", (id) => responseTo(id, { issuer: "https://evil.example" })],
  ["is an hour old", (id) => responseTo(id, { now: new Date(Date.now() - hour) })],
  ["is of tomorrow", (id) => responseTo(id, { now: new Date(Date.now() + 24 * hour) })],
  ["answers no request", () => responseTo("", { inResponseTo: null })],
  ["answers a request that nobody made", () => responseTo("_made-up")],
  [
    "answers one request outside and none inside, where it is signed",
    (id) => responseTo(id, { inResponseTo: null }).replace("<samlp:Response ", `<samlp:Response InResponseTo="${id}" `),
  ],
  [
    "names somebody only for this once",
    (id) => responseTo(id, { nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient" }),
  ],
  ["declares a document type", (id) => `<!DOCTYPE x [<!ENTITY e "casey">]>${responseTo(id)}`],
  ["is no XML", () => "not XML at all"],
  [
    "has a forged assertion before the signed one",
    (id) => {
      const forged = assertionIn(responseTo(id, { key: null, person: morgan }));
      return responseTo(id).replace("<saml:Assertion ", `${forged}<saml:Assertion `);
    },
  ],
  [
    "has the signed assertion within a forged one, which carries its signature",
    (id) => {
      const good = responseTo(id);
      const signature = signatureIn(good);
      const original = assertionIn(good).replace(signature, "");
      const forged = assertionIn(responseTo(id, { key: null, person: morgan }));
      const wrapped = forged.replace(
        "</saml:Issuer>",
        `</saml:Issuer>${signature.replace("</ds:Signature>", `<ds:Object>${original}</ds:Object></ds:Signature>`)}`,
      );
      return good.replace(assertionIn(good), wrapped);
    },
  ],
  [
    "has a forged assertion, and the signed one in its extensions",
    (id) => {
      const good = responseTo(id);
      const forged = assertionIn(responseTo(id, { key: null, person: morgan }));
      return good
        .replace(assertionIn(good), forged)
        .replace("<samlp:Status>", `<samlp:Extensions>${assertionIn(good)}</samlp:Extensions><samlp:Status>`);
    },
  ],
  [
    "has a forged assertion under the id of the signed one",
    (id) => {
      const good = responseTo(id);
      const [, signed = ""] = /<saml:Assertion [^>]*ID="([^"]+)"/.exec(good) ?? [];
      const forged = assertionIn(responseTo(id, { key: null, person: morgan })).replace(/ID="[^"]+"/, `ID="${signed}"`);
      return good.replace(assertionIn(good), forged.replace("</saml:Issuer>", `</saml:Issuer>${signatureIn(good)}`));
    },
  ],
  ["is signed by a digest that can be forged", (id) => responseTo(id, { hash: "sha1" })],
])("an answer is refused that %s", async (_case, answerTo) => {
  const { id, verifier } = await sso.beginSaml(key);
  const answer = await sso.post(key, answerTo(id), verifier);
  expect([answer.status, answer.code]).toEqual([400, ""]);
  expect(answer.body).toContain("Start again");
  // The request is still open: what was refused used nothing up.
  expect((await sso.post(key, responseTo(id), verifier)).status).toBe(303);
});

test("an attribute that is called nameID names nobody", async () => {
  const { id, verifier } = await sso.beginSaml(key);
  const nameless = { ...casey, id: "", email: "casey@club.example" };
  const xml = responseTo(id, { person: nameless, nameIdAttribute: "casey" });
  expect((await sso.post(key, xml, verifier)).status).toBe(400);
});

test("an answer that is signed as a whole is accepted, too", async () => {
  const { id, verifier } = await sso.beginSaml(key);
  const unsigned = responseTo(id, { key: null });
  const [, whole = ""] = /<samlp:Response [^>]*ID="([^"]+)"/.exec(unsigned) ?? [];
  const signature = xmlSignature(whole, unsigned, ssoSigningKey);
  const signed = unsigned.replace("</saml:Issuer><samlp:Status>", `</saml:Issuer>${signature}<samlp:Status>`);
  expect((await sso.post(key, signed, verifier)).status).toBe(303);
});

test("a comment in a signed name doesn't cut it short", async () => {
  const { id, verifier } = await sso.beginSaml(key);
  const person = { ...casey, id: "somebody new", email: "casey@club.example.evil.example" };
  const commented = responseTo(id, { person }).replace(
    "casey@club.example.evil.example",
    "casey@club.example<!---->.evil.example",
  );
  expect((await sso.post(key, commented, verifier)).status).toBe(403);
});
