import type { IntercomSettings } from "./intercom-settings.ts";

/** What the page is told of the chat, as text: everything but the secret. Empty without a chat. */
export function chatFacts(chat: IntercomSettings | null): string {
  if (chat === null) return "";
  const { appId, region, widgetUrl, asksFirst } = chat;
  return JSON.stringify({ appId, region, widgetUrl, asksFirst });
}

/** What the messenger loads and asks. Source: intercom.com/help, "Using Intercom with Content Security Policy". */
const usual = {
  script: "https://widget.intercom.io https://js.intercomcdn.com",
  connect:
    "https://*.intercom.io wss://*.intercom.io https://*.intercomcdn.com https://*.intercomcdn.eu https://uploads.intercomusercontent.com",
  media: "https://*.intercomcdn.com https://static.intercomassets.com",
  frame: "https://intercom-sheets.com",
};

/** The additional sources of a page's content security policy, each with a space before it; empty without a chat. */
export function chatSources(chat: IntercomSettings | null): typeof usual {
  if (chat === null) return { script: "", connect: "", media: "", frame: "" };
  const origin = chat.widgetUrl === null ? null : new URL(chat.widgetUrl).origin;
  const all = origin === null ? usual : { script: origin, connect: origin, media: origin, frame: origin };
  return { script: ` ${all.script}`, connect: ` ${all.connect}`, media: ` ${all.media}`, frame: ` ${all.frame}` };
}
