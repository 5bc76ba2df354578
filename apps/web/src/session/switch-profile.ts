import { CallFailed } from "../client.ts";
import { keepTabProfile } from "./browser-storage.ts";
import { readClaims } from "./claims.ts";
import { sessionIsOver } from "./ending.ts";
import { renew } from "./renewal.ts";
import { postToTabs } from "./tabs.ts";

/**
 * Becomes another profile of the account; the server remembers the choice. Of the page's state only who is logged in
 * outlives it: whatever was read for the profile before is dropped (`caches.ts`). Source: specification 1, section 4.
 *
 * @throws CallFailed 400 when that is none of the account's: it stays who it is; 401 when it is logged out now.
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
