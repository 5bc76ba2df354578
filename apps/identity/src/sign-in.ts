import { waitInWords } from "@touchline/contract/wait";
import { type Context, errors } from "oidc-provider";
import { type Accounts, emailKey } from "./accounts.ts";
import { assertPasswordsOpen, TooBusy } from "./passwords.ts";
import type { Throttle } from "./throttle.ts";

/** The caller, and where the answer's headers go. */
type Caller = Pick<Context, "ip" | "set">;

export function oauthError(status: 429 | 503, description: string, ctx: Caller, retryAfter: number) {
  const error = new errors.OIDCProviderError(status, "temporarily_unavailable");
  error.error_description = description;
  error.expose = true;
  ctx.set("Retry-After", String(retryAfter));
  return error;
}

/** Returns the answer if too many passwords are waiting. Any other error is rethrown. */
function tooBusy(error: unknown, ctx: Caller): unknown {
  if (!(error instanceof TooBusy)) return error;
  return oauthError(503, "Too many people are logging in right now. Try again in a moment.", ctx, error.retryAfter);
}

/** The answer for an unknown account and for a wrong password alike. */
function wrongCredentials() {
  const error = new errors.InvalidGrant("wrong user name or password");
  error.error_description = "Wrong email or password.";
  return error;
}

/**
 * Returns the account of this name and password, and whether it has a second factor. Refused callers learn nothing about which
 * accounts exist, neither by the answer nor by its time.
 *
 * @throws errors of oidc-provider: 400 if it is wrong, 429 for too many attempts, 503 if it is too busy (both with
 * Retry-After).
 */
export async function signIn(
  { accounts, throttle }: { accounts: Pick<Accounts, "passwordCheck">; throttle: Throttle },
  ctx: Caller,
  username: string,
  password: string,
): Promise<{ sub: string; secondFactor: boolean }> {
  const key = emailKey(username);
  try {
    // A caller who would be refused anyway costs the database nothing.
    assertPasswordsOpen();
  } catch (error) {
    throw tooBusy(error, ctx);
  }
  const [wait, check] = await Promise.all([throttle.wait(key, ctx.ip), accounts.passwordCheck(username)]);
  if (wait !== null) throw oauthError(429, `Too many login attempts. Try again in ${waitInWords(wait)}.`, ctx, wait);
  try {
    const account = await check(password);
    if (account) return account;
  } catch (error) {
    throw tooBusy(error, ctx);
  }
  await throttle.failed(key, ctx.ip);
  throw wrongCredentials();
}
