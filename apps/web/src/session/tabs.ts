/** What tabs of one browser tell one another. */
export type TabNews =
  | { kind: "loggedOut" }
  | { kind: "loggedIn"; accountId: string }
  /** The policies in force were accepted: the other tabs' tokens do not say so yet. */
  | { kind: "accepted" }
  | { kind: "profile"; accountId: string; profileId: string };

let channel: BroadcastChannel | null = null;
/** One for both ways: what a tab tells comes back to every other channel, also of its own. */
const open = () => {
  channel ??= new BroadcastChannel("touchline.session");
  return channel;
};

export function tellTabs(news: TabNews): void {
  open().postMessage(news);
}

/** @returns the way to stop listening. */
export function hearTabs(listener: (news: TabNews) => void): () => void {
  const hear = ({ data }: MessageEvent<TabNews>) => listener(data);
  open().addEventListener("message", hear);
  return () => open().removeEventListener("message", hear);
}
