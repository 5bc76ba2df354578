import type { IntercomSettings } from "./intercom-settings.ts";

/** Returns the chat's settings for the page as text, without the secret. Empty without a chat. */
export function chatFacts(chat: IntercomSettings | null): string {
  if (chat === null) return "";
  const { appId, region, widgetUrl, asksFirst } = chat;
  return JSON.stringify({ appId, region, widgetUrl, asksFirst });
}

/** The additional sources of a page's content security policy. */
type ChatSources = Readonly<Record<"script" | "connect" | "image" | "media" | "frame" | "form", string>>;

/**
 * What the messenger loads and asks, in every region. Source: intercom.com/help, article 3894, "Using Intercom with Content
 * Security Policy". Wildcards stand for the hosts of regions and shards that it lists one by one.
 */
const usual: ChatSources = {
  script: "https://app.intercom.io https://widget.intercom.io https://js.intercomcdn.com",
  connect:
    "https://*.intercom.io wss://*.intercom.io https://*.intercom-messenger.com wss://*.intercom-messenger.com https://*.intercomcdn.com https://*.intercomcdn.eu https://uploads.intercomusercontent.com",
  image:
    "https://*.intercomcdn.com https://*.intercomcdn.eu https://static.intercomassets.com https://static.intercomassets.eu https://uploads.intercomusercontent.com https://messenger-apps.intercom.io https://*.intercom-attachments-1.com https://*.intercom-attachments-2.com https://*.intercom-attachments-3.com https://*.intercom-attachments-4.com https://*.intercom-attachments-5.com https://*.intercom-attachments-6.com https://*.intercom-attachments-7.com https://*.intercom-attachments-8.com https://*.intercom-attachments-9.com",
  media: "https://*.intercomcdn.com https://*.intercomcdn.eu",
  frame: "https://intercom-sheets.com https://www.intercom-reporting.com",
  form: "https://intercom.help https://*.intercom.io",
};

/** Each with a space before it; empty without a chat. */
export function chatSources(chat: IntercomSettings | null): ChatSources {
  const double = chat?.widgetUrl ? new URL(chat.widgetUrl).origin : null;
  const source = (sources: string) => (chat === null ? "" : ` ${double ?? sources}`);
  const { script, connect, image, media, frame, form } = usual;
  return {
    script: source(script),
    connect: source(connect),
    image: source(image),
    media: source(media),
    frame: source(frame),
    form: source(form),
  };
}
