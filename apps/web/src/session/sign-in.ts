import type { SecondFactorMethod } from "@touchline/contract/accounts/second-factor";
import { getToken, passkeyGrant, secondFactorGrant, setActiveUserSession } from "@touchline/contract/accounts/session";
import { waitInWords } from "@touchline/contract/wait";
import { call } from "../client.ts";
import { CallFailed, dataOf, identityAddress, send } from "../transport.ts";
import { readClaims } from "./claims.ts";
import { endPending } from "./ending.ts";
import { keepTypedAddress } from "./form-draft.ts";
import { setToken } from "./security.ts";
import { postToTabs } from "./tabs.ts";
import { words } from "./words.ts";

/** Thrown if the password is right but a second factor is required. These are the possible ones. */
export class SecondFactorRequired extends CallFailed {
  readonly mfaToken: string;
  readonly methods: readonly SecondFactorMethod[];

  constructor(mfaToken: string, methods: readonly SecondFactorMethod[]) {
    super(words.secondFactorNeeded, 400);
    this.mfaToken = mfaToken;
    this.methods = methods;
  }
}

/** The proof in addition to the password: from the app, from the recovery codes, or of a passkey. */
export type SecondFactor = { code: string } | { recovery_code: string } | { assertion: string };

/**
 * Logs in: gets tokens from the identity service, seals them into the session cookie, and keeps the access token in memory.
 *
 * @param remember whether the session lasts 14 days instead of half a day.
 * @throws SecondFactorRequired if the password is right but not enough; CallFailed with status 400 for a wrong email or
 * password, and 429 or 503 with `retryAfter`.
 */
export function signIn(username: string, password: string, remember: boolean): Promise<void> {
  return signInWith({ grant_type: "password", username, password }, remember);
}

/**
 * Completes the second step.
 *
 * @param linking connects a partner's sign-in with the account, if it was the first step.
 * @throws CallFailed as in the first step. Its problem is `mfa_expired` if the first step has to be repeated.
 */
export function signInFurther(
  mfaToken: string,
  factor: SecondFactor,
  remember: boolean,
  linking: Record<string, string> = {},
): Promise<void> {
  return signInWith({ grant_type: secondFactorGrant, mfa_token: mfaToken, ...factor, ...linking }, remember);
}

/** Logs in with a passkey alone. @throws CallFailed */
export function signInByPasskey(assertion: string, remember: boolean): Promise<void> {
  return signInWith({ grant_type: passkeyGrant, assertion }, remember);
}

async function signInWith(form: Record<string, string>, remember: boolean): Promise<void> {
  await endPending();
  const response = await send(`${identityAddress()}${getToken.path}`, {
    method: getToken.method,
    // Cookies of the identity service must not matter here.
    credentials: "omit",
    body: new URLSearchParams({ client_id: "touchline-web", scope: "openid offline_access", ...form }),
  });
  await beginSession(await dataOf(response).catch(rethrowSignInError), remember);
}

/** Seals the tokens of a login into the session cookie, and keeps the access token in memory. */
export async function beginSession(answer: unknown, remember: boolean): Promise<void> {
  const tokens = answer as { access_token: string; refresh_token: string };
  const claims = readClaims(tokens.access_token);
  if (!claims) throw new CallFailed(words.signInFailed, 500);
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
  keepTypedAddress("");
  postToTabs({ kind: "loggedIn", accountId: claims.sub });
}

/** The token endpoint's errors (RFC 6749, section 5.2), and its requests for more proof. */
interface TokenProblem {
  error?: string;
  error_description?: string;
  mfa_token?: string;
  methods?: SecondFactorMethod[];
}
const problemOf = (error: unknown) => (error instanceof CallFailed ? (error.problem as TokenProblem | null) : null);

/**
 * Rethrows a failure of the token endpoint.
 *
 * @throws SecondFactorRequired if a second factor is required, otherwise the error itself.
 */
export function rethrowSignInError(error: unknown): never {
  const problem = problemOf(error);
  if (problem?.error === "mfa_required" && problem.mfa_token) {
    throw new SecondFactorRequired(problem.mfa_token, problem.methods ?? []);
  }
  throw error;
}

/** Tests whether the password has to be entered again, because the second step took too long or too many tries. */
export const mustBeginAgain = (error: unknown) => problemOf(error)?.error === "mfa_expired";

/** Returns why the second step or a passkey failed. */
export function secondStepProblem(error: unknown): string | null {
  const description = problemOf(error)?.error_description;
  return error instanceof CallFailed && error.status === 400 && description ? description : signInProblem(error);
}

/** Returns why the login failed, to be shown in the form. After too many tries it says how long to wait. */
export function signInProblem(error: unknown): string | null {
  if (!(error instanceof CallFailed)) return null;
  if (mustBeginAgain(error)) return words.beginAgain;
  // Only the page at the public address may log in. The "origin … not allowed" error comes before the password is checked.
  if (problemOf(error)?.error_description?.startsWith("origin ")) return words.otherAddress;
  if (error.status === 400 || error.status === 401) return words.wrongPassword;
  if (error.status === 429) return words.tooManyAttempts({ wait: waitInWords(error.retryAfter ?? 60) });
  return error.message;
}
