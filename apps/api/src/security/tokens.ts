import { createHash } from "node:crypto";
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from "jose";
import type { IdentityPort } from "../adapters/identity/port.ts";
import { Refusal } from "../errors.ts";

/** What the product reads of an access token. Roles in it are for the page; the server reads its own. */
export type Identified = {
  appUserId: string;
  profileId: string | null;
  /** The session that the token belongs to (`sid`): ended, it takes its tokens with it. */
  sessionId: string | null;
  email: string;
  /** What its sign-in has shown (`amr`, RFC 8176). */
  amr: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
  authTime: Date;
};

/** Whether the sign-in has shown more than a password: a passkey, or a code besides. */
export const hasShownMore = (identified: Pick<Identified, "amr"> | null) => identified?.amr.includes("mfa") ?? false;

/** Null for a token that is not good. @throws Refusal 503 when the keys it needs cannot be asked for now. */
export type TokenReader = (token: string, now: Date) => Promise<Identified | null>;

/** Whether the session of a token has ended although the token itself is good for some minutes yet. */
export type EndedCheck = (identified: Identified, now: Date) => Promise<boolean>;

const remembered = 10_000;
/** Keys are asked for again at most this often, in milliseconds, when a token names one we do not know. */
const keysRest = 10_000;

/**
 * Checks access tokens against the identity service's published keys; verified ones are remembered until they expire.
 * Whether their session still stands is asked each time.
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
        // It may be newer than the keys we have: only the service can tell, so one that is away is no reason for a 401.
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
      // The oldest makes room: a map keeps the order in which it was filled.
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
