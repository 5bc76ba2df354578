import { CallFailed } from "../transport.ts";
import { words } from "./words.ts";

export interface Progress {
  uploadId: string;
  /** Bytes that have arrived. */
  received: number;
}

/** The calls that upload one file in parts. */
export interface Channel {
  /** Begins the upload, or finds how much has arrived. */
  begin: (mark: string | null) => Promise<Progress & { partBytes: number }>;
  part: (
    uploadId: string,
    offset: number,
    content: Blob,
    options: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<Progress>;
  finish: (uploadId: string) => Promise<unknown>;
  /** The fingerprint that recognizes the same file; its SHA-256 unless given. */
  mark?: (file: Blob) => Promise<string | null>;
}

export interface Watch {
  signal: AbortSignal;
  /** The id under which the upload continues after a reload. */
  onBegun: (uploadId: string) => void;
  /** Bytes that have left. */
  onSent: (bytes: number) => void;
  /** Whether it waits for the connection. */
  onWaiting: (waiting: boolean) => void;
}

/** Milliseconds: between two tries, longer each time, and without anything moving until a try counts as lost. */
const rests = [1_000, 2_000, 4_000, 8_000, 15_000];
const stalled = 60_000;

/** Errors for which a retry may help: no connection, or a server that restarts or is overloaded. */
const isPassing = (error: unknown) =>
  error instanceof CallFailed && (error.status === 0 || error.status === 429 || error.status >= 500);

/**
 * Sends a file in parts, from where it stopped. A lost connection is waited out, however long it takes.
 *
 * @throws CallFailed when the server will not have it; AbortError when it was given up.
 */
export async function sendInParts(file: Blob, channel: Channel, watch: Watch): Promise<string> {
  const mark = await (channel.mark ?? hashOf)(file);
  for (let failures = 0; ; ) {
    try {
      watch.signal.throwIfAborted();
      let { uploadId, received, partBytes } = await channel.begin(mark);
      watch.onBegun(uploadId);
      watch.onWaiting(false);
      while (received < file.size) {
        watch.onSent(received);
        received = (await onePart(uploadId, received, partBytes)).received;
        failures = 0;
      }
      watch.onSent(file.size);
      await channel.finish(uploadId);
      return uploadId;
    } catch (error) {
      if (watch.signal.aborted || !isPassing(error)) throw error;
      watch.onWaiting(true);
      await pause(rests[Math.min(failures, rests.length - 1)] ?? 1_000, watch.signal);
      failures += 1;
    }
  }

  async function onePart(uploadId: string, offset: number, partBytes: number): Promise<Progress> {
    const stop = new AbortController();
    let timer = setTimeout(() => stop.abort(), stalled);
    try {
      return await channel.part(uploadId, offset, file.slice(offset, offset + partBytes), {
        signal: AbortSignal.any([watch.signal, stop.signal]),
        onProgress(sent) {
          clearTimeout(timer);
          timer = setTimeout(() => stop.abort(), stalled);
          watch.onSent(Math.min(file.size, offset + Math.min(sent, partBytes)));
        },
      });
    } catch (error) {
      if (stop.signal.aborted && !watch.signal.aborted) throw new CallFailed(words.uploadStalled, 0);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** SHA-256 in hexadecimal; null where the browser has none to give. */
export async function hashOf(file: Blob): Promise<string | null> {
  try {
    const digest = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  } catch {
    return null;
  }
}

/** Waits, but no longer than until the connection is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", go);
      signal.removeEventListener("abort", stop);
    };
    const go = () => {
      done();
      resolve();
    };
    const stop = () => {
      done();
      reject(signal.reason);
    };
    const timer = setTimeout(go, milliseconds);
    globalThis.addEventListener?.("online", go);
    signal.addEventListener("abort", stop);
  });
}
