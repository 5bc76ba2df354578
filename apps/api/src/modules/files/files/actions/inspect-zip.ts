import { PassThrough, pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry as DirectoryEntry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import { wrong } from "./inspect-names.ts";

const endMark = Buffer.from("PK\x05\x06", "latin1");
const longestComment = 65_535;
/** A larger entry with such a compression ratio isn't a real document. */
const mostSuspect = 5 * 1024 * 1024;
const mostTimes = 100;
/** The limit for all entries together, because many small ones add up. Below this they do no harm. */
const mostSuspectTogether = 20 * 1024 * 1024;
/** Bytes read at once for headers, which are next to each other in the directory. */
const window = 64 * 1024;

/** An archive in any storage, read piece by piece. Ends are exclusive. */
export type ZipSource = {
  bytes: number;
  read: (from: number, end: number) => Promise<Buffer>;
  stream: (from: number, end: number) => Promise<Readable>;
};

/** Returns where the directory of an archive ends, given its last bytes; −1: not an archive. */
function endOf(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - 22 - longestComment);
  for (let at = bytes.lastIndexOf(endMark); at >= from; at = at === 0 ? -1 : bytes.lastIndexOf(endMark, at - 1)) {
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return at;
  }
  return -1;
}

/** Returns whether a file of another type is also an archive when read from its end. */
export function endsAsZip(bytes: Buffer): boolean {
  const end = endOf(bytes);
  if (end < 0) return false;
  const start = end - bytes.readUInt32LE(end + 12);
  return bytes.readUInt16LE(end + 10) > 0 && start >= 0 && bytes.toString("latin1", start, start + 4) === "PK\x01\x02";
}

export type ZipEntry = { name: string; packed: number; size: number; listed: DirectoryEntry };

/** The rules for what an archive may contain. */
export type ZipRules = {
  mostEntries: number;
  mostUnpacked: number;
  /** Returns the problem with a name, or with the first bytes, whatever the name; null: none. */
  wrongName: (name: string) => string | null;
  wrongHead: (head: Buffer) => string | null;
};

/** Lets the library read from storage, a window at a time instead of header by header. */
class SourceReader extends RandomAccessReader {
  private readonly source: ZipSource;
  private held: { from: number; bytes: Buffer } = { from: 0, bytes: Buffer.alloc(0) };

  constructor(source: ZipSource) {
    super();
    this.source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const content = new PassThrough();
    this.source.stream(start, end).then(
      (stream) => pipeline(stream, content, () => undefined),
      (error: Error) => content.destroy(error),
    );
    return content;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.window(position, length).then((bytes) => {
      bytes.copy(buffer, offset, 0, length);
      done(bytes.length < length ? new Error("unexpected end of the archive") : null);
    }, done);
  }

  private async window(from: number, length: number): Promise<Buffer> {
    const within = from - this.held.from;
    if (within < 0 || within + length > this.held.bytes.length) {
      const end = Math.min(this.source.bytes, from + Math.max(length, window));
      this.held = { from, bytes: end > from ? await this.source.read(from, end) : Buffer.alloc(0) };
    }
    return this.held.bytes.subarray(from - this.held.from, from - this.held.from + length);
  }
}

/** An archive whose directory was read and checked; its entries in directory order. */
export type Archive = { file: ZipFile; source: ZipSource; entries: readonly ZipEntry[] };

/** Opens an archive and checks its directory before anything is unpacked; or returns its problem. */
export async function openArchive(source: ZipSource, rules: ZipRules): Promise<Archive | string> {
  const entries: ZipEntry[] = [];
  let together = 0;
  try {
    const file = await fromRandomAccessReaderPromise(new SourceReader(source), source.bytes, {
      autoClose: false,
      // Names are checked here, as they are stored.
      decodeStrings: false,
      validateEntrySizes: true,
    });
    if (file.entryCount > rules.mostEntries) return wrong.many;
    for await (const listed of file.eachEntry()) {
      const name = listed.fileNameRaw.toString("utf8");
      if (entries.length >= rules.mostEntries) return wrong.many;
      if (listed.isEncrypted() || (listed.generalPurposeBitFlag & 0x2040) !== 0) return wrong.locked;
      if (((listed.externalFileAttributes >>> 16) & 0xf000) === 0xa000) return wrong.links;
      const wrongly = rules.wrongName(name);
      if (wrongly !== null) return wrongly;
      if (listed.compressionMethod !== 0 && listed.compressionMethod !== 8) return wrong.unknown;
      const [packed, size] = [listed.compressedSize, listed.uncompressedSize];
      together += size;
      // By the declared size, which is enforced while it is unpacked.
      if (together > rules.mostUnpacked) return wrong.large;
      if (size > mostSuspect && size > packed * mostTimes) return wrong.large;
      entries.push({ name, packed, size, listed });
    }
    if (entries.every((entry) => entry.name.endsWith("/"))) return wrong.empty;
    if (together > mostSuspectTogether && together > source.bytes * mostTimes) return wrong.large;
    const at = ({ listed }: ZipEntry) => listed.relativeOffsetOfLocalHeader;
    return { file, source, entries: entries.toSorted((a, b) => at(a) - at(b)) };
  } catch (error) {
    return problemIn(error);
  }
}

