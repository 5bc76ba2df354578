import { createHash } from "node:crypto";
import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import { parseDomFromString, xpath } from "@node-saml/node-saml/lib/xml.js";
import type { Pool } from "pg";
import { z } from "zod";
import {
  type Arrival,
  emailFor,
  groupsFor,
  isStorableSubject,
  lineOf,
  type PartnerIssuer,
  PartnerRefusal,
} from "./issuers.ts";
import { issuerOfConnection, type SamlSettings } from "./organizations.ts";

/** Milliseconds between leaving for the provider and coming back. */
const lifetime = 600_000;
/** Milliseconds by which clocks may differ. */
const skew = 60_000;
/** Bytes of a response, in base64. */
export const longestResponse = 256 * 1024;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The names under which providers send a person's facts: plain, of eduPerson and LDAP, and of Microsoft. */
const attributeNames = {
  email: [
    ...["email", "mail", "emailAddress", "urn:oid:0.9.2342.19200300.100.1.3"],
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
  ],
  firstName: [
    ...["firstName", "givenName", "given_name", "urn:oid:2.5.4.42"],
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
  ],
  lastName: [
    ...["lastName", "surname", "sn", "family_name", "urn:oid:2.5.4.4"],
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
  ],
};

const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** Cuts an error message of the library before the values that it names. */
const withoutValues = (message: string) => (/^[\w\s[\]]+/.exec(message)?.[0] ?? "invalid").slice(0, 80);

/** Declarations that a message has no use for. */
const forbiddenXml = /<!DOCTYPE|<!ENTITY/i;

