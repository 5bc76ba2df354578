import type { JWK } from "jose";
import { type Client, type Context, errors, Provider, type ResourceServerInfo, type Token } from "oidc-provider";
import type { Pool } from "pg";
import { postgresAdapter } from "./adapter.ts";
import type { ClaimsPort, TokenClaims } from "./claims.ts";
import { PASSKEY_GRANT, SECOND_FACTOR_GRANT, WEB_CLIENT } from "./grants.ts";
import { SIGNING_ALGORITHM } from "./keys.ts";
import { escapeHtml, sendPage } from "./pages.ts";
import { PARTNER_GRANT } from "./partner-grant.ts";

const minutes = (count: number) => count * 60;
const days = (count: number) => count * 24 * 60 * 60;

/** A partner to which people sign in by authorization code with PKCE. The names are those of OpenID Connect registration. */
export type PartnerClient = {
  client_id: string;
  client_name: string;
  client_secret?: string;
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
};

export type ProviderParts = {
  pool: Pool;
  issuer: string;
  audience: string;
  claims: TokenClaims;
  port: ClaimsPort;
  keys: JWK[];
  cookieKeys: readonly string[];
  origins: readonly string[];
  partners: readonly PartnerClient[];
  now: () => number;
};

/** The product's API as a resource server: JWTs that live five minutes. */
export const apiResource = (audience: string): ResourceServerInfo => ({
  scope: "touchline",
  audience,
  accessTokenTTL: minutes(5),
  accessTokenFormat: "jwt",
  jwt: { sign: { alg: SIGNING_ALGORITHM } },
});

/** The provider's cookies. Over HTTPS, their names bind them to this host alone. */
export const cookieOptions = { httpOnly: true, sameSite: "lax", signed: true };

function clients(partners: readonly PartnerClient[]) {
  return [
    {
      client_id: WEB_CLIENT,
      client_name: "Touchline",
      token_endpoint_auth_method: "none",
      grant_types: ["password", SECOND_FACTOR_GRANT, PASSKEY_GRANT, PARTNER_GRANT, "refresh_token"],
      response_types: [],
      redirect_uris: [],
    },
    ...partners.map((partner) => ({
      ...partner,
      token_endpoint_auth_method: partner.client_secret ? "client_secret_basic" : "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    })),
  ];
}

async function findAccount({ claims, port }: ProviderParts, ctx: Context, sub: string) {
  const account = await claims.accountOf(ctx, sub);
  if (!account) return undefined;
  return {
    accountId: account.sub,
    async claims() {
      const profile = await port.claimsFor(account.sub, null);
      return {
        sub: account.sub,
        email: account.email,
        email_verified: account.emailConfirmed,
        preferred_username: account.userName,
        given_name: profile?.firstName,
        family_name: profile?.lastName,
      };
    },
  };
}

/** Configures oidc-provider completely, so that nothing is left to its development defaults. */
export function createProvider(parts: ProviderParts): Provider {
  const { issuer, audience, claims } = parts;
  const { origin, protocol } = new URL(issuer);
  const resource = apiResource(audience);
  const prefix = protocol === "https:" ? "__Host-" : "";
  const ttl = {
    AccessToken: minutes(5),
    AuthorizationCode: minutes(1),
    Grant: days(14),
    IdToken: minutes(60),
    Interaction: minutes(30),
    // A family of refresh tokens lives 14 days from the login, however often it rotates.
    RefreshToken: (ctx: { oidc?: { entities: { RotatedRefreshToken?: { remainingTTL: number } } } } | undefined) =>
      Math.max(1, ctx?.oidc?.entities.RotatedRefreshToken?.remainingTTL ?? days(14)),
    Session: days(14),
  };
  return new Provider(issuer, {
    adapter: postgresAdapter(parts.pool, parts.now),
    jwks: { keys: parts.keys },
    clients: clients(parts.partners),
    clientDefaults: { id_token_signed_response_alg: SIGNING_ALGORITHM },
    routes: {
      authorization: "/connect/authorize",
      token: "/connect/token",
      userinfo: "/connect/userinfo",
      end_session: "/connect/endsession",
      revocation: "/connect/revocation",
      jwks: "/jwks",
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: async (_ctx: Context, client: Client, token: Token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx: Context, form: string) =>
          sendPage(ctx, {
            title: "Sign out?",
            body: `${form}<button type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>`,
            formEnd: ctx.oidc.params.post_logout_redirect_uri,
          }),
        postLogoutSuccessSource: async (ctx: Context) =>
          sendPage(ctx, {
            title: "You're logged out",
            body: `<p><a href="${escapeHtml(origin)}/">Continue</a></p>`,
          }),
      },
      resourceIndicators: {
        enabled: true,
        // Partners learn who a person is. Tokens for the product's API are only for our own page.
        defaultResource: async (_ctx: Context, client: Client, oneOf?: string[]) =>
          oneOf?.[0] ?? (client.clientId === WEB_CLIENT ? audience : undefined),
        useGrantedResource: async (ctx: Context) => ctx.oidc.client.clientId === WEB_CLIENT,
        getResourceServerInfo: async (_ctx: Context, indicator: string, client: Client) => {
          if (indicator !== audience || client.clientId !== WEB_CLIENT) throw new errors.InvalidTarget();
          return resource;
        },
      },
    },
    scopes: ["openid", "offline_access"],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["preferred_username", "given_name", "family_name"],
    },
    pkce: { required: () => true },
    responseTypes: ["code"],
    cookies: {
      keys: [...parts.cookieKeys],
      names: {
        session: `${prefix}identity_session`,
        interaction: "identity_interaction",
        resume: "identity_resume",
      },
      long: cookieOptions,
      short: cookieOptions,
    },
    ttl,
    rotateRefreshToken: () => true,
    interactions: { url: (_ctx: Context, { uid }: { uid: string }) => `${issuer}/interaction/${uid}` },
    findAccount: (ctx: Context, sub: string) => findAccount(parts, ctx, sub),
    extraTokenClaims: (ctx: Context, token: Token) => claims.extra(ctx, token),
    clientBasedCORS: (_ctx: Context, from: string) => from === origin || parts.origins.includes(from),
    renderError: async (ctx: Context, out: { error: string; error_description?: string }) =>
      sendPage(ctx, {
        title: "That didn't work",
        body: `<p>${escapeHtml(out.error_description ?? out.error)}</p><p><a href="${escapeHtml(origin)}/">Continue</a></p>`,
      }),
  });
}
