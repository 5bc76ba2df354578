import { createHash, randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { partnerGrant } from "@touchline/contract/accounts/partner-sign-in";
import { aBrowser } from "../../identity/test/world.ts";
import { credentials } from "../../simulator/src/credentials.ts";
import { ssoCertificate } from "../../simulator/src/simulated-sso-key.ts";
import { startSimulator } from "../../simulator/src/simulator.ts";
import { ssoOutside } from "../src/adapters/sso/outside.ts";
import type { World } from "./world.ts";

export { startNameServer } from "../../simulator/src/name-server.ts";
export { type SamlAnswer, samlResponse, xmlSignature } from "../../simulator/src/saml-response.ts";
export { ssoSigningKey } from "../../simulator/src/simulated-sso-key.ts";
export { ssoPeople } from "../../simulator/src/sso-people.ts";

type Tokens = { status: number; access_token?: string; error?: string; [name: string]: unknown };

/** An organization's identity provider and a name server, simulated, with the real adapters before them. */
export async function simulateIdentityProvider(world: World) {
  const simulator = await startSimulator({ now: world.clock.now, tick: 0 });
  const { host } = new URL(simulator.url);
  Object.assign(world.adapters, { sso: ssoOutside({ trusted: [host], nameServers: [host] }) });

  /** What a name server knows of a domain. */
  async function setRecord(name: string, values: string[]) {
    const answer = await fetch(`${simulator.url}/simulator/text-records`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, values }),
    });
    if (!answer.ok) throw new Error(await answer.text());
  }

  /** The world's own address, in place of the one that it believes to have. */
  const here = (address: string) => address.replace(/^http:\/\/127\.0\.0\.1(?=\/)/, world.base);

  /** Begins at the login page, chooses a person at the provider, and comes back; whatever our service answers then. */
  async function arrive(key: string, person: string) {
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const browser = aBrowser();
    const { location: asked } = await browser.visit(
      `${world.base}/identity/partner/${key}/begin?challenge=${challenge}`,
    );
    const { location: back } = await browser.visit(`${asked}&person=${person}`);
    const answer = await browser.visit(here(back));
    const [, code = ""] = /#code=([\w-]+)$/.exec(answer.location) ?? [];
    return { status: answer.status, body: answer.body, code, verifier };
  }

  /** Fetches the tokens that a code is good for. */
  async function exchange({ code, verifier }: { code: string; verifier: string }, password?: string): Promise<Tokens> {
    const answer = await fetch(`${world.base}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        ...{ client_id: "touchline-web", grant_type: partnerGrant, scope: "openid offline_access" },
        ...{ code, code_verifier: verifier },
        ...(password !== undefined && { password }),
      }),
    });
    return { ...((await answer.json()) as object), status: answer.status };
  }

  /** Begins at the login page of a SAML provider. @returns the request, and what the page keeps to itself. */
  async function beginSaml(key: string) {
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const begun = await fetch(`${world.base}/identity/partner/${key}/begin?challenge=${challenge}`, {
      redirect: "manual",
    });
    const asked = begun.headers.get("location") ?? "";
    const xml = inflateRawSync(Buffer.from(new URL(asked).searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    const [, id = ""] = /\sID="([^"]+)"/.exec(xml) ?? [];
    return { verifier, asked, id };
  }

  /** The provider's own answer for a person, as its form holds it. */
  async function answerFor(asked: string, person: string) {
    const form = await (await fetch(`${asked}&person=${person}`)).text();
    return Buffer.from(/name="SAMLResponse" value="([^"]+)"/.exec(form)?.[1] ?? "", "base64").toString();
  }

  /** Sends a response to the assertion consumer service, as a provider's form does. */
  async function post(key: string, xml: string, verifier: string) {
    const answer = await fetch(`${world.base}/identity/partner/${key}/acs`, {
      ...{ method: "POST", redirect: "manual" },
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64") }),
    });
    const [, code = ""] = /#code=([\w-]+)$/.exec(answer.headers.get("location") ?? "") ?? [];
    return { status: answer.status, body: await answer.text(), code, verifier };
  }

  return {
    /** What an administrator enters for SAML. */
    saml: {
      issuer: `${simulator.url}/sso/saml/metadata`,
      signInUrl: `${simulator.url}/sso/saml`,
      certificates: ssoCertificate,
    },
    beginSaml,
    answerFor,
    post,
    /** What an administrator enters. */
    provider: {
      issuer: `${simulator.url}/sso`,
      clientId: credentials.sso.clientId,
      clientSecret: credentials.sso.clientSecret,
    },
    setRecord,
    arrive,
    exchange,
    close: () => simulator.close(),
  };
}

/** Certificates that no provider may sign with: one with a key of 1,024 bits, and one that has expired. */
export const unusableCertificates = {
  weak: `-----BEGIN CERTIFICATE-----
MIIB/DCCAWWgAwIBAgIUZNbuWeJ7GSIGtSfQKkt78njfoKIwDQYJKoZIhvcNAQEL
BQAwDzENMAsGA1UEAwwEd2VhazAgFw0yNjExMjgyMDAzMzZaGA8yMTI2MTEwNDIw
MDMzNlowDzENMAsGA1UEAwwEd2VhazCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkC
gYEAxhkYyHGxrGaFibRbRnfJKn95ncCKVM47MQE1j8GLYlfYss7WmsHKRyEdJZI0
TZndaJoI0JRET7YZ8rP6aDJuUr+XpXEM5xqpNR4k5k61eWQwRsBuG6V+mHLeSKv0
mTHNAHiaebzDA09O5JbOeBvAroZN3r5q5hod8lplv/dvkFMCAwEAAaNTMFEwHQYD
VR0OBBYEFBsFFkPrwo9s9aPJ6hOH27clfdlfMB8GA1UdIwQYMBaAFBsFFkPrwo9s
9aPJ6hOH27clfdlfMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEA
UCohMsBxfb0tgEinch9Tcrlh3UJ4gvKCgCFsp8p33okFBvwDvmtG7YDqvXajiYvB
aSWtj8NQpZBcQ/g11N2iiVLq5sFI4uPewwXYTvMcQk+CtM7QWVHqHpdoNpDfwziK
cynFe0kjk1vuNZTQjhVqe0970VOgcaXH50Q8oSfIbcs=
-----END CERTIFICATE-----`,
  expired: `-----BEGIN CERTIFICATE-----
MIICkDCCAXgCAQEwDQYJKoZIhvcNAQELBQAwDjEMMAoGA1UEAwwDb2xkMB4XDTIw
MDEwMTAwMDAwMFoXDTIxMDEwMTAwMDAwMFowDjEMMAoGA1UEAwwDb2xkMIIBIjAN
BgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAo8TXyrfgtXDX0Pig2VI0XQeMRZ8T
MogkOogQ7RLYzwg7gi3ppq0fzt0Y+ODf+1eln5jomV8kaSS0ySUx4mpWXJkXagLY
xFyJMaNBDnd7d2d2e+uxQ/ox5nsCiTfctyiI5oNURocTCOkmoMIlqPwRVOnLjhCi
rwohd8TM/eMH2TXDij+dbljyrritf4f0K3UQIKolt4YLoxZdNuZbr8iOF5h8dK79
hA1Qk2a1ZNvG/fhWj2d0k+yLN/iM/5lolX0msPs4QRA9o/9KRYwrl3c8siDVkhdI
roGGqIgFy4SBeiaf0YSZ0h8LOi48YoZMBGkZpQ8N+nQgjeQqOEpBwTTbuwIDAQAB
MA0GCSqGSIb3DQEBCwUAA4IBAQAWN6MoKjeyt6MraHjws7v/eiv1gOFQGOKgQwqY
fEWBXZ93sjdWVmiiFLeXQt2wJ+D/KfQz7fz6ypfNm965SMDb4cZSunQsZr0Wz4CT
hrA9ClMD7oBN0S8Mreb1Y+/r4Zip3O/65PKDVAvdb7nxW9BJAL2W4Q2/yd0hCegR
q4oGYUC2Qg7iGw/PiVHp8VMCO43vDF54K+pPLaXgE5L5U/L7tnhHJsetwem5biqX
7dvYptazcsdfnaNB5rVb9FRNrbGE03yJRjum5o6umF+D/ePEe20hGmpb/5dKOGBq
iUnNFwxE/pj/USCEUG47squk9PbbeHwFvuzRAYgxgQMjb1M6
-----END CERTIFICATE-----`,
};
