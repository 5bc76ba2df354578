import { getToken, setActiveUserSession } from "@touchline/contract/session";
import { waitInWords } from "@touchline/contract/wait";
import { call } from "../client.ts";
import { CallFailed, dataOf, identityAddress, send } from "../transport.ts";
import { readClaims } from "./claims.ts";
import { endPending } from "./ending.ts";
import { setToken } from "./security.ts";
import { tellTabs } from "./tabs.ts";

/**
 * Signs in: tokens from the identity service, sealed into the session cookie, the access token kept in memory.
 *
 * @param remember whether the session lasts 14 days, or half a day.
 * @throws CallFailed 400 for a wrong user name or password, 429 and 503 with `retryAfter`.
 */
export async function signIn(email: string, password: string, remember: boolean): Promise<void> {
  await endPending();
  const response = await send(`${identityAddress()}${getToken.path}`, {
    method: getToken.method,
    // No cookie of the identity service has a say here.
    credentials: "omit",
    body: new URLSearchParams({
      client_id: "touchline-web",
      grant_type: "password",
      scope: "openid offline_access",
      username: email,
      password,
    }),
  });
  await beginSession(await dataOf(response), remember);
}

/** Seals the tokens of a sign-in into the session cookie, and keeps the access token in memory. */
export async function beginSession(answer: unknown, remember: boolean): Promise<void> {
  const tokens = answer as { access_token: string; refresh_token: string };
  const claims = readClaims(tokens.access_token);
  if (!claims) throw new CallFailed("Signing in did not work. Please try again.", 500);
  const authTime = claims.authTime * 1000;
  await call(setActiveUserSession, {
    body: {
      token: tokens.access_token,
      refresh_token: tokens.refresh_token,
      authTime,
      roles: claims.roles,
      remember,
    },
  });
  setToken(tokens.access_token, authTime, claims.currentProfileId, remember);
  tellTabs({ kind: "loggedIn", accountId: claims.sub });
}

/** Why signing in failed, to be shown at the form. Who is turned away learns how long to wait. */
export function signInProblem(error: unknown): string | null {
  if (!(error instanceof CallFailed)) return null;
  if (error.status === 400 || error.status === 401) {
    return "This e-mail address and password do not belong together. Check both and try again.";
  }
  if (error.status === 429) return `Too many attempts. Try again in ${waitInWords(error.retryAfter ?? 60)}.`;
  return error.message;
}
