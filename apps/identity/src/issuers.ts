import * as oidc from "openid-client";
import { checkEmail, InvalidAccount } from "./accounts.ts";
import {
  connectionOfIssuer,
  issuerOfConnection,
  type OrganizationIssuer,
  type OrganizationPerson,
  type OrganizationsPort,
} from "./organizations.ts";

/** A partner whose people sign in at the partner's own OpenID Connect issuer, and are logged in here by that. */
export type PartnerIssuer = {
  /** Used in addresses, the callback's too: small letters, digits, and hyphens. */
  key: string;
  /** The name on the button: "Continue with {name}". */
  name: string;
  issuer: string;
  clientId: string;
  /** Without a secret, only PKCE shows that the caller is the one that began. */
  clientSecret?: string;
  scopes?: string[];
  /** The only domains of addresses it vouches for. If empty, every domain. */
  domains?: string[];
  /** What more is known of an organization's own identity provider. */
  organization?: Pick<OrganizationIssuer, "version" | "groupsClaim" | "groups" | "saml" | "trustedSince">;
};

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;

function ofOrganization({
  clientSecret,
  version,
  groupsClaim,
  groups,
  saml,
  trustedSince,
  ...rest
}: OrganizationIssuer): PartnerIssuer {
  return {
    ...rest,
    ...(clientSecret !== null && { clientSecret }),
    scopes: ["openid", "email", "profile"],
    organization: { version, groupsClaim, groups, saml, trustedSince },
  };
}

/** How addresses are called that people typed. */
export type OutsideFetch = oidc.CustomFetch;

/** What the browser that begins keeps until it comes back. */
export type PartnerSignInState = { key: string; state: string; nonce: string; verifier: string };

/** The person as the partner names them. `email` only if the partner vouches for it, and may. */
export type Arrival = {
  issuer: string;
  subject: string;
  email: string | null;
  /** What an organization's identity provider says besides; null for partners. */
  person: OrganizationPerson | null;
};

/** A sign-in that can't continue. `message` says why, in words for the person. `detail` is for the log: a code, no values. */
export class PartnerRefusal extends Error {
  override name = "PartnerRefusal";
  readonly status: 400 | 403 | 429 | 503;
  readonly detail: string;
  constructor(status: 400 | 403 | 429 | 503, message: string, detail: string) {
    super(message);
    this.status = status;
    this.detail = detail;
  }
}

/** The seconds after which a request to an issuer times out. */
const timeoutSeconds = 5;
/** The milliseconds for which an issuer's published metadata is cached. */
const discoveredFor = 3_600_000;
/** Milliseconds for which an issuer isn't asked again after a failure. */
const failedFor = 30_000;
/** Configurations that a process remembers. */
const mostRemembered = 1_000;

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Sends the secret as the issuer wants it, or by the standard's default. */
function authentication(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    return (methods && !methods.includes("client_secret_basic") ? post : basic)(server, ...rest);
  };
}

/** Describes an error while talking to an issuer, for the person and for the log. */
function refusalOf(error: unknown, name: string): PartnerRefusal {
  if (error instanceof PartnerRefusal) return error;
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  const detail = String(code ?? cause?.code ?? (error instanceof Error ? error.name : "unknown"));
  if (error instanceof oidc.AuthorizationResponseError) {
    const message =
      error.error === "access_denied"
        ? `You canceled logging in with ${name}. Start again, or log in with your password.`
        : `${name} couldn't log you in. Start again, or log in with your password.`;
    return new PartnerRefusal(400, message, "AUTHORIZATION_RESPONSE");
  }
  const away = error instanceof TypeError || /TIMEOUT|ABORT|ECONN|ENOTFOUND|RESPONSE_IS_NOT_CONFORM/.test(detail);
  return away
    ? new PartnerRefusal(503, `${name} isn't responding. Try again in a moment.`, detail)
    : new PartnerRefusal(400, `The response from ${name} couldn't be accepted. Start again.`, detail);
}

