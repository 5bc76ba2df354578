import type { ReadSetting } from "./screening-settings.ts";
import { readUrl } from "./screening-settings.ts";

const regions = ["us", "eu", "ap"] as const;

export type IntercomSettings = {
  /** The workspace's id. */
  appId: string;
  /** What tokens are signed with; null where the page alone is served, which signs none. */
  secret: string | null;
  /** Where the workspace's data is held. */
  region: (typeof regions)[number];
  /** The widget's script, if not at its usual address. */
  widgetUrl: string | null;
  /** Whether people are asked before the chat is loaded. */
  asksFirst: boolean;
};

/**
 * Reads the settings of the support chat. Without an app id there is no chat.
 *
 * @param pageIsApart the page has an origin of its own: what serves it needs no secret.
 * @throws Error with one sentence that names the variable and what to write.
 */
export function readIntercom(read: ReadSetting, { pageIsApart = false } = {}): IntercomSettings | null {
  const [appId, secret, widgetUrl] = [read("INTERCOM_APP_ID"), read("INTERCOM_SECRET"), readUrl(read, "INTERCOM_URL")];
  if (appId === null) {
    if (secret === null && widgetUrl === null) return null;
    throw new Error("INTERCOM_APP_ID is missing. Set it, or remove the other INTERCOM settings.");
  }
  if (!/^[a-z0-9_-]{1,40}$/i.test(appId)) {
    throw new Error(`INTERCOM_APP_ID is "${appId}". Copy it from the settings of your Intercom workspace.`);
  }
  if (secret === null && !pageIsApart) {
    throw new Error("INTERCOM_SECRET is missing. Copy the Messenger's API secret from your Intercom workspace.");
  }
  // The value is not repeated: it is a secret.
  if (secret !== null && secret.length < 16)
    throw new Error("INTERCOM_SECRET is too short. Copy the Messenger's API secret.");
  const region = regions.find((one) => one === (read("INTERCOM_REGION") ?? "us"));
  if (!region) throw new Error(`INTERCOM_REGION is "${read("INTERCOM_REGION")}". Use us, eu, or ap.`);
  const consent = read("CHAT_CONSENT") ?? "ask";
  if (consent !== "ask" && consent !== "assumed") throw new Error(`CHAT_CONSENT is "${consent}". Use ask or assumed.`);
  return {
    appId,
    secret,
    region,
    widgetUrl: widgetUrl && `${widgetUrl}/widget/${appId}`,
    asksFirst: consent === "ask",
  };
}
