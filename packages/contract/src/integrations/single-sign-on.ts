import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id, instant, line } from "../values.ts";

/** The most identity providers of an organization, domains of a provider, and roles that it grants. */
export const ssoLimits = { connections: 5, domains: 20, grants: 50 } as const;

/** How a provider says who somebody is: OpenID Connect, or SAML 2.0. */
export const ssoProtocols = ["oidc", "saml"] as const;
export type SsoProtocol = (typeof ssoProtocols)[number];

/** Who may get in by a provider: people who were added before, or everyone of the provider who is granted a role. */
export const ssoJoining = ["invited", "justInTime"] as const;
export type SsoJoining = (typeof ssoJoining)[number];

/**
 * What is wrong with an identity provider's address.
 *
 * - `address`: not a public address with https. `unreachable`: no response.
 * - `notIssuer`: the response isn't a provider's configuration. `otherIssuer`: the configuration names another address.
 */
export const ssoProblems = ["address", "unreachable", "notIssuer", "otherIssuer"] as const;
export type SsoProblem = (typeof ssoProblems)[number];

/** Why a domain isn't verified. `noRecord`: there is no record with the value. `noAnswer`: name servers don't respond. */
export const domainProblems = ["noRecord", "noAnswer"] as const;
export type DomainProblem = (typeof domainProblems)[number];

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, {
    error: "Enter a domain, such as club.example.",
  });

/** A domain that was added before, as a path names it. */
const domainInPath = z.string().max(253).toLowerCase();

const domainShown = z.object({
  domain: z.string(),
  /** The TXT record that proves that the domain is the organization's. */
  recordName: z.string(),
  recordValue: z.string(),
  /** Since when it is verified; null: it isn't, and nobody gets in by an address there. */
  verifiedAt: instant.nullable(),
  checkedAt: instant.nullable(),
  problem: z.enum(domainProblems).nullable(),
});
export type SsoDomain = z.output<typeof domainShown>;

const grant = z.strictObject({
  /** A value of the provider's claim; null: everyone who signs in. */
  group: line(200).min(1, "Enter a group.").nullable(),
  levelId: id,
  labelId: id,
});

const grants = z.array(grant).max(ssoLimits.grants);

const shared = {
  name: line(60).min(1, "Enter a name."),
  joining: z.enum(ssoJoining),
  /** The claim that holds a person's groups. */
  groupsClaim: line(200).min(1, "Enter the name of the claim."),
  grants,
};

const address = (error: string) => z.url({ protocol: /^https?$/, error }).max(500);

const openIdConnect = {
  protocol: z.literal("oidc"),
  issuer: address("Enter the provider's address."),
  clientId: line(200).min(1, "Enter the client ID."),
};

const saml = {
  protocol: z.literal("saml"),
  /** The provider's entity id. */
  issuer: line(500).min(1, "Enter the provider's entity ID."),
  signInUrl: address("Enter the address for logging in."),
  /** The certificates by which responses may be signed, in PEM, one after the other. */
  certificates: z.string().trim().min(1, "Paste the certificate.").max(20_000),
};

const secret = z.string().trim().max(1_000);

const connectionShown = z.object({
  ssoConnectionId: id,
  name: z.string(),
  protocol: z.enum(ssoProtocols),
  /** The issuer's address, or the entity id. */
  issuer: z.string(),
  /** The client by OpenID Connect; null for SAML. */
  clientId: z.string().nullable(),
  /** Where SAML requests go to; null for OpenID Connect. */
  signInUrl: z.string().nullable(),
  certificates: z.string().nullable(),
  /** When the last of the certificates expires. */
  certificateEndsAt: instant.nullable(),
  /** What the provider is told of us: an address that says all of it. Only for SAML. */
  metadataUrl: z.string().nullable(),
  joining: z.enum(ssoJoining),
  groupsClaim: z.string(),
  grants: z.array(z.object({ ...grant.shape, levelName: z.string(), labelName: z.string() })),
  domains: z.array(domainShown),
  /** Whether people can sign in by it; never before a domain is verified. */
  active: z.boolean(),
  /** Where the provider sends people back to: the redirect URI, or the assertion consumer service. */
  callbackUrl: z.string(),
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  version: z.int(),
});
export type SsoConnection = z.output<typeof connectionShown>;

const path = "/api/app/integrations/sso";

export const listSsoConnections = endpoint({
  method: "GET",
  path,
  summary: "Lists the organization's identity providers, their domains, and the roles that they grant.",
  errors: [403],
  response: z.object({ connections: z.array(connectionShown) }),
});

export const addSsoConnection = endpoint({
  method: "POST",
  path,
  summary: "Adds an identity provider after reading its configuration. The client secret is kept encrypted.",
  errors: [403, 409, 502],
  /** Its body holds a secret, and so must no idempotent answer. */
  shownOnce: true,
  body: z.discriminatedUnion("protocol", [
    z.strictObject({ ...shared, ...openIdConnect, clientSecret: secret }),
    z.strictObject({ ...shared, ...saml }),
  ]),
  response: z.object({ ssoConnectionId: id }),
});

export const changeSsoConnection = endpoint({
  method: "PUT",
  path: `${path}/{id}`,
  summary: "Changes an identity provider. Without a client secret, the current one is kept.",
  errors: [403, 409, 502],
  shownOnce: true,
  body: z.discriminatedUnion("protocol", [
    z.strictObject({ ...shared, ...openIdConnect, clientSecret: secret.nullable(), version: z.int() }),
    z.strictObject({ ...shared, ...saml, version: z.int() }),
  ]),
  response: noContent,
});

export const setSsoActive = endpoint({
  method: "PUT",
  path: `${path}/{id}/active`,
  summary: "Turns sign-ins by an identity provider on or off. On needs a verified domain.",
  errors: [403, 409],
  body: z.strictObject({ active: z.boolean() }),
  response: noContent,
});

export const removeSsoConnection = endpoint({
  method: "DELETE",
  path: `${path}/{id}`,
  summary: "Removes an identity provider. Its people stay, and sign in by a password of their own.",
  errors: [403],
  response: noContent,
});

export const addSsoDomain = endpoint({
  method: "POST",
  path: `${path}/{id}/domain`,
  summary: "Adds a domain whose addresses the identity provider vouches for, once it is verified.",
  errors: [403, 409],
  body: z.strictObject({ domain }),
  response: domainShown,
});

export const verifySsoDomain = endpoint({
  method: "POST",
  path: `${path}/{id}/domain/{domain}/verify`,
  summary: "Looks up the TXT record that proves that a domain is the organization's.",
  errors: [403],
  params: { domain: domainInPath },
  costly: true,
  response: domainShown,
});

export const removeSsoDomain = endpoint({
  method: "DELETE",
  path: `${path}/{id}/domain/{domain}`,
  summary: "Removes a domain: nobody gets in by an address there anymore.",
  errors: [403],
  params: { domain: domainInPath },
  response: noContent,
});

export const findSso = endpoint({
  method: "GET",
  path: "/api/public/sso/{domain}",
  summary: "Finds the identity providers that vouch for addresses of a domain.",
  auth: "public",
  params: { domain },
  costly: true,
  response: z.object({ data: z.array(z.object({ key: id, name: z.string() })).max(20) }),
});
