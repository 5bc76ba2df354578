/** The support chat of this installation, as the host tells the page. */
export interface ChatSettings {
  appId: string;
  region: "us" | "eu" | "ap";
  /** The address of the widget's script; null for the usual one. */
  widgetUrl: string | null;
  /** Whether people are asked before it is loaded. */
  asksFirst: boolean;
}

/** Null where no chat is set up. */
export function chatSettings(): ChatSettings | null {
  const text = document.querySelector<HTMLMetaElement>('meta[name="chat"]')?.content ?? "";
  return text === "" ? null : (JSON.parse(text) as ChatSettings);
}
