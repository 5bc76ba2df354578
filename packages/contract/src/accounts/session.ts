import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id } from "../values.ts";

/** Lifetime of the session cookie in seconds: 14 days. Source: specification 2, section 9. */
export const sessionSeconds = 1_209_600;
/**
 * Lifetime of a session in seconds if the browser isn't to be remembered: half a day. The cookie is the same; the server ends
 * it.
 */
export const shortSessionSeconds = 43_200;
/** The session cookie never exceeds this, in bytes. Source: specification 2, section 9. */
export const maxCookieBytes = 4096;

/** The token endpoint's own grants besides those of OAuth 2.0: the second factor after a password, and a passkey alone. */
export const secondFactorGrant = "urn:touchline:second-factor";
export const passkeyGrant = "urn:touchline:passkey";
/** The reason of a refusal because the organization requires a second factor that this session hasn't used. */
export const secondFactorNeeded = "secondFactorNeeded";

const tokens = z.object({ access_token: z.string(), refresh_token: z.string() });

export const getToken = endpoint({
  method: "POST",
  path: "/connect/token",
  summary:
    "Signs in with a password and the account's second factor (mfa_required), or with a passkey, or renews a session (OAuth 2.0 token endpoint of the identity service).",
  auth: "public",
  body: z.strictObject({
    client_id: z.string(),
    grant_type: z.enum(["password", "refresh_token", secondFactorGrant, passkeyGrant]),
    scope: z.string().optional(),
    username: z.string().optional(),
    password: z.string().optional(),
    refresh_token: z.string().optional(),
    profile_id: z.string().optional(),
    /** The token from the response `mfa_required`, and one of the three that follow. */
    mfa_token: z.string().optional(),
    code: z.string().optional(),
    recovery_code: z.string().optional(),
    /** The passkey's response as JSON. */
    assertion: z.string().optional(),
  }),
  response: tokens,
});

export const refreshToken = endpoint({
  method: "POST",
  path: "/api/refresh-token",
  summary: "Renews the access token. Without refreshToken, the one in the session cookie is used.",
  auth: "session",
  body: z.strictObject({ profileId: id.nullish(), refreshToken: z.string().max(4096).nullish() }),
  response: tokens,
});

export const setActiveUserSession = endpoint({
  method: "POST",
  path: "/api/active-user-session-set",
  summary: "Stores the tokens of a sign-in in the session cookie, encrypted.",
  auth: "public",
  body: z.strictObject({
    token: z.string().max(4096),
    refresh_token: z.string().max(4096),
    /** Milliseconds since 1970. */
    authTime: z.int(),
    /** Sent by the page as specified; never trusted. */
    roles: z.array(z.string().max(60)).max(20),
    /** Whether the session lasts 14 days, or half a day. */
    remember: z.boolean(),
  }),
  response: noContent,
});

export const getActiveUserSession = endpoint({
  method: "GET",
  path: "/api/active-user-session",
  summary: "Gets the access token after a page reload while it is valid, or null if no one is signed in.",
  auth: "session",
  response: z
    .object({ token: z.string(), authTime: z.int(), remember: z.boolean(), profileId: id.nullable() })
    .nullable(),
});

export const clearSession = endpoint({
  method: "GET",
  path: "/api/logout-session-set",
  summary: "Signs out: clears the cookie and revokes the refresh token.",
  auth: "session",
  query: {
    /**
     * Ends it only if it is this session (the `sid` of its access tokens), because another account may have logged in since.
     */
    session: z.string().max(200).optional(),
  },
  response: z.object({ logoutUrl: z.string() }),
});
