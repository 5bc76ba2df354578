import { type Context, errors, type Token } from "oidc-provider";
import type { Account, Accounts, Policy } from "./accounts.ts";
import { emailFor } from "./issuers.ts";
import { connectionIn, connectionOfIssuer, type OrganizationsPort } from "./organizations.ts";
import { MULTIPLE } from "./owner-proof.ts";

/** What the product knows about an account and the identity service doesn't. */
export type ProfileClaims = {
  role: string[];
  tabs: string[];
  currentProfileId: string | null;
  firstName: string;
  lastName: string;
  /** The current version of each policy. */
  policies: PolicyVersions;
};

export type ClaimsPort = {
  /**
   * Called for every token. `profileId` is the profile that the caller wants to act as, or null for the product's choice. A
   * named profile is remembered as that choice. Returns null if the profile isn't the account's, or if the account may not be
   * used.
   */
  claimsFor(sub: string, profileId: string | null): Promise<ProfileClaims | null>;
  /** Called when a partner's sign-in is linked to an existing account, whose owner is notified. */
  linked(sub: string, partner: string): Promise<void>;
  /** What is known about the identity providers of organizations. */
  organizations: OrganizationsPort;
};

/** The product didn't answer the request for claims. No one can log in or continue for the moment, but no one is logged out. */
export class ProductAway extends Error {
  override name = "ProductAway";
  /** In seconds. */
  readonly retryAfter = 2;
  constructor(where: string, options?: ErrorOptions) {
    super(`The product at ${where} did not answer what a token should say.`, options);
  }
}

/** The version of each policy that must have been accepted. For a policy that isn't named, any version counts. */
export type PolicyVersions = Partial<Record<Policy, string>>;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

type AccountWithAcceptances = NonNullable<Awaited<ReturnType<Accounts["withAcceptances"]>>>;

/** Collects the claims of access tokens, once per request. Their names: document 2, section 7.7 of the specification. */
export function createTokenClaims(accounts: Accounts, port: ClaimsPort) {
  const collected = new WeakMap<Context, { account: AccountWithAcceptances; profile: ProfileClaims }>();

  const accepts = ({ accepted }: AccountWithAcceptances, { policies }: ProfileClaims, type: Policy) =>
    accepted.some((one) => one.type === type && (policies[type] === undefined || one.version === policies[type]));

  /**
   * Returns whether a session that an organization's identity provider began can continue: as long as the provider is on and has the
   * domain of the account's address. Without a password or second factor, it continues only for accounts of that organization.
   */
  async function mayGoOn(key: string, sub: string, amr: readonly string[]): Promise<boolean> {
    const [own, account] = await Promise.all([port.organizations.issuer(key), accounts.bySub(sub)]);
    if (!own || !account || emailFor(own, account.email) === null) return false;
    return amr.includes("pwd") || amr.includes(MULTIPLE) || !(await port.organizations.reachesBeyond(key, sub));
  }

  return {
    /**
     * Requests the claims before anything is written or consumed.
     *
     * @param grantId the grant of a session that continues, or null for a new one.
     * @param amr the authentication methods of its login.
     * @throws InvalidRequest for a profile of another account, InvalidGrant for an account that may not be used.
     */
    async prepare(
      ctx: Context,
      sub: string,
      profileId: string | null,
      { grantId, amr }: { grantId: string | null; amr: readonly string[] },
    ): Promise<void> {
      const foreign = () => new errors.InvalidRequest("profile_id is not a profile of this account");
      if (profileId !== null && !uuid.test(profileId)) throw foreign();
      const connection = connectionIn(amr);
      if (connection !== null && !(await mayGoOn(connection, sub, amr))) {
        const refused = new errors.InvalidGrant("single sign-on is not enough");
        refused.error_description = "Single sign-on isn't enough anymore. Log in with your password or a passkey.";
        throw refused;
      }
      const [account, profile] = await Promise.all([
        accounts.withAcceptances(sub, grantId),
        port.claimsFor(sub, profileId),
      ]);
      if (!profile && profileId !== null) throw foreign();
      if (!account || !profile) throw new errors.InvalidGrant("the account may not be used");
      collected.set(ctx, { account, profile });
    },

    /** Returns the account of a token in this request: the prepared one, otherwise the stored one. */
    async accountOf(ctx: Context, sub: string): Promise<Account | null> {
      const found = collected.get(ctx)?.account;
      return found?.sub === sub ? found : accounts.bySub(sub);
    },

    /** For oidc-provider's `extraTokenClaims`. A token without an audience is only valid at /connect/userinfo. */
    async extra(ctx: Context, token: Token): Promise<Record<string, unknown> | undefined> {
      if (!token.aud) return undefined;
      const found = collected.get(ctx);
      if (!found) throw new Error("A token for the API was about to be issued without asking for its claims.");
      const session = ctx.oidc.entities.RefreshToken;
      return {
        auth_time: session?.authTime,
        // The authentication methods of the login, and those that this session has shown since.
        amr: [
          ...new Set([
            ...(session?.amr ?? []).filter((one) => connectionOfIssuer(one) === null),
            ...(found.account.shown ? [MULTIPLE] : []),
          ]),
        ],
        "User/PrivacyAccepted": accepts(found.account, found.profile, "privacy"),
        "User/TermsAccepted": accepts(found.account, found.profile, "terms"),
        "User/Email": found.account.email,
        "User/Role": found.profile.role,
        "User/Tabs": found.profile.tabs,
        "User/UserName": found.account.userName,
        "User/FirstName": found.profile.firstName,
        "User/LastName": found.profile.lastName,
        CurrentProfileId: found.profile.currentProfileId,
        // The same in all tokens of one login. The API refuses tokens of a login that has ended.
        sid: token.grantId,
      };
    },
  };
}

/**
 * Wraps the port so that 503 is answered while the product is unavailable.
 *
 * @param onAway called each time.
 */
export function whileAway(port: ClaimsPort, onAway: (error: ProductAway) => void): ClaimsPort {
  const guarded =
    <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      try {
        return await ask(...asked);
      } catch (error) {
        if (!(error instanceof ProductAway)) throw error;
        onAway(error);
        const away = new errors.OIDCProviderError(503, "temporarily_unavailable");
        away.error_description = "Logging in isn't possible right now. Try again in a moment.";
        away.expose = true;
        throw away;
      }
    };
  const { issuer, admission, signedIn, reachesBeyond } = port.organizations;
  return {
    ...port,
    claimsFor: guarded(port.claimsFor),
    organizations: {
      issuer: guarded(issuer),
      admission: guarded(admission),
      signedIn: guarded(signedIn),
      reachesBeyond: guarded(reachesBeyond),
    },
  };
}

export type TokenClaims = ReturnType<typeof createTokenClaims>;
