import { streamPendingReviewCount } from "@touchline/contract/reviews/reviews";
import { addressOf, headersOf } from "../../../client.ts";
import { goodToken } from "../../../session/renewal.ts";
import { apiAddress } from "../../../transport.ts";
import { eventsIn } from "./events.ts";

export type WaitingCount = { count: number; more: boolean };
type QueueMessage = { kind: "count"; count: WaitingCount } | { kind: "lost" } | { kind: "ask" };

/** The milliseconds before the first try to reconnect. The wait grows with each try, up to a minute. */
const firstRest = 2_000;
const longestRest = 60_000;

/**
 * Subscribes to the number of pending submissions. Among a browser's tabs with the same profile, one asks the server and
 * informs the others; when it closes, another one takes over.
 *
 * @param on.count called when the queue has changed, even if the number hasn't.
 * @param on.lost called when updates stop for now.
 * @returns a function that unsubscribes.
 */
export function followCount(
  of: { organizationId: string; profileId: string },
  on: { count: (count: WaitingCount) => void; lost: () => void },
): () => void {
  const stopped = new AbortController();
  const name = `touchline.reviews.${of.organizationId}.${of.profileId}`;
  const channel = new BroadcastChannel(name);
  let last: WaitingCount | null = null;
  const onMessage = (message: QueueMessage) => {
    if (message.kind === "count") on.count(message.count);
    if (message.kind === "lost") on.lost();
    if (message.kind === "ask" && last) channel.postMessage({ kind: "count", count: last } satisfies QueueMessage);
  };
  const publish = (message: QueueMessage) => {
    last = message.kind === "count" ? message.count : null;
    onMessage(message);
    channel.postMessage(message);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<QueueMessage>) => onMessage(data));
  channel.postMessage({ kind: "ask" } satisfies QueueMessage);
  const lead = () => ask(of.organizationId, publish, stopped.signal);
  // Without the Web Locks API, each tab connects by itself.
  const leading = navigator.locks ? navigator.locks.request(name, { signal: stopped.signal }, lead) : lead();
  Promise.resolve(leading).catch(() => undefined);
  return () => {
    stopped.abort();
    channel.close();
  };
}

/** Connects to the stream, again and again, until it is stopped or refused for good. */
async function ask(
  organizationId: string,
  onMessage: (message: QueueMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let rest = firstRest; !signal.aborted; rest = Math.min(2 * rest, longestRest)) {
    const path = addressOf(streamPendingReviewCount.path, { params: { orgId: organizationId } });
    try {
      const token = await goodToken();
      if (token === null) return;
      const response = await fetch(apiAddress(path), {
        headers: headersOf(token, streamPendingReviewCount.path),
        signal,
      });
      if (response.status === 403 || response.status === 404) return onMessage({ kind: "lost" });
      if (response.ok && response.body) {
        for await (const { event, data } of eventsIn(response.body)) {
          if (event === "count") onMessage({ kind: "count", count: JSON.parse(data) as WaitingCount });
          rest = firstRest / 2;
        }
        // The stream ended normally when its token expired, so the next one starts at once.
        if (rest < firstRest) continue;
      }
    } catch {
      if (signal.aborted) return;
    }
    onMessage({ kind: "lost" });
    await pause(rest * (0.75 + Math.random() / 2), signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", done);
  });
}
