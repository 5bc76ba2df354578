import { getActiveUserSession } from "@touchline/contract/session";
import { call } from "../client.ts";
import { forgetTabProfile, tabProfile } from "./profileChoice.ts";
import { renew } from "./renewal.ts";
import { clearSecurity, setToken } from "./security.ts";

let underWay: Promise<void> | null = null;

/**
 * Finds out once after loading who is signed in; asked again after a failure. A tab that acts as another profile than
 * the session did last goes on as that profile.
 *
 * @throws CallFailed when the server cannot be reached.
 */
export function startSession(): Promise<void> {
  underWay ??= load().catch((error: unknown) => {
    underWay = null;
    throw error;
  });
  return underWay;
}

async function load(): Promise<void> {
  const session = await call(getActiveUserSession);
  if (session === null) return clearSecurity();
  const wanted = tabProfile();
  if (wanted !== null && wanted !== session.profileId) {
    const renewed = await renew(wanted).catch(() => null);
    if (renewed !== null) return;
    forgetTabProfile();
  }
  setToken(session.token, session.authTime, session.profileId);
}
