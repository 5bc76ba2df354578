import type { FastifyBaseLogger, FastifyPluginAsync } from "fastify";
import type { Context } from "oidc-provider";
import type { Pool } from "pg";
import { createAccountChanges } from "./account-changes.ts";
import { createAccounts } from "./accounts.ts";
import { type ClaimsPort, createTokenClaims, whileAway } from "./claims.ts";
import { createCodes } from "./codes.ts";
import { createConfirmations } from "./confirmations.ts";
import { createFactors } from "./factors.ts";
import { createFederated } from "./federated.ts";
import { registerPasswordGrant, registerRefreshGrant, registerSecondFactorGrants } from "./grants.ts";
import { authorizeByPost, interactionPages } from "./interaction.ts";
import { type OutsideFetch, openIssuers, type PartnerIssuer } from "./issuers.ts";
import { signingKeys } from "./keys.ts";
import { logoutPage } from "./logout.ts";
import { createMailedTokens } from "./mailed-tokens.ts";
import { mountProvider } from "./mount.ts";
import { connectionOfIssuer } from "./organizations.ts";
import { createOwnerProofs } from "./owner-proof.ts";
import { sendPage } from "./pages.ts";
import { registerPartnerGrant } from "./partner-grant.ts";
import { partnerPages } from "./partner-pages.ts";
import { createPasskeys, type RelyingParty } from "./passkeys.ts";
import { productRoutes } from "./product.ts";
import { apiResource, cookieOptions, createProvider, type PartnerClient } from "./provider.ts";
import { createSaml } from "./saml.ts";
import { createSecondSteps } from "./second-step.ts";
import { createThrottle, partnerVisits, wrongCodes, wrongPasskeys } from "./throttle.ts";
import { createWaiting } from "./waiting.ts";

export { createAccounts, EmailTaken, InvalidAccount } from "./accounts.ts";
export { purgeExpired } from "./adapter.ts";
export { type ClaimsPort, type PolicyVersions, ProductAway, type ProfileClaims } from "./claims.ts";
export { disableAccounts } from "./disable-accounts.ts";
export type { OutsideFetch, PartnerIssuer } from "./issuers.ts";
export { holdsKeys, renewOldSigningKey } from "./keys.ts";
export { knownIdentityMigrations, migrateIdentity } from "./migrate.ts";
export type { NotAdmitted, OrganizationIssuer } from "./organizations.ts";
export { TooBusy } from "./passwords.ts";
export type { PartnerClient } from "./provider.ts";
export { removeSecondFactors } from "./remove-factors.ts";

export type IdentityDeps = {
  /** Connects as the application's role. The caller sets timeouts and listens to its errors. */
  pool: Pool;
  /** The public address of the service, for example `https://example.org/identity`. Its path is the mount prefix. */
  issuer: string;
  /** The absolute URI that identifies the product's API in `aud`. */
  audience: string;
  claims: ClaimsPort;
  /** Secrets of at least 32 characters, newest first. The first one signs cookies and seals signing keys. */
  cookieKeys: string[];
  /**
   * The key with which the product calls the internal endpoints (`productRoutes`), at least 32 characters. Without it, they
   * don't exist.
   */
  productKey?: string;
  /**
   * The addresses of the pages that the logout page may lead back to and that may call the token endpoint from a browser.
   * Passkeys belong to the host of the first.
   */
  allowedReturnOrigins: string[];
  /** Partners that sign people in by authorization code. */
  partners?: PartnerClient[];
  /** Partners whose people sign in there, and are logged in here by that. */
  partnerIssuers?: PartnerIssuer[];
  /** Calls addresses that administrators of organizations typed, and none in our own network. */
  fetchOutside: OutsideFetch;
  /** The origin of the page, if it isn't the issuer's own. */
  pageUrl?: string;
  /**
   * Returns the seconds after which to retry an error that is an outage of the database, or null for any other error. By
   * default none is.
   */
  retryAfterOutage?: (error: unknown) => number | null;
  /** The current time in milliseconds since 1970. */
  now?: () => number;
  log: FastifyBaseLogger;
};

