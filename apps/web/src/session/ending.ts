import { clearSession } from "@touchline/contract/accounts/session";
import { forgetFiles } from "../files/file-cache.ts";
import { dataOf, send } from "../transport.ts";
import { forgetInBrowser, forgetTabProfile, keepInBrowser, readInBrowser } from "./browser-storage.ts";
import { readClaims } from "./claims.ts";
import { forgetTyped } from "./form-draft.ts";
import { clearSecurity, readSecurity } from "./security.ts";
import { postToTabs } from "./tabs.ts";

/** Which session is still to be ended, kept until it is: closing the tab or losing the network must not revive it. */
const pendingKey = "touchline.ending";
const anySession = "*";

let pending: Promise<void> | null = null;

/**
 * The server no longer knows who this is (401): the page forgets everything at once, and the session behind the cookie is
 * ended too, so that a reload does not bring it back. Source: specification 2, section 8.
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
  clearSecurity();
}

/**
 * Ends what is still to be ended. Nothing signs in before that, or the answer would take the new cookie away.
 *
 * @throws CallFailed when the server cannot be reached; it is tried again at the next start.
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
  // Another account may have logged in in this browser meanwhile: only the session that is over goes.
  const query = session === null ? "" : `?${new URLSearchParams({ session })}`;
  await dataOf(await send(`${clearSession.path}${query}`, { method: clearSession.method }));
  forgetInBrowser(pendingKey);
}
