import { getActiveUserSession } from "@touchline/contract/accounts/session";
import { CallFailed, call } from "../client.ts";
import { forgetTabProfile, keepTabProfile, tabProfile } from "./browser-storage.ts";
import { endPending } from "./ending.ts";
import { forgetLastSeen } from "./last-seen.ts";
import { renew } from "./renewal.ts";
import { clearSecurity, readSecurity, setToken, unloadSecurity } from "./security.ts";

let pending: Promise<void> | null = null;

/**
 * Finds out once after loading who is logged in, and again after a failure. A tab that acts as another profile than the
 * session's last one switches to that profile.
 *
 * @throws CallFailed if the server can't be reached.
 */
export function startSession(): Promise<void> {
  pending ??= load().catch((error: unknown) => {
    pending = null;
    throw error;
  });
  return pending;
}

/** Finds out again who is logged in, after another tab has logged in. */
export function restartSession(): void {
  pending = null;
  unloadSecurity();
  startSession().catch(() => undefined);
}

/**
 * The maximum wait for the stored session, in milliseconds. Then the page starts without one. A later answer still counts,
 * unless someone has logged in. Source: specification 2, section 9, persisted state wait.
 */
const persistedWait = 5_000;

async function load(): Promise<void> {
  const goOn = setTimeout(() => {
    if (!readSecurity().isLoaded) clearSecurity();
  }, persistedWait);
  await find().finally(() => clearTimeout(goOn));
}

/** Whoever was here before is not anymore: nothing of them stays on the device. */
function nobodyHere(): void {
  forgetLastSeen();
  clearSecurity();
}

async function find(): Promise<void> {
  await endPending();
  const session = await call(getActiveUserSession);
  if (readSecurity().token !== null) return;
  if (session === null) return nobodyHere();
  const wanted = tabProfile();
  if (wanted !== null && wanted !== session.profileId) {
    const renewed = await renew(wanted, session.remember).catch((error: unknown) => {
      // Refused: the profile doesn't belong to this account anymore. Without a response, the tab keeps its profile and asks
      // again.
      if (error instanceof CallFailed && (error.status === 400 || error.status === 401)) return error.status;
      throw error;
    });
    if (renewed === 401) return nobodyHere();
    if (renewed !== 400) return;
    forgetTabProfile();
  }
  // Stores the profile, so that this tab keeps it after a reload whatever other tabs switch to.
  if (session.profileId !== null) keepTabProfile(session.profileId);
  setToken(session.token, session.authTime, session.profileId, session.remember);
}
