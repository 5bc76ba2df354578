/** What tabs of one browser tell one another. */
export type TabMessage =
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

export function postToTabs(message: TabMessage): void {
  open().postMessage(message);
}

/** @returns the way to stop listening. */
export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  open().addEventListener("message", onMessage);
  return () => open().removeEventListener("message", onMessage);
}
