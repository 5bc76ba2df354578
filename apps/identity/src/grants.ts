import { type Context, errors, type Provider, type ResourceServerInfo } from "oidc-provider";
// The built-in grant is not part of the package's front, and its parameters cannot be extended from outside: it is
// registered once more, with `profile_id`. The package's version is pinned exactly for this.
import {
  parameters as refreshParameters,
  handler as refreshWithRotation,
} from "oidc-provider/lib/actions/grants/refresh_token.js";
import * as grantHelpers from "oidc-provider/lib/helpers/grants.js";
import type { Accounts } from "./accounts.ts";
import type { TokenClaims } from "./claims.ts";
import { signIn } from "./sign-in.ts";
import type { Throttle } from "./throttle.ts";

/** The page of this product: the only client that may send a password. */
export const WEB_CLIENT = "touchline-web";

export type GrantParts = {
  accounts: Accounts;
  claims: TokenClaims;
  throttle: Throttle;
  audience: string;
  resource: ResourceServerInfo;
  now: () => number;
};

/** Begins a session for an account that has shown who it is (`amr`, RFC 8176), and answers with its tokens. */
export async function issueTokens(
  provider: Provider,
  { audience, resource, claims, now }: GrantParts,
  ctx: Context,
  { accountId, amr }: { accountId: string; amr: string[] },
): Promise<void> {
  const { client, params } = ctx.oidc;
  await claims.prepare(ctx, accountId, null);
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  grant.addResourceScope(audience, resource.scope);
  // Named before it is stored, so that all of the sign-in is written at once.
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

/** `grant_type=password` (RFC 6749, section 4.3), for our own page alone; which client may use it says the client. */
export function registerPasswordGrant(provider: Provider, parts: GrantParts): void {
  provider.registerGrantType(
    "password",
    async (ctx) => {
      const { username, password } = ctx.oidc.params;
      if (!username || !password) throw new errors.InvalidRequest("username and password are required");
      const { sub: accountId } = await signIn(parts, ctx, username, password);
      await issueTokens(provider, parts, ctx, { accountId, amr: ["pwd"] });
    },
    ["username", "password", "scope"],
  );
}

/**
 * `grant_type=refresh_token` with our optional `profile_id`. Rotates; a used token that comes again after the grace
 * ends every token of its family. A foreign `profile_id` is refused before the token is used up.
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
      if (usable) await claims.prepare(ctx, token.accountId, params.profile_id ?? null);
      await refreshWithRotation(provider, helpers, ctx);
    },
    [...refreshParameters, "resource", "profile_id"],
    ["resource"],
  );
}
