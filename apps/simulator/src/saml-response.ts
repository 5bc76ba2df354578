import { createHash, createSign } from "node:crypto";
import { escapeHtml } from "./html.ts";
import { ssoCertificate, ssoSigningKey } from "./simulated-sso-key.ts";
import type { SsoPerson } from "./sso-people.ts";

export type SamlAnswer = {
  /** The id of the request that is answered; null: none, as when somebody begins at the provider. */
  inResponseTo: string | null;
  /** Where the response goes to, and whom it is meant for. */
  recipient: string;
  audience: string;
  issuer: string;
  person: SsoPerson;
  now: Date;
  /** The ids of the response and of the assertion. */
  ids: readonly [string, string];
  nameIdFormat?: string;
  /** The key that signs it; null: nothing is signed. */
  key?: string | null;
  /** The hash of the signature, the usual one unless given. */
  hash?: Hash;
  /** An attribute that is called like the subject's name. */
  nameIdAttribute?: string;
};

type Hash = "sha1" | "sha256";

const dsig = "http://www.w3.org/2000/09/xmldsig#";
const enveloped = `${dsig}enveloped-signature`;
const canonical = "http://www.w3.org/2001/10/xml-exc-c14n#";
const algorithms: Record<Hash, { signature: string; digest: string }> = {
  sha1: { signature: `${dsig}rsa-sha1`, digest: `${dsig}sha1` },
  sha256: {
    signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    digest: "http://www.w3.org/2001/04/xmlenc#sha256",
  },
};

const minute = 60_000;

/** Everything is written in its canonical form: names in order, nothing abbreviated, each name space where it is first used. */
function assertionOf(answer: SamlAnswer, signature: string): string {
  const { inResponseTo, recipient, audience, issuer, person, now, ids } = answer;
  const at = now.toISOString();
  const until = new Date(now.getTime() + 5 * minute).toISOString();
  const since = new Date(now.getTime() - minute).toISOString();
  const { nameIdFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent" } = answer;
  const answering = inResponseTo === null ? "" : ` InResponseTo="${escapeHtml(inResponseTo)}"`;
  const attributes = Object.entries({
    email: [person.email],
    firstName: [person.firstName],
    lastName: [person.lastName],
    groups: person.groups,
    ...(answer.nameIdAttribute !== undefined && { nameID: [answer.nameIdAttribute] }),
  }).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${textOf(value)}</saml:AttributeValue>`).join("")}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${ids[1]}" IssueInstant="${at}" Version="2.0">`,
    `<saml:Issuer>${textOf(issuer)}</saml:Issuer>${signature}`,
    `<saml:Subject><saml:NameID Format="${nameIdFormat}">${textOf(person.id)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`,
    `<saml:SubjectConfirmationData${answering} NotOnOrAfter="${until}" Recipient="${escapeHtml(recipient)}"></saml:SubjectConfirmationData>`,
    "</saml:SubjectConfirmation></saml:Subject>",
    `<saml:Conditions NotBefore="${since}" NotOnOrAfter="${until}"><saml:AudienceRestriction>`,
    `<saml:Audience>${textOf(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at}"><saml:AuthnContext><saml:AuthnContextClassRef>`,
    "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified",
    "</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>",
    `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement></saml:Assertion>`,
  ].join("");
}

const textOf = (value: string) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** The signature of an element that is given in its canonical form, without a signature (XML Signature 1.1, exclusive form). */
export function xmlSignature(id: string, element: string, key: string, hash: Hash = "sha256"): string {
  const named = algorithms[hash];
  const digest = createHash(hash).update(element).digest("base64");
  const signed = (space: string) =>
    [
      `<ds:SignedInfo${space}><ds:CanonicalizationMethod Algorithm="${canonical}"></ds:CanonicalizationMethod>`,
      `<ds:SignatureMethod Algorithm="${named.signature}"></ds:SignatureMethod><ds:Reference URI="#${id}"><ds:Transforms>`,
      `<ds:Transform Algorithm="${enveloped}"></ds:Transform><ds:Transform Algorithm="${canonical}"></ds:Transform>`,
      `</ds:Transforms><ds:DigestMethod Algorithm="${named.digest}"></ds:DigestMethod>`,
      `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`,
    ].join("");
  const value = createSign(`RSA-${hash.toUpperCase()}`)
    .update(signed(` xmlns:ds="${dsig}"`))
    .sign(key, "base64");
  const certificate = ssoCertificate.replace(/-----.+?-----|\s/g, "");
  return [
    `<ds:Signature xmlns:ds="${dsig}">${signed("")}<ds:SignatureValue>${value}</ds:SignatureValue>`,
    `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    "</ds:Signature>",
  ].join("");
}

/** A response with one signed assertion (SAML 2.0, bindings HTTP-POST), before it is encoded. */
export function samlResponse(answer: SamlAnswer): string {
  const { inResponseTo, recipient, issuer, now, ids, hash, key = ssoSigningKey } = answer;
  const signature = key === null ? "" : xmlSignature(ids[1], assertionOf(answer, ""), key, hash);
  const answering = inResponseTo === null ? "" : ` InResponseTo="${escapeHtml(inResponseTo)}"`;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${escapeHtml(recipient)}" ID="${ids[0]}"`,
    `${answering} IssueInstant="${now.toISOString()}" Version="2.0">`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${textOf(issuer)}</saml:Issuer><samlp:Status>`,
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>`,
    `${assertionOf(answer, signature)}</samlp:Response>`,
  ].join("");
}
