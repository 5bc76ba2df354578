import { boot, Intercom, shutdown } from "@intercom/messenger-js-sdk";
import { chatToken, chatTokenTimeoutMs } from "@touchline/contract/accounts/chat";
import { CallFailed, call } from "../client.ts";
import { warn } from "../warn.ts";
import type { ChatSettings } from "./chat-settings.ts";

/**
 * The delays in milliseconds: from knowing the user to requesting the token, and from its response to starting the chat.
 * Source: specification 2, section 11.
 */
const identityDelaysMs = [500, 300] as const;

/** Waits. @throws the signal's reason when it is aborted. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Requests the token that identifies the user. Null, and a warning in the console, if it fails or takes too long.
 *
 * @throws CallFailed if the chat isn't open to the user.
 */
async function userToken(signal: AbortSignal): Promise<string | null> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(chatTokenTimeoutMs)]);
    return (await call(chatToken, {}, { signal: limit })).intercom_user_jwt;
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof CallFailed && cause.status === 403) throw cause;
    warn(`the chat starts without a user token (${cause instanceof Error ? cause.name : "unknown"}).`);
    return null;
  }
}

/**
 * Starts the chat for the signed-in user, after the delays of the specification. Without a token it starts anonymously; if
 * the chat isn't open to the user, it doesn't start.
 *
 * @param signal cancels the start at any point, such as when the user logs out.
 */
export async function startMessenger({ appId, region, widgetUrl }: ChatSettings, signal: AbortSignal): Promise<void> {
  const [beforeToken, beforeStart] = identityDelaysMs;
  await delay(beforeToken, signal);
  const token = await userToken(signal);
  await delay(beforeStart, signal);
  const settings = { app_id: appId, ...(token === null ? {} : { intercom_user_jwt: token }) };
  // Once its script is there, the library would take a second start for an update of the first.
  if (window.Intercom) boot({ ...settings, ...apiOf(window.intercomSettings) });
  else Intercom({ ...settings, region, ...(widgetUrl === null ? {} : { widgetUrl }) });
}

const apiOf = (first: Window["intercomSettings"]) =>
  first?.api_base === undefined ? {} : { api_base: first.api_base };

/** Closes the chat and forgets whose it was. */
export function stopMessenger(): void {
  if (!window.Intercom) return;
  shutdown();
  // A script that arrives only now would start with these.
  const { app_id = "", ...first } = window.intercomSettings ?? {};
  window.intercomSettings = { app_id, ...apiOf({ app_id, ...first }) };
}
