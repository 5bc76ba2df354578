import { clearSession } from "@touchline/contract/accounts/session";
import { forgetFiles } from "../files/file-cache.ts";
import { dataOf, send } from "../transport.ts";
import { forgetInBrowser, forgetTabProfile, keepInBrowser, readInBrowser } from "./browser-storage.ts";
import { readClaims } from "./claims.ts";
import { forgetTyped } from "./form-draft.ts";
import { forgetLastSeen } from "./last-seen.ts";
import { clearSecurity, readSecurity } from "./security.ts";
import { postToTabs } from "./tabs.ts";

/**
 * The session that still has to be ended. It is stored until then, so that a closed tab or a lost network doesn't keep it
 * alive.
 */
const pendingKey = "touchline.ending";
const anySession = "*";

let pending: Promise<void> | null = null;

/**
 * Handles a 401, after which the server doesn't know the session anymore: the page forgets everything at once, and the session
 * behind the cookie is ended too, so that a reload doesn't restore it. Source: specification 2, section 8.
 */
export function sessionIsOver(): void {
  const { token } = readSecurity();
  if (token === null) return;
  keepInBrowser(pendingKey, readClaims(token)?.sessionId ?? anySession);
  forgetHere();
  postToTabs({ kind: "loggedOut" });
  endPending().catch(() => undefined);
}

/** Forgets who was logged in in this tab. */
export function forgetHere(): void {
  forgetTabProfile();
  forgetFiles();
  forgetTyped();
  forgetLastSeen();
  clearSecurity();
}

/**
 * Ends a session that still has to be ended. Logins wait for it, because its response would remove the new cookie.
 *
 * @throws CallFailed if the server can't be reached. The next start tries again.
 */
export function endPending(): Promise<void> {
  const session = readInBrowser(pendingKey);
  if (session === null) return Promise.resolve();
  pending ??= end(session === anySession ? null : session).finally(() => {
    pending = null;
  });
  return pending;
}

async function end(session: string | null): Promise<void> {
  // Another account may have logged in in this browser in the meantime, so only the old session is ended.
  const query = session === null ? "" : `?${new URLSearchParams({ session })}`;
  await dataOf(await send(`${clearSession.path}${query}`, { method: clearSession.method }));
  forgetInBrowser(pendingKey);
}