/**
 * The issuers whose people may sign in: authorization code with PKCE, state, and nonce. The ID token's signature, issuer,
 * audience, and time are checked, and that the answer names the issuer that was asked.
 *
 * @param callbackOf returns the address to which an issuer, by its key, sends people back. Each issuer has its own.
 */
export function openIssuers(
  issuers: readonly PartnerIssuer[],
  callbackOf: (key: string) => string,
  now: () => number,
  { organizations, fetchOutside }: { organizations: OrganizationsPort; fetchOutside: OutsideFetch },
) {
  const discovered = new Map<string, { at: number; configuration: Promise<oidc.Configuration> }>();

  function configurationOf(partner: PartnerIssuer): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, organization } = partner;
    const key = `${partner.key} ${organization?.version ?? ""}`;
    const known = discovered.get(key);
    if (known && now() - known.at < discoveredFor) return known.configuration;
    const url = new URL(issuer);
    // Which addresses of organizations may be without TLS is decided by the fetch below.
    const plain = url.protocol === "http:" && (organization !== undefined || loopback.test(url.hostname));
    if (discovered.size >= mostRemembered) discovered.delete(discovered.keys().next().value as string);
    const configuration = oidc.discovery(url, clientId, undefined, authentication(clientSecret), {
      timeout: timeoutSeconds,
      // Whoever administers an organization chooses the address: it must not lead into our own network.
      ...(organization && { [oidc.customFetch]: fetchOutside }),
      // Signatures are checked even where TLS would be enough.
      execute: [oidc.enableNonRepudiationChecks, ...(plain ? [oidc.allowInsecureRequests] : [])],
    });
    discovered.set(key, { at: now(), configuration });
    configuration.catch(() => {
      // An issuer that is away isn't called for every sign-in.
      if (discovered.get(key)?.configuration !== configuration) return;
      discovered.set(key, { at: now() - discoveredFor + failedFor, configuration });
    });
    return configuration;
  }

  return {
    /** Lists what the login page offers. */
    offered: issuers.map(({ key, name }) => ({ key, name })),

    /** A partner, or an organization's own identity provider. */
    async byKey(key: string): Promise<PartnerIssuer | null> {
      const partner = issuers.find((one) => one.key === key);
      if (partner || !uuid.test(key)) return partner ?? null;
      const own = await organizations.issuer(key);
      return own && ofOrganization(own);
    },

    /** What the one is called under whose issuer somebody is known here; null for one that is gone. */
    async nameOf(issuer: string): Promise<string | null> {
      const key = connectionOfIssuer(issuer);
      if (key !== null) return (await organizations.issuer(key))?.name ?? null;
      return issuers.find((one) => one.issuer === issuer)?.name ?? null;
    },

    /** Returns where to send the browser, and what it has to keep. @throws PartnerRefusal 503 if the issuer doesn't answer. */
    async begin(partner: PartnerIssuer): Promise<{ url: string; signInState: PartnerSignInState }> {
      try {
        const configuration = await configurationOf(partner);
        const verifier = oidc.randomPKCECodeVerifier();
        const signInState = { key: partner.key, state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
        const url = oidc.buildAuthorizationUrl(configuration, {
          redirect_uri: callbackOf(partner.key),
          scope: (partner.scopes ?? ["openid", "email", "profile"]).join(" "),
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          state: signInState.state,
          nonce: signInState.nonce,
        });
        return { url: url.href, signInState };
      } catch (error) {
        throw refusalOf(error, partner.name);
      }
    },

    /**
     * Returns the person who came back.
     *
     * @param query the callback's query as it arrived.
     * @throws PartnerRefusal
     */
    async finish(partner: PartnerIssuer, signInState: PartnerSignInState, query: string): Promise<Arrival> {
      try {
        const configuration = await configurationOf(partner);
        const url = new URL(callbackOf(partner.key));
        url.search = query;
        const tokens = await oidc.authorizationCodeGrant(configuration, url, {
          pkceCodeVerifier: signInState.verifier,
          expectedState: signInState.state,
          expectedNonce: signInState.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims)
          throw new PartnerRefusal(400, `${partner.name} didn't tell us who you are. Start again.`, "NO_ID_TOKEN");
        const { userinfo_endpoint: more } = configuration.serverMetadata();
        const userinfo: Record<string, unknown> =
          more && (claims.email === undefined || lacks(partner.organization, claims))
            ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
            : {};
        if (!isStorableSubject(claims.sub)) throw unusableSubject(partner.name);
        const { organization } = partner;
        const { email_verified: verified } = claims.email === undefined ? { ...claims, ...userinfo } : claims;
        const denied = [claims, userinfo].some(({ email_verified: said }) => said === false || said === "false");
        const emailVerified = verified === true || verified === "true";
        // Identity providers of organizations often leave it out.
        const vouched = !denied && (organization !== undefined || verified === true);
        const email = vouched ? emailFor(partner, claims.email ?? userinfo.email) : null;
        if (!organization) return { issuer: partner.issuer, subject: claims.sub, email, person: null };
        const said = { ...userinfo, ...claims };
        const person = email === null ? null : { email, emailVerified, ...personOf(organization, said) };
        return { issuer: issuerOfConnection(partner.key), subject: claims.sub, email, person };
      } catch (error) {
        throw refusalOf(error, partner.name);
      }
    },
  };
}

export type Issuers = ReturnType<typeof openIssuers>;

/** Characters of a subject. SAML allows 256, OpenID Connect 255. */
const longestSubject = 500;

/** Returns whether a subject can be stored. */
export const isStorableSubject = (subject: string) =>
  subject.length <= longestSubject && subject.isWellFormed() && !subject.includes("\0");

/** Returns the refusal of a subject that can't be stored. */
export const unusableSubject = (name: string) =>
  new PartnerRefusal(400, `The response from ${name} couldn't be accepted. Start again.`, "SUBJECT");

/** Returns whether an account can have this address. */
function isEmail(text: string): boolean {
  try {
    checkEmail(text);
    return true;
  } catch (error) {
    if (error instanceof InvalidAccount) return false;
    throw error;
  }
}

/** An address that a partner or provider names, if it may vouch for its domain; else null. */
export function emailFor({ domains }: Pick<PartnerIssuer, "domains">, email: unknown): string | null {
  if (typeof email !== "string" || email.split("@").length !== 2 || !isEmail(email)) return null;
  const domain = email.toLowerCase().split("@").at(-1) ?? "";
  return !domains || domains.some((one) => one.toLowerCase() === domain) ? email : null;
}

/** One line of what a provider says, as far as it fits. */
export const lineOf = (value: unknown) =>
  typeof value === "string"
    ? value
        .replace(/\p{Cc}/gu, " ")
        .trim()
        .slice(0, 100)
        .toWellFormed()
    : "";

/** Whether the ID token leaves out what an organization's provider may say at its userinfo endpoint. */
const lacks = (organization: PartnerIssuer["organization"], claims: Record<string, unknown>) =>
  organization !== undefined && (claims[organization.groupsClaim] === undefined || claims.given_name === undefined);

/** Those of a person's groups that grant a role. */
export function groupsFor({ groups }: Pick<OrganizationIssuer, "groups">, claimed: unknown): string[] {
  const theirs = new Set([claimed ?? []].flat().map(String));
  return groups.filter((group) => theirs.has(group));
}

/** What a provider's claims say of somebody: their name, and those of their groups that grant a role. */
function personOf(
  organization: Pick<OrganizationIssuer, "groupsClaim" | "groups">,
  claims: Record<string, unknown>,
): Omit<OrganizationPerson, "email" | "emailVerified"> {
  return {
    firstName: lineOf(claims.given_name),
    lastName: lineOf(claims.family_name),
    groups: groupsFor(organization, claims[organization.groupsClaim]),
  };
}
