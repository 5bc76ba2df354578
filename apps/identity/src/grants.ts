import { passkeyGrant, secondFactorGrant } from "@touchline/contract/accounts/session";
import { waitInWords } from "@touchline/contract/wait";
import { type Context, errors, type Provider, type ResourceServerInfo } from "oidc-provider";
// The package doesn't export its built-in grant, whose parameters can't be extended from outside, so it is registered
// again with `profile_id`. That is why the package's version is pinned exactly.
import {
  parameters as refreshParameters,
  handler as refreshWithRotation,
} from "oidc-provider/lib/actions/grants/refresh_token.js";
import * as grantHelpers from "oidc-provider/lib/helpers/grants.js";
import type { Accounts } from "./accounts.ts";
import type { TokenClaims } from "./claims.ts";
import type { Federated } from "./federated.ts";
import { connectionIn, connectionOfIssuer } from "./organizations.ts";
import { MULTIPLE } from "./owner-proof.ts";
import type { Passkeys } from "./passkeys.ts";
import type { SecondSteps } from "./second-step.ts";
import { oauthError, signIn } from "./sign-in.ts";
import type { Throttle } from "./throttle.ts";

/** The product's own page: the only client that may send a password. */
export const WEB_CLIENT = "touchline-web";
/** Continues after the answer `mfa_required` to a right password. */
export const SECOND_FACTOR_GRANT = secondFactorGrant;
/** Logs in with a passkey alone, which identifies its owner. */
export const PASSKEY_GRANT = passkeyGrant;

export type GrantParts = {
  accounts: Accounts;
  claims: TokenClaims;
  throttle: Throttle;
  /** Limits passkey logins by the caller's address. */
  passkeyThrottle: Throttle;
  passkeys: Passkeys;
  steps: SecondSteps;
  audience: string;
  resource: ResourceServerInfo;
  now: () => number;
};

/** Returns the error for a code of a partner's sign-in that is unknown, expired or used. */
export function handoffUsedUp() {
  const error = new errors.InvalidGrant("no such handoff");
  error.error_description = "This login has expired. Start again.";
  return error;
}

/** Begins a session for an account that has been authenticated (`amr`, RFC 8176), and answers with its tokens. */
export async function issueTokens(
  provider: Provider,
  { audience, resource, claims, now }: GrantParts,
  ctx: Context,
  { accountId, amr }: { accountId: string; amr: string[] },
): Promise<void> {
  const { client, params } = ctx.oidc;
  await claims.prepare(ctx, accountId, null, { grantId: null, amr });
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  grant.addResourceScope(audience, resource.scope);
  // The ID is chosen before it is stored, so that the whole login is written at once.
  grant.jti = grant.generateTokenId();
  const grantId = grant.jti;
  const shared = { accountId, client, grantId, gty: params.grant_type, scope: resource.scope };
  const refreshToken = new provider.RefreshToken({
    ...shared,
    resource: audience,
    authTime: Math.floor(now() / 1000),
    amr,
    rotations: 0,
    expiresWithSession: false,
  });
  ctx.oidc.entity("RefreshToken", refreshToken);
  const accessToken = new provider.AccessToken({ ...shared, expiresWithSession: false });
  accessToken.resourceServer = new provider.ResourceServer(audience, resource);
  ctx.oidc.entity("AccessToken", accessToken);
  const [access, refresh] = await Promise.all([accessToken.save(), refreshToken.save(), grant.save()]);
  ctx.body = {
    access_token: access,
    refresh_token: refresh,
    token_type: accessToken.tokenType,
    expires_in: accessToken.expiration,
    scope: resource.scope,
  };
}

/**
 * `grant_type=password` (RFC 6749, section 4.3), only for the product's own page: clients list the grants they may use. An
 * account with a second factor gets `mfa_required` for its right password, and a token to continue with.
 */
