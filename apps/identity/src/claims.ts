import { type Context, errors, type Token } from "oidc-provider";
import type { Account, Accounts, Policy } from "./accounts.ts";
import { emailFor } from "./issuers.ts";
import { connectionIn, connectionOfIssuer, type OrganizationsPort } from "./organizations.ts";
import { MULTIPLE } from "./owner-proof.ts";

/** What the product knows about an account and the identity service does not. */
export type ProfileClaims = {
  role: string[];
  tabs: string[];
  currentProfileId: string | null;
  firstName: string;
  lastName: string;
  /** Which version of each policy is in force now. */
  policies: PolicyVersions;
};

export type ClaimsPort = {
  /**
   * Asked at every token. `profileId` is the profile the caller wants to act as, or null for the product's choice.
   * One that is named is remembered as that choice. Null when that is no profile of this account, or when the account may
   * not be used.
   */
  claimsFor(sub: string, profileId: string | null): Promise<ProfileClaims | null>;
  /** A partner's sign-in leads to an account from now on that was here before: its owner is told. */
  linked(sub: string, partner: string): Promise<void>;
  /** What is known about the identity providers of organizations. */
  organizations: OrganizationsPort;
};

/** The product, asked for claims, did not answer: nobody can sign in or go on just now, and nobody is signed out by it. */
export class ProductAway extends Error {
  override name = "ProductAway";
  /** Seconds. */
  readonly retryAfter = 2;
  constructor(where: string, options?: ErrorOptions) {
    super(`The product at ${where} did not answer what a token should say.`, options);
  }
}

/** The version of each policy that must have been accepted; a policy that is not named is accepted by any version. */
export type PolicyVersions = Partial<Record<Policy, string>>;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

type AccountWithAcceptances = NonNullable<Awaited<ReturnType<Accounts["withAcceptances"]>>>;

/**
 * Collects the claims of access tokens (their names: document 2, section 7.7 of the specification), once for a request.
 */
export function createTokenClaims(accounts: Accounts, port: ClaimsPort) {
  const collected = new WeakMap<Context, { account: AccountWithAcceptances; profile: ProfileClaims }>();

  const accepts = ({ accepted }: AccountWithAcceptances, { policies }: ProfileClaims, type: Policy) =>
    accepted.some((one) => one.type === type && (policies[type] === undefined || one.version === policies[type]));

  /**
   * Whether a session that an organization's provider began goes on: while it is on and vouches for the account's address, and,
   * without a password or second factor of our own, for an account of that organization alone.
   */
  async function mayGoOn(key: string, sub: string, amr: readonly string[]): Promise<boolean> {
    const [own, account] = await Promise.all([port.organizations.issuer(key), accounts.bySub(sub)]);
    if (!own || !account || emailFor(own, account.email) === null) return false;
    return amr.includes("pwd") || amr.includes(MULTIPLE) || !(await port.organizations.reachesBeyond(key, sub));
  }

  return {
    /**
     * Asks for the claims before anything is written or used up.
     * @param grantId of the session that goes on; null for one that begins. @param amr what its sign-in has shown.
     * @throws InvalidRequest for a profile that is not this account's, InvalidGrant for an account that may not be used.
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

    /** The account of a token in this request: what was prepared, else what is stored. */
    async accountOf(ctx: Context, sub: string): Promise<Account | null> {
      const found = collected.get(ctx)?.account;
      return found?.sub === sub ? found : accounts.bySub(sub);
    },

    /** For oidc-provider's `extraTokenClaims`. A token without audience is only good for /connect/userinfo. */
    async extra(ctx: Context, token: Token): Promise<Record<string, unknown> | undefined> {
      if (!token.aud) return undefined;
      const found = collected.get(ctx);
      if (!found) throw new Error("A token for the API was about to be issued without asking for its claims.");
      const session = ctx.oidc.entities.RefreshToken;
      return {
        auth_time: session?.authTime,
        // What the sign-in has shown, and what this session has since.
        amr: [...new Set([...(session?.amr ?? []).filter((one) => connectionOfIssuer(one) === null), ...(found.account.shown ? [MULTIPLE] : [])])],
        "User/PrivacyAccepted": accepts(found.account, found.profile, "privacy"),
        "User/TermsAccepted": accepts(found.account, found.profile, "terms"),
        "User/Email": found.account.email,
        "User/Role": found.profile.role,
        "User/Tabs": found.profile.tabs,
        "User/UserName": found.account.userName,
        "User/FirstName": found.profile.firstName,
        "User/LastName": found.profile.lastName,
        CurrentProfileId: found.profile.currentProfileId,
        // All tokens of one sign-in carry the same: the API refuses those of a sign-in that has ended.
        sid: token.grantId,
      };
    },
  };
}

/** The port, in whose stead 503 is answered while the product is away. @param onAway every time. */
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