/** Puts the library's error into our words. Storage errors aren't the archive's fault. */
function problemIn(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  if (isOfStore(error)) throw error;
  if (/multi-disk/.test(message)) return wrong.parts;
  return /encrypt/.test(message) ? wrong.locked : wrong.damaged;
}

/** System errors have a code; inflate errors have one that begins with Z, the library's have none. */
function isOfStore(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code !== undefined && !String(code).startsWith("Z_");
}

/** Callbacks for walking through an archive. */
export type ZipVisitor = {
  /** Called when the next entry begins. */
  onEntry: (entry: ZipEntry) => void;
  /** Called with unpacked bytes of the entry. */
  onBytes: (chunk: Buffer) => Promise<void>;
  /** Called with the progress in the archive. */
  onMoved: (to: number) => Promise<void>;
};

/** Unpacks each entry once, in order, and compares it with its declared facts; or returns the problem. */
export async function walkArchive(
  { file, source, entries }: Archive,
  rules: Pick<ZipRules, "wrongHead">,
  visitor: ZipVisitor,
): Promise<string | null> {
  let before = 0;
  for (const entry of entries) {
    // Overlapping entries are how a small archive becomes very large.
    if (entry.listed.relativeOffsetOfLocalHeader < before) return wrong.damaged;
    const from = await beginOf(file, entry);
    if (from === null) return wrong.damaged;
    before = from + entry.packed;
    if (before > source.bytes) return wrong.damaged;
    visitor.onEntry(entry);
    const share = entry.packed / Math.max(1, entry.size);
    const problem = await unpack(file, entry, rules.wrongHead, async (chunk, bytes) => {
      await visitor.onBytes(chunk);
      await visitor.onMoved(Math.floor(from + bytes * share));
    });
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns where the packed bytes of an entry begin; null if there is another entry, or none. */
async function beginOf(file: ZipFile, { listed }: ZipEntry): Promise<number | null> {
  try {
    const header = await file.readLocalFileHeaderPromise(listed);
    return header.fileName.equals(listed.fileNameRaw) ? header.fileDataStart : null;
  } catch (error) {
    problemIn(error);
    return null;
  }
}

/** Streams the unpacked bytes of an entry, and fails if their number differs from the declared one. */
export const contentOf = ({ file }: Pick<Archive, "file">, { listed }: ZipEntry): Promise<Readable> =>
  file.openReadStreamPromise(listed);

/** Reads an entry to its end; returns its problem, or null. @param keep called with the number of bytes so far */
async function unpack(
  file: ZipFile,
  entry: ZipEntry,
  wrongly: ZipRules["wrongHead"],
  keep: (chunk: Buffer, bytes: number) => Promise<void>,
): Promise<string | null> {
  let bytes = 0;
  let check = 0;
  let head = Buffer.alloc(0);
  let failed: { error: unknown } | null = null;
  let content: Readable | undefined;
  try {
    content = await contentOf({ file }, entry);
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (head.length < 8) head = Buffer.concat([head, chunk.subarray(0, 8)]);
      bytes += chunk.length;
      check = crc32(chunk, check);
      // Storing may fail as well; that is not the archive's fault.
      await keep(chunk, bytes).catch((error: unknown) => {
        failed = { error };
        throw error;
      });
    }
  } catch (error) {
    if (failed !== null) throw (failed as { error: unknown }).error;
    return problemIn(error);
  } finally {
    content?.destroy();
  }
  // The library counts the bytes; the checksum is up to its caller.
  if (bytes !== entry.size || check !== entry.listed.crc32) return wrong.damaged;
  return wrongly(head);
}

/** Unpacks a stream as it is read; an error of the input becomes one of the output. */
export function inflating(packed: Readable): Readable {
  const content = createInflateRaw({ chunkSize: 64 * 1024 });
  packed.on("error", (error) => content.destroy(error));
  content.on("close", () => packed.destroy());
  return packed.pipe(content);
}
