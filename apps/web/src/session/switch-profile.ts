import { CallFailed } from "../client.ts";
import { keepTabProfile } from "./browser-storage.ts";
import { readClaims } from "./claims.ts";
import { sessionIsOver } from "./ending.ts";
import { renew } from "./renewal.ts";
import { postToTabs } from "./tabs.ts";

/**
 * Switches to another profile of the account; the server remembers the choice. Of the page's state, only the login is kept:
 * everything that was fetched for the previous profile is dropped (`caches.ts`). Source: specification 1, section 4.
 *
 * @throws CallFailed with status 400 if the profile isn't the account's, and 401 if the account is logged out.
 */
export async function switchProfile(profileId: string): Promise<void> {
  const token = await renew(profileId).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status === 401) sessionIsOver();
    throw error;
  });
  const claims = readClaims(token);
  if (!claims) return;
  keepTabProfile(profileId);
  postToTabs({ kind: "profile", accountId: claims.sub, profileId });
}
