import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { assertKey, headBytes, newKey } from "./keys.ts";
import type { FilesPort } from "./port.ts";

/**
 * Flushes a folder's entries to disk, after a file was created or renamed in it. Some systems can't open folders; they flush
 * them themselves.
 */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, "r").catch(() => null);
  try {
    await opened?.sync().catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EIO" || error.code === "ENOSPC") throw error;
    });
  } finally {
    await opened?.close();
  }
}

/**
 * Stores files in a local folder: written to another name, flushed to disk, then renamed, and the folder flushed as well, so
 * that a name always has the complete file, and a reported one survives a power failure.
 */
export function localFiles(folder: string): FilesPort {
  const pathOf = (key: string) => {
    assertKey(key);
    return join(folder, key);
  };

  return {
    newKey,

    async receive(stream: Readable, maxBytes, storageKey = newKey()) {
      const place = pathOf(storageKey);
      const name = basename(storageKey);
      const incoming = join(folder, "incoming");
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const aside = join(incoming, name);
      // Left by a process that was killed: a key has one writer.
      await rm(aside, { force: true });
      const file = await open(aside, "wx", 0o600);
      const hash = createHash("sha256");
      const head: Buffer[] = [];
      let bytes = 0;
      let whole = false;
      try {
        for await (const chunk of stream as AsyncIterable<Buffer>) {
          if (bytes < headBytes) head.push(chunk.subarray(0, headBytes - bytes));
          bytes += chunk.length;
          if (bytes > maxBytes) return null;
          hash.update(chunk);
          await file.writeFile(chunk);
        }
        await file.sync();
        whole = true;
      } finally {
        await file.close();
        if (!whole) await rm(aside, { force: true });
      }
      const made = await mkdir(dirname(place), { recursive: true, mode: 0o700 });
      await rename(aside, place);
      await syncFolder(dirname(place));
      if (made !== undefined) await syncFolder(folder);
      return { storageKey, bytes, sha256: hash.digest("hex"), head: Buffer.concat(head) };
    },

    async open(storageKey, range) {
      const part = range && { start: range.first, end: range.last };
      const stream = createReadStream(pathOf(storageKey), part);
      const failed = finished(stream, { writable: false });
      await Promise.race([new Promise((resolve) => stream.once("open", resolve)), failed]);
      failed.catch(() => undefined);
      return stream;
    },

    async remove(storageKey) {
      await rm(pathOf(storageKey), { force: true });
      await rm(join(folder, "incoming", basename(storageKey)), { force: true });
    },
  };
}
