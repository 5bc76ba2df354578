import { refreshToken } from "@touchline/contract/session";
import { CallFailed, dataOf, send } from "../transport.ts";
import { warn } from "../warn.ts";
import { readClaims } from "./claims.ts";
import { serverNow } from "./clock.ts";
import { sessionIsOver } from "./ending.ts";
import { readSecurity, setToken } from "./security.ts";

/** A token with less than this left counts as expired, in milliseconds: it still has to travel. */
const margin = 10_000;

let underWay: Promise<string> | null = null;

/**
 * A token that is good for a call: the present one, or a new one when it has expired. However many ask at once, one
 * renewal is made. Source: specification 1, section 4, session.
 *
 * @returns null when nobody is signed in.
 * @throws CallFailed when the renewal failed: with 4xx the account is logged out; without an answer it is not.
 */
export async function goodToken(): Promise<string | null> {
  const { token, profileId } = readSecurity();
  if (token === null) return null;
  const expires = (readClaims(token)?.exp ?? 0) * 1000;
  if (expires - serverNow() > margin) return token;
  underWay ??= renew(profileId)
    .catch((error: unknown) => {
      warn(`the session could not be renewed: ${error instanceof Error ? error.message : "no answer"}`);
      // Busy (429) or without an answer, the session may live on.
      if (error instanceof CallFailed && error.status >= 400 && error.status < 429) sessionIsOver();
      throw error;
    })
    .finally(() => {
      underWay = null;
    });
  return underWay;
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
  if (!claims) throw new CallFailed("The session could not be renewed. Please log in again.", 401);
  setToken(token, claims.authTime * 1000, claims.currentProfileId, remember);
  return token;
}
