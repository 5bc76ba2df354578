import { clearSession } from "@touchline/contract/accounts/session";
import { call } from "../client.ts";
import { forgetHere } from "./ending.ts";
import { postToTabs } from "./tabs.ts";

/**
 * Ends the session on the server, then here and in the other tabs.
 *
 * @returns the identity service's logout page, where the browser goes next.
 * @throws CallFailed if the session couldn't be ended; the account is still logged in then.
 */
export async function logOut(): Promise<string> {
  const { logoutUrl } = await call(clearSession);
  forgetHere();
  postToTabs({ kind: "loggedOut" });
  return logoutUrl;
}

/** Logs out. The browser then goes to the identity service's page. Source: specification 2, section 9. */
const redirectDelay = 100;

/** Leaves the application for the identity service's logout page. */
export function leaveFor(logoutUrl: string, go: (url: string) => void = (url) => location.assign(url)): void {
  setTimeout(() => go(logoutUrl), redirectDelay);
}
