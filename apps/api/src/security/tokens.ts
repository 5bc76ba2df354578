import { createHash } from "node:crypto";
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import type { IdentityPort } from "../adapters/identity/port.ts";
import { Refusal } from "../errors.ts";

/** The product's data from an access token. Its roles are for the page; the server reads its own. */
export type Identified = {
  appUserId: string;
  profileId: string | null;
  /** The token's session (`sid`): when it ends, its tokens do too. */
  sessionId: string | null;
  email: string;
  /** The methods of its sign-in (`amr`, RFC 8176). */
  amr: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
  authTime: Date;
};

/** Returns whether the sign-in used more than a password: a passkey, or a code in addition. */
export const hasShownMore = (identified: Pick<Identified, "amr"> | null) => identified?.amr.includes("mfa") ?? false;

/** Null for an invalid token. @throws Refusal 503 when the required keys can't be fetched now. */
export type TokenReader = (token: string, now: Date) => Promise<Identified | null>;

/** Returns whether the session of a token has ended although the token itself is valid for some minutes longer. */
export type EndedCheck = (identified: Identified, now: Date) => Promise<boolean>;

const remembered = 10_000;
/** The minimum interval in milliseconds between fetches of the keys, when a token names an unknown one. */
const keysRest = 10_000;

/**
 * Checks access tokens against the identity service's published keys; verified ones are cached until they expire. Whether their
 * session has ended is checked each time.
 */
export function tokenReader(
  identity: IdentityPort,
  expected: { issuer: string; audience: string },
  hasEnded: EndedCheck,
): TokenReader {
  let keys: ReturnType<typeof createLocalJWKSet> | null = null;
  let keysAt = 0;
  const known = new Map<string, Identified>();

  let reading: Promise<ReturnType<typeof createLocalJWKSet>> | null = null;

  /** Concurrent callers share one request. Known keys stay in use while the service is unreachable. */
  function readKeys(now: Date) {
    reading ??= identity
      .keys()
      .then(
        (published) => {
          keysAt = now.getTime();
          keys = createLocalJWKSet(published as JSONWebKeySet);
          return keys;
        },
        () => {
          throw new Refusal("unavailable", "Logging in is busy right now. Try again in a moment.", { retryAfter: 2 });
        },
      )
      .finally(() => {
        reading = null;
      });
    return reading;
  }

  async function verify(token: string, now: Date): Promise<Identified | null> {
    try {
      const { payload } = await jwtVerify(token, keys ?? (await readKeys(now)), {
        ...expected,
        typ: "at+jwt",
        currentDate: now,
        requiredClaims: ["sub", "exp", "iat"],
      });
      const { CurrentProfileId: profile, sid } = payload;
      return {
        appUserId: String(payload.sub),
        profileId: typeof profile === "string" && profile !== "" ? profile : null,
        sessionId: typeof sid === "string" ? sid : null,
        email: String(payload["User/Email"] ?? ""),
        amr: Array.isArray(payload.amr) ? payload.amr.map(String) : [],
        issuedAt: new Date(Number(payload.iat) * 1000),
        expiresAt: new Date(Number(payload.exp) * 1000),
        authTime: new Date(Number(payload.auth_time ?? payload.iat) * 1000),
      };
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey && now.getTime() - keysAt > keysRest) {
        // Its key may be newer than ours: only the service knows, so if it is unavailable the response isn't a 401.
        await readKeys(now);
        return verify(token, now);
      }
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }

  async function identifiedBy(token: string, now: Date): Promise<Identified | null> {
    const key = createHash("sha256").update(token).digest("base64");
    const before = known.get(key);
    if (before && before.expiresAt > now) return before;
    known.delete(key);
    const identified = await verify(token, now);
    if (identified) {
      // The oldest entry is removed: a map keeps insertion order.
      if (known.size >= remembered) known.delete(known.keys().next().value as string);
      known.set(key, identified);
    }
    return identified;
  }

  return async (token, now) => {
    const identified = await identifiedBy(token, now);
    return identified && !(await hasEnded(identified, now)) ? identified : null;
  };
}
