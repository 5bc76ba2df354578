import { getActiveUserSession } from "@touchline/contract/accounts/session";
import { CallFailed, call } from "../client.ts";
import { forgetTabProfile, keepTabProfile, tabProfile } from "./browser-storage.ts";
import { endPending } from "./ending.ts";
import { renew } from "./renewal.ts";
import { clearSecurity, readSecurity, setToken, unloadSecurity } from "./security.ts";

let pending: Promise<void> | null = null;

/**
 * Finds out once after loading who is signed in; asked again after a failure. A tab that acts as another profile than
 * the session did last goes on as that profile.
 *
 * @throws CallFailed when the server cannot be reached.
 */
export function startSession(): Promise<void> {
  pending ??= load().catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}

/** Another tab logged in: looks again who is signed in. */
export function restartSession(): void {
  pending = null;
  unloadSecurity();
  startSession().catch(() => undefined);
}

/**
 * The maximum wait for the stored session, in milliseconds; then the page starts without one. A later answer still counts
 * unless someone has logged in. Source: specification 2, section 9, persisted state wait.
 */
const persistedWait = 5_000;

async function load(): Promise<void> {
  const goOn = setTimeout(() => {
    if (!readSecurity().isLoaded) clearSecurity();
  }, persistedWait);
  await find().finally(() => clearTimeout(goOn));
}

async function find(): Promise<void> {
  await endPending();
  const session = await call(getActiveUserSession);
  if (readSecurity().token !== null) return;
  if (session === null) return clearSecurity();
  const wanted = tabProfile();
  if (wanted !== null && wanted !== session.profileId) {
    const renewed = await renew(wanted, session.remember).catch((error: unknown) => {
      // Refused: no longer a profile of this account. Without an answer the tab stays who it is, and asks again.
      if (error instanceof CallFailed && (error.status === 400 || error.status === 401)) return error.status;
      throw error;
    });
    if (renewed === 401) return clearSecurity();
    if (renewed !== 400) return;
    forgetTabProfile();
  }
  // Whatever other tabs go on as, this one stays who it is when it is loaded again.
  if (session.profileId !== null) keepTabProfile(session.profileId);
  setToken(session.token, session.authTime, session.profileId, session.remember);
}
