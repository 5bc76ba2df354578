import { clearSession } from "@touchline/contract/session";
import { call } from "../client.ts";
import { forgetTabProfile } from "./profileChoice.ts";
import { clearSecurity } from "./security.ts";

const channelName = "touchline.session";

/**
 * Ends the session on the server, then here and in the other tabs.
 *
 * @returns the identity service's logout page, where the browser goes next.
 * @throws CallFailed while the session could not be ended: the account is still logged in then.
 */
export async function logOut(): Promise<string> {
  const { logoutUrl } = await call(clearSession);
  forgetTabProfile();
  clearSecurity();
  const channel = new BroadcastChannel(channelName);
  channel.postMessage("loggedOut");
  channel.close();
  return logoutUrl;
}

/** Logs this tab out when another one does. */
export function followLogouts(): void {
  new BroadcastChannel(channelName).addEventListener("message", clearSecurity);
}