/** Describes an error without what people typed: messages of the database repeat values, but the location doesn't. */
function withoutValues(error: Error & { code?: unknown }) {
  const place = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return { name: error.name, code: error.code, place: place?.slice(0, 8) };
}

/** Replaces the answer, because a redirect would report the outage to a partner as a permanent failure. */
function answerOutage(ctx: Context, seconds: number): void {
  ctx.remove("Location");
  ctx.set("Retry-After", String(seconds));
  const detail = "Logging in isn't possible right now. Try again in a moment.";
  if (ctx.accepts("json", "html") === "html") {
    sendPage(ctx, { title: "Try again in a moment", body: `<p>${detail}</p>` });
  } else {
    ctx.body = { error: "temporarily_unavailable", error_description: detail };
  }
  ctx.status = 503;
}

/** Passkeys are bound to a host, so that no other site can request them. */
function relyingParty(pages: readonly string[], issuer: string): RelyingParty {
  const origins = (pages.length > 0 ? pages : [issuer]).map((page) => new URL(page).origin);
  return { id: new URL(origins[0] ?? issuer).hostname, origins };
}

/**
 * Creates the identity service. Register the result with `app.register(plugin, { prefix: "/identity" })` (the issuer's path).
 * The schema must have been migrated. The first signing key is created if there is none.
 *
 * @throws if a secret is too short or a stored key can't be opened.
 */
