import * as contract from "@touchline/contract/accounts/session";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type CookieStore, getIronSession } from "iron-session";
import { forbidden, Refusal, unauthenticated } from "../../../errors.ts";
import { onVisit, type Visit } from "../../../http/mount.ts";
import { beginSession } from "./actions/begin-session.ts";
import { deviceOf } from "./actions/device.ts";
import { endSession } from "./actions/end-session.ts";
import { freshSession } from "./actions/fresh-session.ts";
import { renewedTokens, type SessionDeps } from "./actions/session.ts";

type CookieSettings = { secret: string; secure: boolean };

/** Connects iron-session to @fastify/cookie, so that other cookies of an answer stay. */
function cookieStore({ request, reply }: Pick<Visit, "request" | "reply">): CookieStore {
  const jar = (request: FastifyRequest, reply: FastifyReply) => ({
    get: (name: string) => {
      const value = request.cookies[name];
      return value === undefined ? undefined : { name, value };
    },
    set: (name: string, value: string, options: object) => void reply.setCookie(name, value, options),
  });
  return jar(request, reply) as unknown as CookieStore;
}

/** The sealed cookie: only an opaque session id. */
export function sealedCookie(visit: Pick<Visit, "request" | "reply">, { secret, secure }: CookieSettings) {
  return getIronSession<{ sessionId?: string }>(cookieStore(visit), {
    password: secret,
    cookieName: secure ? "__Host-touchline" : "touchline",
    ttl: contract.sessionSeconds,
    // Set explicitly: by default, the cookie ends a minute before the seal.
    cookieOptions: { httpOnly: true, secure, sameSite: "lax", path: "/", maxAge: contract.sessionSeconds },
  });
}

/** Sets the cookie. @throws 400 when it is larger than browsers accept, instead of cutting it short. */
export async function saveCookie(cookie: Awaited<ReturnType<typeof sealedCookie>>): Promise<void> {
  await cookie.save().catch((error: unknown) => {
    if (!(error instanceof Error && /too big/.test(error.message))) throw error;
    const most = `${contract.maxCookieBytes} bytes`;
    throw new Refusal("invalid", `Your session is too large for its cookie of ${most}. Log out, then log in again.`);
  });
}

/**
 * Checks that the page itself sent the call: no other site, and no neighbor under the same domain, may set, read or end a
 * session. Browsers name the origin of a call; a call without one isn't from a browser.
 */
function refuseFromElsewhere({ headers }: FastifyRequest, page: string) {
  const { "sec-fetch-site": from, origin } = headers;
  if (from === "same-origin" || from === "none") return;
  if (origin === page || (origin !== undefined && URL.parse(origin)?.host === headers.host)) return;
  if (from === undefined && origin === undefined) return;
  throw forbidden("This request must come from Touchline.", "crossSite");
}

/** Serves the session calls of the page's own origin. */
export function sessionRoutes(deps: SessionDeps, settings: CookieSettings & { issuer: string; publicUrl: string }) {
  return [
    onVisit(contract.setActiveUserSession, async (visit, { body }) => {
      refuseFromElsewhere(visit.request, settings.publicUrl);
      const cookie = await sealedCookie(visit, settings);
      const before = cookie.sessionId;
      const { sessionId } = await beginSession(deps, visit.now, {
        access_token: body.token,
        refresh_token: body.refresh_token,
        remember: body.remember,
        device: deviceOf(visit.request),
      });
      cookie.sessionId = sessionId;
      await saveCookie(cookie);
      // No cookie leads to the previous session anymore; it expires if the identity service is unavailable.
      if (before) {
        await endSession(deps, visit.now, before).catch((error: unknown) =>
          visit.request.log.warn({ err: error }, "Earlier session not ended"),
        );
      }
      return undefined;
    }),

    onVisit(contract.refreshToken, async (visit, { body }) => {
      refuseFromElsewhere(visit.request, settings.publicUrl);
      const cookie = await sealedCookie(visit, settings);
      const wanted = { ...body, device: deviceOf(visit.request) };
      const fresh = cookie.sessionId ? await freshSession(deps, visit.now, cookie.sessionId, wanted) : null;
      if (fresh) return { access_token: fresh.access_token, refresh_token: fresh.refresh_token };
      if (cookie.sessionId) cookie.destroy();
      const renewed =
        !cookie.sessionId && body.refreshToken
          ? await renewedTokens(deps, body.refreshToken, body.profileId ?? null)
          : null;
      if (!renewed) throw unauthenticated();
      return renewed;
    }),

    onVisit(contract.getActiveUserSession, async (visit) => {
      refuseFromElsewhere(visit.request, settings.publicUrl);
      const cookie = await sealedCookie(visit, settings);
      if (!cookie.sessionId) return null;
      const fresh = await freshSession(deps, visit.now, cookie.sessionId, {
        device: deviceOf(visit.request),
      });
      if (!fresh) {
        cookie.destroy();
        return null;
      }
      const { access_token: token, remember, profileId } = fresh;
      return { token, authTime: fresh.authTime.getTime(), remember, profileId };
    }),

    onVisit(contract.clearSession, async (visit, { query }) => {
      refuseFromElsewhere(visit.request, settings.publicUrl);
      const cookie = await sealedCookie(visit, settings);
      const isEnded = !cookie.sessionId || (await endSession(deps, visit.now, cookie.sessionId, query.session));
      if (isEnded) cookie.destroy();
      const back = encodeURIComponent(`${settings.publicUrl}/login`);
      return { logoutUrl: `${settings.issuer}/Account/Logout?returnUrl=${back}` };
    }),
  ];
}
