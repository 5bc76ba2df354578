import { readClaims } from "./claims.ts";
import { forgetHere } from "./ending.ts";
import { readSecurity, watchSecurity } from "./security.ts";
import { restartSession } from "./start.ts";
import { listenToTabs } from "./tabs.ts";

/** The profile that another tab has switched to, until this tab switches too or keeps its own. */
let other: string | null = null;
const listeners = new Set<() => void>();

function become(next: string | null) {
  if (next === other) return;
  other = next;
  for (const listener of listeners) listener();
}

export const readOtherTab = () => other;
export function watchOtherTab(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const stayInThisTab = () => become(null);

/**
 * Follows other tabs: a logout, and a login if no one, or someone else, is logged in here. A switch of profile is only
 * reported, because unsaved input here belongs to the previous profile.
 */
export function followTabs(): void {
  listenToTabs((message) => {
    const here = readClaims(readSecurity().token ?? "");
    if (message.kind === "loggedOut") forgetHere();
    else if (message.kind === "loggedIn" && message.accountId !== here?.sub) restartSession();
    else if (message.kind === "profile" && message.accountId === here?.sub) become(message.profileId);
  });
  watchSecurity(() => {
    const { token, profileId } = readSecurity();
    if (token === null || profileId === other) become(null);
  });
}