export function registerPasswordGrant(provider: Provider, parts: GrantParts): void {
  provider.registerGrantType(
    "password",
    async (ctx) => {
      const { username, password } = ctx.oidc.params;
      if (!username || !password) throw new errors.InvalidRequest("username and password are required");
      const { sub: accountId, secondFactor } = await signIn(parts, ctx, username, password);
      if (!secondFactor) return issueTokens(provider, parts, ctx, { accountId, amr: ["pwd"] });
      const { token, methods } = await parts.steps.begin(accountId);
      ctx.status = 400;
      ctx.body = {
        error: "mfa_required",
        error_description: "Use your second factor to continue.",
        mfa_token: token,
        methods,
      };
    },
    ["username", "password", "scope"],
  );
}

/** The two grants besides the password: a second factor after it, and a passkey alone. */
export function registerSecondFactorGrants(
  provider: Provider,
  parts: GrantParts,
  federated: Pick<Federated, "look" | "redeem">,
): void {
  provider.registerGrantType(
    SECOND_FACTOR_GRANT,
    async (ctx) => {
      const { mfa_token, code, recovery_code: recoveryCode, assertion } = ctx.oidc.params;
      const proofs = [code, recoveryCode, assertion].filter((one) => one !== undefined);
      if (!mfa_token || proofs.length !== 1) {
        throw new errors.InvalidRequest("mfa_token and one of code, recovery_code and assertion are required");
      }
      const { sub: accountId, amr } = await parts.steps.finish(ctx, mfa_token, { code, recoveryCode, assertion });
      const { partner_code: partnerCode, code_verifier: verifier } = ctx.oidc.params;
      const handoff = partnerCode && verifier ? await federated.look(partnerCode, verifier) : null;
      const own = handoff?.sub === accountId ? handoff : null;
      const connection = connectionIn(amr);
      if (connection !== null) {
        // The effects of an organization's sign-in wait for the second step.
        const same = own && connectionOfIssuer(own.issuer) === connection;
        const isProven = own !== null && (!own.proofNeeded || amr.includes("pwd"));
        if (!same || !isProven || !(await federated.redeem(partnerCode ?? "", own))) throw handoffUsedUp();
      } else if (own?.proofNeeded) await federated.redeem(partnerCode ?? "", own);
      await issueTokens(provider, parts, ctx, { accountId, amr });
    },
    ["mfa_token", "code", "recovery_code", "assertion", "partner_code", "code_verifier", "scope"],
  );
  provider.registerGrantType(
    PASSKEY_GRANT,
    async (ctx) => {
      const { assertion } = ctx.oidc.params;
      if (!assertion) throw new errors.InvalidRequest("assertion is required");
      const wait = await parts.passkeyThrottle.wait(ctx.ip, ctx.ip);
      if (wait !== null) {
        throw oauthError(429, `Too many login attempts. Try again in ${waitInWords(wait)}.`, ctx, wait);
      }
      const account = await parts.passkeys.assertedBy(assertion, null);
      if (!account) {
        await parts.passkeyThrottle.failed(ctx.ip, ctx.ip);
        const refused = new errors.InvalidGrant("unknown passkey");
        refused.error_description = "This passkey doesn't belong to an account.";
        throw refused;
      }
      await issueTokens(provider, parts, ctx, { accountId: account.sub, amr: ["pop", "user", MULTIPLE] });
    },
    ["assertion", "scope"],
  );
}

/**
 * `grant_type=refresh_token` with the optional `profile_id`. Tokens rotate; a used token that is sent again after the grace
 * period ends every token of its family. A foreign `profile_id` is refused before the token is consumed.
 */
export function registerRefreshGrant(provider: Provider, { claims }: GrantParts): void {
  const helpers = Object.fromEntries(
    Object.entries(grantHelpers).map(([name, helper]) => [name, helper.bind(undefined, provider)]),
  );
  provider.registerGrantType(
    "refresh_token",
    async (ctx) => {
      const { client, params } = ctx.oidc;
      const token = await provider.RefreshToken.find(params.refresh_token, { ignoreExpiration: true });
      const usable = token && token.clientId === client.clientId && !token.isExpired && token.consumed === undefined;
      if (usable) {
        const { accountId, grantId, amr = [] } = token;
        await claims.prepare(ctx, accountId, params.profile_id ?? null, { grantId, amr });
      }
      await refreshWithRotation(provider, helpers, ctx);
    },
    [...refreshParameters, "resource", "profile_id"],
    ["resource"],
  );
}
