import { refreshToken } from "@touchline/contract/accounts/session";
import { CallFailed, dataOf, send } from "../transport.ts";
import { warn } from "../warn.ts";
import { readClaims } from "./claims.ts";
import { serverNow } from "./clock.ts";
import { sessionIsOver } from "./ending.ts";
import { readSecurity, setToken } from "./security.ts";
import { words } from "./words.ts";

/** A token with less than this left counts as expired, in milliseconds: it still has to travel. */
const margin = 10_000;

/** How long to wait before each further try at a renewal that failed for now, in milliseconds. */
const waits = [500, 1_000, 2_000];
/** A server that asks for a longer wait than this is tried again by whoever is there. */
const longestWait = 5_000;

/** Busy (429), failing (5xx) or without an answer (0): the session may live on. */
const failsForNow = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && (error.status === 429 || error.status >= 500 || error.status === 0);

let pending: Promise<string> | null = null;

/**
 * A token that is good for a call: the present one, or a new one when it has expired. However many ask at once, one
 * renewal is made. Source: specification 1, section 4, session.
 *
 * @returns null when nobody is signed in.
 * @throws CallFailed when the renewal failed. For good (400, 401, 403) the account is logged out; for now (429, 5xx, no
 * answer) it is tried some times more, and the account stays logged in.
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
 * Asks for a token in the name of a profile, and keeps it.
 *
 * @throws CallFailed 400 for a profile that is not the account's, 401 when the session is over.
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
