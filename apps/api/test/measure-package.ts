import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { localFiles } from "../src/adapters/files/builtin.ts";
import { builtinScan } from "../src/adapters/scan/builtin.ts";
import { joinParts } from "../src/modules/files/files/actions/uploads.ts";
import { unpackPackage } from "../src/modules/library/content/actions/package.ts";
import { course12 } from "./packages.ts";

/**
 * Builds a course of this many megabytes from parts, reads it as an upload in a separate process, and prints the result, the
 * duration, and the growth of the process in bytes.
 */
const megabytes = Number(process.argv[2] ?? 120);
const partBytes = 2 * 1024 * 1024;
const folder = await mkdtemp(join(tmpdir(), "touchline-package-"));
const files = localFiles(folder);

/** Builds videos that don't compress further, each with different bytes, and one that is compressed. */
async function writeCourse(path: string): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(course12)) zip.addBuffer(Buffer.from(content as string), name);
  const film = (size: number) =>
    Readable.from(
      (function* () {
        const block = Buffer.alloc(64 * 1024);
        let seed = 1;
        for (let at = 0; at < size; at += block.length) {
          for (let word = 0; word < block.length; word += 4) {
            seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
            block.writeUInt32LE(seed, word);
          }
          yield Buffer.from(block);
        }
      })(),
      { objectMode: false },
    );
  const packed = 20;
  zip.addReadStream(film(packed * 1024 * 1024), "packed.mp4", { compress: true });
  zip.addReadStream(film((megabytes - packed) * 1024 * 1024), "film.mp4", { compress: false });
  zip.end();
  await pipeline(zip.outputStream as unknown as NodeJS.ReadableStream, createWriteStream(path));
}

/** Stores the file in parts as they are uploaded, each as a file of the store. */
async function inParts(path: string): Promise<string[]> {
  const { size } = await stat(path);
  const keys: string[] = [];
  for (let from = 0; from < size; from += partBytes) {
    const end = Math.min(size, from + partBytes) - 1;
    const received = await files.receive(createReadStream(path, { start: from, end }), partBytes);
    if (received) keys.push(received.storageKey);
  }
  return keys;
}

try {
  const path = join(folder, "course.zip");
  await writeCourse(path);
  const parts = await inParts(path);
  const { size } = await stat(path);
  globalThis.gc?.();
  // Measures the memory in use, not the peak, because loading the modules takes more than a course does.
  const before = process.memoryUsage.rss();
  let most = before;
  const sample = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const began = performance.now();
  const notes: number[] = [];
  const upload = await joinParts(
    { name: "course.zip", bytes: size, sha256: null, parts, storageKey: files.newKey() },
    { files },
  );
  const unpackedKey = files.newKey();
  const found = await unpackPackage({ files, scan: builtinScan() } as never, upload, unpackedKey, async (bytes) => {
    notes.push(bytes);
  });
  clearInterval(sample);
  const result = {
    ...{ size, found: typeof found === "string" ? found : found.entries.length, notes: notes.length },
    unpacked: typeof found === "string" ? 0 : found.entries.reduce((sum, { bytes }) => sum + bytes, 0),
    milliseconds: performance.now() - began,
    grown: most - before,
  };
  process.stdout.write(JSON.stringify(result));
} finally {
  await rm(folder, { recursive: true, force: true });
}