export async function buildIdentity(deps: IdentityDeps): Promise<FastifyPluginAsync> {
  const { pool, issuer, audience, log, now = Date.now } = deps;
  const secret = deps.cookieKeys[0];
  if (!secret || deps.cookieKeys.some((key) => key.length < 32)) {
    throw new Error("The identity service needs secrets of at least 32 characters.");
  }
  if (deps.productKey !== undefined && deps.productKey.length < 32) {
    throw new Error("The product's key to the identity service needs at least 32 characters.");
  }
  const accounts = createAccounts(pool);
  const port = whileAway(deps.claims, (error) =>
    log.error({ why: error.message, cause: String(error.cause) }, "Product not available"),
  );
  const claims = createTokenClaims(accounts, port);
  const provider = createProvider({
    pool,
    issuer,
    audience,
    claims,
    port,
    keys: await signingKeys(pool, deps.cookieKeys, now()),
    cookieKeys: deps.cookieKeys,
    origins: deps.allowedReturnOrigins,
    partners: deps.partners ?? [],
    now,
  });
  const throttle = createThrottle(pool, secret, now);
  const party = relyingParty(deps.allowedReturnOrigins, issuer);
  const passkeys = createPasskeys(pool, party, now);
  const codes = createCodes(pool, deps.cookieKeys, now);
  const steps = createSecondSteps({
    pool,
    codes,
    passkeys,
    throttle: createThrottle(pool, secret, now, wrongCodes),
    now,
    log,
  });
  const owners = createOwnerProofs({ pool, accounts, passkeys, throttle });
  const factors = createFactors({ pool, accounts, passkeys, codes, owners, now, log });
  const passkeyThrottle = createThrottle(pool, secret, now, wrongPasskeys);
  const parts = {
    accounts,
    claims,
    throttle,
    passkeyThrottle,
    passkeys,
    steps,
    audience,
    resource: apiResource(audience),
    now,
  };
  const { organizations } = port;
  const issuers = openIssuers(deps.partnerIssuers ?? [], (key) => `${issuer}/partner/${key}/callback`, now, {
    organizations,
    fetchOutside: deps.fetchOutside,
  });
  // A link whose partner isn't configured anymore is named by its address, an organization's by what it is.
  const nameOf = async (issuer: string) =>
    (await issuers.nameOf(issuer)) ?? (connectionOfIssuer(issuer) === null ? new URL(issuer).host : "Single sign-on");
  const notifyLinked = async (sub: string, partner: string) => deps.claims.linked(sub, await nameOf(partner));
  const federated = createFederated(
    pool,
    now,
    (sub, partner) =>
      notifyLinked(sub, partner).catch((error) => log.error(withoutValues(error), "Linked account not reported")),
    organizations,
  );
  registerPasswordGrant(provider, parts);
  registerSecondFactorGrants(provider, parts, federated);
  registerRefreshGrant(provider, parts);
  registerPartnerGrant(provider, parts, { federated, issuers, organizations });

  const { retryAfterOutage = () => null } = deps;
  /** By request: the seconds after which to retry what an outage interrupted. */
  const outages = new WeakMap<Context, number>();
  provider.on("server_error", (ctx: Context, error: Error) => {
    const seconds = retryAfterOutage(error);
    if (seconds === null) log.error(withoutValues(error), "Identity request failed");
    else outages.set(ctx, seconds);
  });
  // Errors of our own pages below. With a listener, Koa prints nothing itself.
  provider.on("error", (error: Error) => log.error(withoutValues(error), "Identity page failed"));
  provider.on("grant.revoked", (_ctx: Context, grantId: string) => log.info({ grantId }, "Grant revoked"));
  provider.use(async (ctx, next) => {
    await next().catch((error: unknown) => {
      const seconds = retryAfterOutage(error);
      if (seconds === null) throw error;
      outages.set(ctx, seconds);
    });
    const outage = outages.get(ctx);
    if (outage !== undefined) answerOutage(ctx, outage);
    if (ctx.status === 503 && !ctx.response.get("retry-after")) ctx.set("Retry-After", "2");
    // What a page of another origin may read of an answer besides its body: how long to wait, and the server's time.
    if (ctx.response.get("access-control-allow-origin")) ctx.set("Access-Control-Expose-Headers", "Date, Retry-After");
  });
  provider.use(async (ctx, next) => {
    // PostgreSQL can't store NUL, and no parameter here needs it.
    if (!/%00/.test(ctx.url)) return next();
    ctx.status = 400;
    ctx.body = { error: "invalid_request", error_description: "The address contains a character that isn't allowed." };
  });
  provider.use(authorizeByPost);
  provider.use(
    interactionPages(provider, {
      accounts,
      throttle,
      steps,
      passkeys,
      passkeysHere: party.origins.includes(new URL(issuer).origin),
      port,
      partners: deps.partners ?? [],
    }),
  );
  provider.use(
    logoutPage(provider, { issuer, allowedReturnOrigins: deps.allowedReturnOrigins, cookie: cookieOptions }),
  );
  const { origin, protocol } = new URL(issuer);
  provider.use(
    partnerPages({
      issuers,
      federated,
      saml: createSaml(
        pool,
        (key) => ({ entityId: `${issuer}/partner/${key}/metadata`, acs: `${issuer}/partner/${key}/acs` }),
        now,
      ),
      secret,
      page: deps.pageUrl ?? origin,
      origins: deps.allowedReturnOrigins,
      secure: protocol === "https:",
      now,
      throttle: createThrottle(pool, secret, now, partnerVisits),
      logRefusal: ({ status, detail }) => log.warn({ status, detail }, "Partner sign-in failed"),
    }),
  );
  const pages = mountProvider(provider, issuer);
  return async (app) => {
    // Registered before the provider, which takes every other address, and before the body parsers.
    if (deps.productKey) {
      const mailed = createMailedTokens(pool, now);
      const confirmations = createConfirmations(mailed, owners);
      const waiting = createWaiting(pool, now);
      const changes = createAccountChanges(pool, accounts, now);
      await app.register(
        productRoutes(
          { accounts, mailed, confirmations, waiting, changes, factors, owners, passkeys, federated, nameOf },
          deps.productKey,
        ),
      );
    }
    await pages(app, {});
  };
}
