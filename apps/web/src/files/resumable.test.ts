import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallFailed } from "../transport.ts";
import { type Channel, sendInParts } from "./resumable.ts";

const realTimeout = setTimeout;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const partBytes = 4;
const content = Buffer.from("ten letters and some");
const file = new Blob([content]);

/** Waits until hashing has ended, which no fake clock controls. */
async function passing<Result>(sending: Promise<Result>): Promise<Result> {
  let over = false;
  const end = () => {
    over = true;
  };
  sending.then(end, end);
  for (let step = 0; !over && step < 1_000; step += 1) {
    await vi.advanceTimersByTimeAsync(250);
    await new Promise((resolve) => realTimeout(resolve, 2));
  }
  return sending;
}

/** A server that stores the received parts, and fails as often as told before it accepts one. */
function aServer(failures: readonly Error[] = []) {
  const left = [...failures];
  let kept = Buffer.alloc(0);
  const server = { begun: [] as (string | null)[], finished: 0, kept: () => kept };
  const channel: Channel = {
    async begin(sha256) {
      server.begun.push(sha256);
      return { uploadId: "upload", received: kept.length, partBytes };
    },
    async part(uploadId, offset, part, { onProgress }) {
      const failure = left.shift();
      if (failure) throw failure;
      expect(offset).toBe(kept.length);
      kept = Buffer.concat([kept, Buffer.from(await part.arrayBuffer())]);
      onProgress(part.size);
      return { uploadId, received: kept.length };
    },
    async finish() {
      server.finished += 1;
    },
  };
  return { channel, server };
}

function watched() {
  const ends = new AbortController();
  const seen = { sent: [] as number[], waiting: [] as boolean[], begun: [] as string[] };
  const watch = {
    signal: ends.signal,
    onBegun: (id: string) => void seen.begun.push(id),
    onSent: (bytes: number) => void seen.sent.push(bytes),
    onWaiting: (waiting: boolean) => void seen.waiting.push(waiting),
  };
  return { ends, seen, watch };
}

test("a file goes out in parts, with its hash, and its progress only grows to the end", async () => {
  const { channel, server } = aServer();
  const { watch, seen } = watched();
  await expect(sendInParts(file, channel, watch)).resolves.toBe("upload");
  expect(server.kept().toString()).toBe(content.toString());
  expect(server.begun).toEqual([createHash("sha256").update(content).digest("hex")]);
  expect(server.finished).toBe(1);
  expect(seen.sent).toEqual(seen.sent.toSorted((a, b) => a - b));
  expect(seen.sent.at(-1)).toBe(content.length);
});

test.each([0, 429, 500, 503])(
  "after a failure %i it waits, asks how far it has come, and goes on there",
  async (status) => {
    const { channel, server } = aServer([new CallFailed("away", status), new CallFailed("away", status)]);
    const { watch, seen } = watched();
    await expect(passing(sendInParts(file, channel, watch))).resolves.toBe("upload");
    expect(server.kept().toString()).toBe(content.toString());
    expect(server.begun).toHaveLength(3);
    expect(seen.waiting).toEqual([false, true, false, true, false]);
  },
);

test.each([400, 403, 409, 413, 415])("what the server will not have (%i) is not tried again", async (status) => {
  const { channel, server } = aServer([new CallFailed("no", status)]);
  const { watch } = watched();
  await expect(sendInParts(file, channel, watch)).rejects.toMatchObject({ status });
  expect(server).toMatchObject({ begun: [expect.any(String)], finished: 0 });
});

test("given up while it waits for the connection, it ends at once", async () => {
  const { channel, server } = aServer([new CallFailed("away", 0)]);
  const { watch, ends, seen } = watched();
  const sending = sendInParts(file, channel, watch);
  const ended = expect(sending).rejects.toThrow();
  while (seen.waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
  ends.abort();
  await ended;
  expect(server.finished).toBe(0);
});

test("a part with which nothing moves for a minute is sent again", async () => {
  const { channel, server } = aServer();
  const part = channel.part;
  let silent = true;
  channel.part = (...args) => {
    if (!silent) return part(...args);
    silent = false;
    const { signal } = args[3];
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  };
  const { watch } = watched();
  await expect(passing(sendInParts(file, channel, watch))).resolves.toBe("upload");
  expect(server.kept().toString()).toBe(content.toString());
});
