/** The settings of a SAML provider: where requests go to, and the certificates by which responses are signed, in PEM. */
export type SamlSettings = { signInUrl: string; certificates: string[] };

/** An organization's own identity provider, at which its people sign in. */
export type OrganizationIssuer = {
  /** The id of the connection. */
  key: string;
  name: string;
  /** Rises with every change, so that nothing outdated is remembered. */
  version: number;
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  /** Null: it speaks OpenID Connect. */
  saml: SamlSettings | null;
  /** The verified domains, whose addresses it vouches for; no others. */
  domains: string[];
  /** The claim that holds a person's groups, and the groups that grant a role: no others are looked at. */
  groupsClaim: string;
  groups: string[];
  /**
   * The last change of the keys, the client or the login URL. People who were linked before have to enter their password again. Null
   * if there was none.
   */
  trustedSince: string | null;
};

/** What an organization's identity provider says of a person. */
export type OrganizationPerson = {
  email: string;
  /** False if the provider leaves open whether the address is the person's. */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
  groups: string[];
};

/** The reason why somebody isn't admitted. */
export type NotAdmitted = "notInvited" | "noName" | "noRole" | "otherAddress";

/** The questions to the product about the identity providers of organizations. */
export type OrganizationsPort = {
  /** Returns an identity provider; null if there is none with this key, or nobody can sign in by it. */
  issuer(key: string): Promise<OrganizationIssuer | null>;
  /** Decides whether an account may be made for somebody who has none. @returns why not, or null. */
  admission(key: string, person: OrganizationPerson): Promise<NotAdmitted | null>;
  /** Notifies the product of a sign-in, before the tokens say what the person may do. */
  signedIn(key: string, sub: string, person: OrganizationPerson): Promise<void>;
  /** Decides whether an account has more than this organization: profiles in others, or the platform operator role. */
  reachesBeyond(key: string, sub: string): Promise<boolean>;
};

const prefix = "connection:";

/**
 * The issuer under which the people of an organization's provider are known here. Never the provider's own name for itself, which
 * another organization's provider could claim, too.
 */
export const issuerOfConnection = (key: string) => `${prefix}${key}`;
/** Returns the key of the connection that such an issuer names; null for partners. */
export const connectionOfIssuer = (issuer: string) => (issuer.startsWith(prefix) ? issuer.slice(prefix.length) : null);

/** Returns the connection that began a session, from its `amr`; null for any other session. */
export const connectionIn = (amr: readonly string[]) => amr.map(connectionOfIssuer).find((key) => key !== null) ?? null;

/** Explains to the person why they aren't admitted. */
export const notAdmittedTexts: Record<NotAdmitted, (name: string) => string> = {
  notInvited: () =>
    "You haven't been invited yet. Ask an administrator of your organization to add you, then log in again.",
  noName: (name) => `${name} didn't send your name. Ask an administrator of your organization to have it sent.`,
  noRole: (name) => `Your groups at ${name} don't give you a role here. Ask an administrator of your organization.`,
  otherAddress: () =>
    "Your account here has an email address outside your organization's verified domains. Log in with your password.",
};
