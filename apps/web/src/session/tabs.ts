/** The messages between the tabs of one browser. */
export type TabMessage =
  | { kind: "loggedOut" }
  | { kind: "loggedIn"; accountId: string }
  /** The current policies were accepted, which the tokens of the other tabs don't say yet. */
  | { kind: "accepted" }
  | { kind: "profile"; accountId: string; profileId: string };

let channel: BroadcastChannel | null = null;
/** One channel for both directions, because a message reaches every other channel, even of the same tab. */
const open = () => {
  channel ??= new BroadcastChannel("touchline.session");
  return channel;
};

export function postToTabs(message: TabMessage): void {
  open().postMessage(message);
}

/** Listens to messages of other tabs. @returns a function that stops listening. */
export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
  open().addEventListener("message", onMessage);
  return () => open().removeEventListener("message", onMessage);
}
