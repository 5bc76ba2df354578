import type { Context, Provider } from "oidc-provider";
import { escapeHtml, sendPage } from "./pages.ts";

/** Returns where the logout page leads: the requested address if its origin is allowed, otherwise the issuer's own page. */
export function returnTarget(wanted: unknown, allowedOrigins: readonly string[], issuer: string) {
  const front = { url: `${new URL(issuer).origin}/`, wanted: false };
  if (typeof wanted !== "string") return front;
  // Parsed relative to our own origin as a browser would, which exposes "//elsewhere", "/\elsewhere", and "https:elsewhere".
  const url = URL.parse(wanted, front.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return front;
  return allowedOrigins.includes(url.origin) ? { url: url.href, wanted: true } : front;
}

/**
 * Tests whether the person opened this page, as far as the browser says. An image or frame on another site must not log anyone
 * out (ASVS 3.5.3). Browsers without such headers are trusted.
 */
function wasMeant(ctx: Context): boolean {
  const site = ctx.get("Sec-Fetch-Site");
  const destination = ctx.get("Sec-Fetch-Dest");
  return site !== "cross-site" && (destination === "" || destination === "document");
}

async function endSession(provider: Provider, ctx: Context, cookie: Record<string, unknown>): Promise<void> {
  const session = await provider.Session.get(ctx);
  if (!session.accountId) return;
  const grants = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? []);
  for (const grantId of grants) {
    await Promise.all([
      provider.RefreshToken.revokeByGrantId(grantId),
      provider.AccessToken.revokeByGrantId(grantId),
      provider.AuthorizationCode.revokeByGrantId(grantId),
      provider.Grant.adapter.destroy(grantId),
    ]);
  }
  await session.destroy();
  ctx.cookies.set(provider.cookieName("session"), null, cookie);
}

/**
 * `GET /Account/Logout?returnUrl=`: ends the provider's session and says so. It leads on only to an allowed origin. If another
 * site sent the browser here, a button asks first (`POST` to the same address).
 */
export function logoutPage(
  provider: Provider,
  options: { issuer: string; allowedReturnOrigins: readonly string[]; cookie: Record<string, unknown> },
) {
  return async (ctx: Context, next: () => Promise<void>): Promise<void> => {
    if (ctx.path.toLowerCase() !== "/account/logout" || !/^(GET|HEAD|POST)$/.test(ctx.method)) return next();
    const target = returnTarget(ctx.query.returnUrl, options.allowedReturnOrigins, options.issuer);
    if (!wasMeant(ctx)) {
      ctx.status = 200;
      sendPage(ctx, {
        title: "Sign out?",
        body: `<form method="post"><button>Sign out</button></form>`,
      });
      return;
    }
    await endSession(provider, ctx, options.cookie);
    const link = escapeHtml(target.url);
    ctx.status = 200;
    sendPage(ctx, {
      title: "You're logged out",
      body: `<p><a href="${link}">Continue</a></p>`,
      ...(target.wanted ? { head: `<meta http-equiv="refresh" content="0;url=${link}">` } : {}),
    });
  };
}