/** The algorithms of signatures and digests that nobody can forge. */
const strongAlgorithms = new Set([
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

/** Returns whether all signatures of a message use strong algorithms, as they are parsed. @throws for invalid XML. */
async function isStrong(xml: string): Promise<boolean> {
  const parsed = await parseDomFromString(xml);
  const named = "//*[local-name(.)='SignatureMethod' or local-name(.)='DigestMethod']/@Algorithm";
  return xpath.selectAttributes(parsed, named).every(({ value }) => strongAlgorithms.has(value));
}

type Begun = { key: string; challenge: string };
type Attributes = Record<string, unknown>;

/**
 * Sign-ins by SAML 2.0: the request by redirect, the response by POST. The assertion must be signed by one of the provider's
 * certificates, be meant for us, be in time, and answer a request of ours that was not answered before.
 *
 * @param addressOf the addresses of a connection here: its entity id, and where responses go to.
 */
export function createSaml(
  pool: Pool,
  addressOf: (key: string) => { entityId: string; acs: string },
  now: () => number,
) {
  /** Keeps requests for the library in the database, so that any process can take the response, and each counts once. */
  function requests(key: string, challenge: string) {
    const answered: { id: string; begun: Begun }[] = [];
    const cache = {
      async saveAsync(id: string, value: string) {
        await pool.query(
          `insert into identity.saml_request (hash, connection, challenge, created_at, expires_at)
           values ($1, $2, $3, $4, $5)`,
          [digest(id), key, challenge, new Date(now()), new Date(now() + lifetime)],
        );
        return { createdAt: now(), value };
      },
      async getAsync(id: string | null) {
        const { rows } = await pool.query<{ challenge: string; createdAt: Date }>(
          `select challenge, created_at as "createdAt" from identity.saml_request
           where hash = $1 and connection = $2 and expires_at > $3`,
          [digest(id ?? ""), key, new Date(now())],
        );
        const [row] = rows;
        if (!row) return null;
        answered.push({ id: id ?? "", begun: { key, challenge: row.challenge } });
        return row.createdAt.toISOString();
      },
      // Used up below, once everything else is right: of two at once exactly one is.
      removeAsync: async (id: string | null) => id,
    };
    return { cache, answered };
  }

  function library(partner: PartnerIssuer, saml: SamlSettings, cache: ReturnType<typeof requests>["cache"]) {
    const { entityId, acs } = addressOf(partner.key);
    return new SAML({
      ...{ issuer: entityId, audience: entityId, callbackUrl: acs, entryPoint: saml.signInUrl },
      ...{ idpCert: saml.certificates, idpIssuer: partner.issuer },
      // The assertion must be signed, or the response around it; the library reads only what is.
      ...{ wantAssertionsSigned: false, wantAuthnResponseSigned: false },
      ...{ identifierFormat: null, disableRequestedAuthnContext: true, acceptedClockSkewMs: skew },
      ...{ validateInResponseTo: ValidateInResponseTo.always, requestIdExpirationPeriodMs: lifetime },
      cacheProvider: cache,
    });
  }

  async function usedUp(id: string): Promise<boolean> {
    const { rowCount } = await pool.query("delete from identity.saml_request where hash = $1", [digest(id)]);
    return rowCount === 1;
  }

  return {
    /** Returns the address to send the browser to. */
    async begin(partner: PartnerIssuer, saml: SamlSettings, challenge: string): Promise<string> {
      return library(partner, saml, requests(partner.key, challenge).cache).getAuthorizeUrlAsync("", undefined, {});
    },

    /** Verifies a response, and returns who came back and for which page. @throws PartnerRefusal */
    async finish(partner: PartnerIssuer, saml: SamlSettings, response: string) {
      const { cache, answered } = requests(partner.key, "");
      const refuse = (detail: string) =>
        new PartnerRefusal(400, `The response from ${partner.name} couldn't be accepted. Start again.`, detail);
      const xml = Buffer.from(response, "base64").toString("utf8");
      if (forbiddenXml.test(xml) || !(await isStrong(xml).catch(() => false))) throw refuse("SAML_UNSAFE");
      const { profile } = await library(partner, saml, cache)
        .validatePostResponseAsync({ SAMLResponse: response })
        .catch((error: Error) => {
          throw refuse(`SAML: ${withoutValues(error.message)}`);
        });
      const [first] = answered;
      // The response and the assertion within must answer one and the same request.
      if (!profile || !first || answered.some(({ id }) => id !== first.id)) throw refuse("SAML_REQUEST");
      // The library also copies attributes into the profile, so everything but them is read from the assertion.
      const assertion = profile.getAssertion?.();
      const { nameId, nameIdFormat, issuer } = subjectIn(assertion);
      if (issuer !== partner.issuer) throw refuse("SAML_ISSUER");
      if (!isConfirmed(assertion, { id: first.id, recipient: addressOf(partner.key).acs })) {
        throw refuse("SAML_CONFIRMATION");
      }
      if (!nameId || nameIdFormat === transient || !isStorableSubject(nameId)) throw refuse("SAML_SUBJECT");
      if (!(await usedUp(first.id))) throw refuse("REPLAYED");
      return {
        arrival: arrivalOf(partner, {
          nameId,
          nameIdFormat,
          attributes: attributesOf(profile as { attributes?: unknown }),
        }),
        challenge: first.begun.challenge,
        state: first.id,
      };
    },

    /** Returns the metadata by which a provider knows us. */
    metadata(partner: PartnerIssuer, saml: SamlSettings): string {
      return library(partner, saml, requests(partner.key, "").cache).generateServiceProviderMetadata(null);
    },
  };
}

export type Saml = ReturnType<typeof createSaml>;

const confirmations = z.object({
  Assertion: z.object({
    Subject: z.array(
      z.object({
        SubjectConfirmation: z.array(
          z.object({
            $: z.object({ Method: z.string() }),
            SubjectConfirmationData: z.array(z.object({ $: z.record(z.string(), z.string()) })).optional(),
          }),
        ),
      }),
    ),
  }),
});

/**
 * Whether the signed assertion itself says that whoever bears it answers this request, here (SAML 2.0 Profiles, section 4.1.4.2). The
 * library compares the request only where the assertion names one, and doesn't look at the recipient.
 */
function isConfirmed(assertion: unknown, { id, recipient }: { id: string; recipient: string }): boolean {
  const read = confirmations.safeParse(assertion);
  return (
    read.success &&
    read.data.Assertion.Subject.flatMap((subject) => subject.SubjectConfirmation).some(
      ({ $, SubjectConfirmationData: [data] = [] }) =>
        $.Method === "urn:oasis:names:tc:SAML:2.0:cm:bearer" &&
        data?.$.InResponseTo === id &&
        data.$.Recipient === recipient &&
        data.$.NotOnOrAfter !== undefined,
    )
  );
}

const named = z.object({
  Assertion: z.object({
    Issuer: z.array(z.object({ _: z.string() })).length(1),
    Subject: z
      .array(z.object({ NameID: z.array(z.object({ _: z.string(), $: z.record(z.string(), z.string()).optional() })) }))
      .length(1),
  }),
});

/** Returns whom a signed assertion names, and who issued it; nothing if it doesn't say so exactly once. */
function subjectIn(assertion: unknown): { nameId?: string; nameIdFormat?: string | undefined; issuer?: string } {
  const read = named.safeParse(assertion);
  if (!read.success) return {};
  const { Issuer: issuers, Subject: subjects } = read.data.Assertion;
  const [nameId, ...more] = subjects[0]?.NameID ?? [];
  if (!nameId || more.length > 0) return {};
  return { nameId: nameId._, nameIdFormat: nameId.$?.Format, issuer: issuers[0]?._ ?? "" };
}

/** Returns the attributes; none if the library found no statement about them. */
function attributesOf(profile: { attributes?: unknown }): Attributes {
  const { attributes } = profile;
  return typeof attributes === "object" && attributes !== null ? (attributes as Attributes) : {};
}

function arrivalOf(
  partner: PartnerIssuer,
  { nameId, nameIdFormat, attributes }: { nameId: string; nameIdFormat: string | undefined; attributes: Attributes },
): Arrival {
  const firstOf = (names: readonly string[]) =>
    names.map((name) => [attributes[name] ?? []].flat()[0]).find((value) => typeof value === "string");
  const inNameId = nameIdFormat === emailFormat ? nameId : undefined;
  const email = emailFor(partner, firstOf(attributeNames.email) ?? inNameId);
  const { organization } = partner;
  const person = email !== null &&
    organization && {
      ...{ email, emailVerified: true },
      firstName: lineOf(firstOf(attributeNames.firstName)),
      lastName: lineOf(firstOf(attributeNames.lastName)),
      groups: groupsFor(organization, attributes[organization.groupsClaim]),
    };
  return { issuer: issuerOfConnection(partner.key), subject: nameId, email, person: person || null };
}
