import { PassThrough, type Readable } from "node:stream";

/** The number of unread bytes in a stream at which its reader counts as gone. */
const mostUnread = 16_384;

/** Server-sent events to one reader. Events after the end are dropped. */
export type EventStream = {
  readonly readable: Readable;
  say(event: string, data: unknown): void;
  /** Sends data to keep proxies from closing an idle connection. */
  beat(): void;
  end(): void;
};

/** @param onEnd called once, whichever side ends it. */
export function openEventStream(onEnd: () => void): EventStream {
  const out = new PassThrough({ highWaterMark: mostUnread });
  out.once("close", onEnd);
  out.on("error", () => undefined);
  // Clients reconnect after a short wait, at different moments.
  out.write(`retry: ${2_000 + Math.round(Math.random() * 3_000)}\n\n`);
  const write = (text: string) => {
    if (out.destroyed || out.writableEnded) return;
    if (out.readableLength + out.writableLength + text.length > mostUnread) out.destroy();
    else out.write(text);
  };
  return {
    readable: out,
    say: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(": still here\n\n"),
    end: () => void (out.destroyed || out.end()),
  };
}
