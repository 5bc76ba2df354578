import { refreshToken } from "@touchline/contract/accounts/session";
import { CallFailed, dataOf, send } from "../transport.ts";
import { warn } from "../warn.ts";
import { readClaims } from "./claims.ts";
import { serverNow } from "./clock.ts";
import { sessionIsOver } from "./ending.ts";
import { readSecurity, setToken } from "./security.ts";
import { words } from "./words.ts";

/** A token that expires within this many milliseconds counts as expired, because the request takes time. */
const margin = 10_000;

/** The milliseconds before each further try to renew the session after a temporary failure. */
const waits = [500, 1_000, 2_000];
/** If the server asks for a longer wait than this, the person has to try again. */
const longestWait = 5_000;

/** Temporary failures, after which the session may still exist: busy (429), failing (5xx), or no response (0). */
const failsForNow = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.status === 429 || error.status >= 500 || error.status === 0);

let pending: Promise<string> | null = null;

/**
 * Returns a valid token: the current one, or a new one if it has expired. Concurrent calls share one renewal. Source:
 * specification 1, section 4, session.
 *
 * @returns null if no one is logged in.
 * @throws CallFailed if the renewal failed. After a permanent failure (400, 401, 403) the account is logged out. After a
 * temporary one (429, 5xx, no response) it is retried a few times, and the account stays logged in.
 */
export async function goodToken(): Promise<string | null> {
  const { token, profileId } = readSecurity();
  if (token === null) return null;
  const expires = (readClaims(token)?.exp ?? 0) * 1000;
  if (expires - serverNow() > margin) return token;
  pending ??= renewPatiently(profileId)
    .catch((error: unknown) => {
      warn(`Token refresh failure: ${error instanceof Error ? error.message : "no answer"}`);
      if (!failsForNow(error)) {
        sessionIsOver();
        throw error;
      }
      const { status, problem, retryAfter } = error;
      const text = words.unreachable;
      throw new CallFailed(text, status, problem, retryAfter);
    })
    .finally(() => {
      pending = null;
    });
  return pending;
}

async function renewPatiently(profileId: string | null): Promise<string> {
  for (const wait of waits) {
    try {
      return await renew(profileId);
    } catch (error) {
      if (!failsForNow(error) || (error.retryAfter ?? 0) * 1000 > longestWait) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait, (error.retryAfter ?? 0) * 1000)));
    }
  }
  return renew(profileId);
}

/**
 * Requests a token for a profile and stores it.
 *
 * @throws CallFailed with status 400 for a profile of another account, and 401 if the session has ended.
 */
export async function renew(profileId: string | null, remember?: boolean): Promise<string> {
  const response = await send(refreshToken.path, {
    method: refreshToken.method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ profileId }),
  });
  const { access_token: token } = (await dataOf(response)) as { access_token: string };
  const claims = readClaims(token);
  if (!claims) throw new CallFailed(words.sessionNotRenewed, 401);
  setToken(token, claims.authTime * 1000, claims.currentProfileId, remember);
  return token;
}
