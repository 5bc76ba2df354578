import { readClaims } from "./claims.ts";
import { forgetHere } from "./ending.ts";
import { readSecurity, watchSecurity } from "./security.ts";
import { restartSession } from "./start.ts";
import { hearTabs } from "./tabs.ts";

/** The profile that another tab went on as, until this one does too or stays what it is. */
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
 * What happens in other tabs happens here: a logout, and a login where nobody, or somebody else, is logged in. A switch of
 * profile is told, not followed: what is half written here belongs to the profile that began it.
 */
export function followTabs(): void {
  hearTabs((message) => {
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
