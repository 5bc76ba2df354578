import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { mostEntries, mostUnpacked, wrong, wrongHead, wrongName } from "./inspect-names.ts";

const endMark = Buffer.from("PK\x05\x06", "latin1");
const longestComment = 65_535;
/** The end with its comment, and what stands before it in a long archive. */
const longestEnd = 22 + longestComment + 20;
/** No directory of as many files as are taken is larger. */
const mostDirectory = 16 * 1024 * 1024;
/** An entry of more bytes than these that became so many times larger is nothing that anybody wrote. */
const mostSuspect = 5 * 1024 * 1024;
const mostTimes = 100;
/** As of one entry, so of all together: many small ones are as much. Below this it does no harm. */
const mostSuspectTogether = 20 * 1024 * 1024;

/** An archive wherever it lies: in memory, or in the store, where it is read piece by piece. Ends are behind the last byte. */
export type ZipSource = {
  bytes: number;
  read: (from: number, end: number) => Promise<Buffer>;
  stream: (from: number, end: number) => Promise<Readable>;
};

/** An archive that is in memory. */
export const zipInMemory = (bytes: Buffer): ZipSource => ({
  bytes: bytes.length,
  read: async (from, end) => bytes.subarray(from, end),
  stream: async (from, end) => Readable.from([bytes.subarray(from, end)]),
});

/** Where the directory of an archive ends, of which these are the last bytes; −1: this is none. */
function endOf(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - 22 - longestComment);
  for (let at = bytes.lastIndexOf(endMark); at >= from; at = at === 0 ? -1 : bytes.lastIndexOf(endMark, at - 1)) {
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return at;
  }
  return -1;
}

/** Whether what is something else from its beginning is an archive from its end. */
export function endsAsZip(bytes: Buffer): boolean {
  const end = endOf(bytes);
  if (end < 0) return false;
  const start = end - bytes.readUInt32LE(end + 12);
  return bytes.readUInt16LE(end + 10) > 0 && start >= 0 && bytes.toString("latin1", start, start + 4) === "PK\x01\x02";
}

export type Entry = {
  name: string;
  nameBytes: number;
  method: number;
  flags: number;
  mode: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
};
/** An entry with the place where its packed bytes begin. */
export type ZipEntry = Entry & { from: number };

/** What may be in an archive beside what none may have. */
export type ZipRules = {
  mostEntries: number;
  mostUnpacked: number;
  /** What is wrong with a name, or with the first bytes, whatever the name; null: nothing. */
  wrongName: (name: string) => string | null;
  wrongHead: (head: Buffer) => string | null;
};
const ofDocuments: ZipRules = { mostEntries, mostUnpacked, wrongName, wrongHead };

/** Where the directory of an archive lies and how many entries it tells; or what is wrong with it. */
async function directoryPlace(source: ZipSource): Promise<{ count: number; at: number; end: number } | string> {
  const before = Math.max(0, source.bytes - longestEnd);
  const tail = await source.read(before, source.bytes);
  const found = endOf(tail);
  if (found < 0) return wrong.damaged;
  if (tail.readUInt16LE(found + 4) !== 0 || tail.readUInt16LE(found + 6) !== 0) return wrong.parts;
  const [count, at] = [tail.readUInt16LE(found + 10), tail.readUInt32LE(found + 16)];
  if (count !== 0xffff && at !== 0xffffffff) return { count, at, end: before + found };
  const locator = found - 20;
  if (locator < 0 || tail.toString("latin1", locator, locator + 4) !== "PK\x06\x07") return wrong.damaged;
  const end64 = Number(tail.readBigUInt64LE(locator + 8));
  if (end64 + 56 > source.bytes) return wrong.damaged;
  const long = await source.read(end64, end64 + 56);
  if (long.toString("latin1", 0, 4) !== "PK\x06\x06") return wrong.damaged;
  return { count: Number(long.readBigUInt64LE(32)), at: Number(long.readBigUInt64LE(48)), end: end64 };
}

/** The directory; or what is wrong with it. */
async function directoryOf(source: ZipSource, most: number): Promise<Entry[] | string> {
  const place = await directoryPlace(source);
  if (typeof place === "string") return place;
  if (place.count > most) return wrong.many;
  if (place.at > place.end) return wrong.damaged;
  if (place.end - place.at > mostDirectory) return wrong.many;
  const bytes = await source.read(place.at, place.end);
  const entries: Entry[] = [];
  let at = 0;
  for (let number = 0; number < place.count; number += 1) {
    if (at + 46 > bytes.length || bytes.toString("latin1", at, at + 4) !== "PK\x01\x02") return wrong.damaged;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((one) => bytes.readUInt16LE(at + one)) as [
      number,
      number,
      number,
    ];
    const extra = at + 46 + nameLength;
    if (extra + extraLength + commentLength > bytes.length) return wrong.damaged;
    const sizes = longSizes(bytes, at, extra, extra + extraLength);
    entries.push({
      name: bytes.toString("utf8", at + 46, extra),
      nameBytes: nameLength,
      method: bytes.readUInt16LE(at + 10),
      flags: bytes.readUInt16LE(at + 8),
      mode: bytes.readUInt16LE(at + 40),
      crc: bytes.readUInt32LE(at + 16),
      ...sizes,
    });
    at = extra + extraLength + commentLength;
  }
  return entries;
}

/** Sizes and place of an entry, which stand in its extra field where they are long. */
function longSizes(bytes: Buffer, at: number, from: number, to: number) {
  const given = {
    size: bytes.readUInt32LE(at + 24),
    packed: bytes.readUInt32LE(at + 20),
    at: bytes.readUInt32LE(at + 42),
  };
  for (let field = from; field + 4 <= to; field += 4 + bytes.readUInt16LE(field + 2)) {
    if (bytes.readUInt16LE(field) !== 1) continue;
    let place = field + 4;
    for (const name of ["size", "packed", "at"] as const) {
      if (given[name] !== 0xffffffff || place + 8 > to) continue;
      given[name] = Number(bytes.readBigUInt64LE(place));
      place += 8;
    }
  }
  return given;
}

/** Whether an archive holds what it says, not too much of it, and nothing that leads elsewhere. Nothing is written. */
export async function checkZip(bytes: Buffer): Promise<string | null> {
  const source = zipInMemory(bytes);
  const entries = await listZip(source, ofDocuments);
  const found = typeof entries === "string" ? entries : await walkZip(source, entries, ofDocuments);
  return typeof found === "string" ? found : null;
}

/** The entries of an archive in the order in which they lie there, judged by what its directory says; or what is wrong. */
export async function listZip(source: ZipSource, rules: ZipRules): Promise<Entry[] | string> {
  const entries = await directoryOf(source, rules.mostEntries);
  if (typeof entries === "string") return entries;
  if (entries.every((entry) => entry.name.endsWith("/"))) return wrong.empty;
  let together = 0;
  for (const entry of entries) {
    if ((entry.flags & 0x2041) !== 0) return wrong.locked;
    if ((entry.mode & 0xf000) === 0xa000) return wrong.links;
    const name = rules.wrongName(entry.name);
    if (name !== null) return name;
    if (entry.method !== 0 && entry.method !== 8) return wrong.unknown;
    together += entry.size;
    // By what it says of itself: what it holds is held to that while it is unpacked.
    if (together > rules.mostUnpacked) return wrong.large;
    if (entry.size > mostSuspect && entry.size > entry.packed * mostTimes) return wrong.large;
  }
  if (together > mostSuspectTogether && together > source.bytes * mostTimes) return wrong.large;
  return entries.toSorted((a, b) => a.at - b.at);
}

/** What somebody does with an archive while it is walked through. */
export type ZipVisitor = {
  /** The next entry begins. */
  onEntry: (entry: Entry) => void;
  /** Bytes of it, unpacked. */
  onBytes: (chunk: Buffer) => Promise<void>;
  /** So far of the archive it has come. */
  onMoved: (to: number) => Promise<void>;
};

/** Unpacks each entry once, throws it away but for what the visitor keeps, and holds it to what was said of it; or what is wrong. */
export async function walkZip(
  source: ZipSource,
  entries: readonly Entry[],
  rules: ZipRules,
  visitor?: ZipVisitor,
): Promise<ZipEntry[] | string> {
  const walked: ZipEntry[] = [];
  let before = 0;
  for (const entry of entries) {
    // Entries that share their bytes are how little becomes very much.
    if (entry.at < before) return wrong.damaged;
    const from = await beginOf(source, entry);
    if (from === null) return wrong.damaged;
    before = from + entry.packed;
    if (before > source.bytes) return wrong.damaged;
    visitor?.onEntry(entry);
    const share = entry.packed / Math.max(1, entry.size);
    const keep =
      visitor &&
      (async (chunk: Buffer, bytes: number) => {
        await visitor.onBytes(chunk);
        await visitor.onMoved(Math.floor(from + bytes * share));
      });
    const found = await unpacked(await source.stream(from, before), entry, rules.wrongHead, keep);
    if (typeof found === "string") return found;
    walked.push({ ...entry, from });
  }
  return walked;
}

/** Where the packed bytes of an entry begin; null where another one lies, or none. */
export async function beginOf(source: ZipSource, { at, name, nameBytes }: Entry): Promise<number | null> {
  const end = at + 30 + nameBytes;
  if (end > source.bytes) return null;
  const head = await source.read(at, end);
  if (head.toString("latin1", 0, 4) !== "PK\x03\x04" || head.readUInt16LE(26) !== nameBytes) return null;
  return head.toString("utf8", 30) === name ? end + head.readUInt16LE(28) : null;
}

/** How many bytes an entry has, counted as it is unpacked; or what is wrong with it. @param keep with how many there are so far */
async function unpacked(
  packed: Readable,
  { method, size, crc }: Entry,
  wrongly: ZipRules["wrongHead"],
  keep?: (chunk: Buffer, bytes: number) => Promise<void>,
): Promise<number | string> {
  let bytes = 0;
  let check = 0;
  let head = Buffer.alloc(0);
  const content = method === 0 ? packed : inflating(packed);
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (head.length < 8) head = Buffer.concat([head, chunk.subarray(0, 8)]);
      bytes += chunk.length;
      if (bytes > size) return wrong.damaged;
      check = crc32(chunk, check);
      if (keep) await keep(chunk, bytes);
    }
  } catch (error) {
    // What keeps it may fail as well; that is not the archive's fault.
    if (keep && !isOfInflate(error)) throw error;
    return wrong.damaged;
  } finally {
    content.destroy();
    packed.destroy();
  }
  if (bytes !== size || check !== crc) return wrong.damaged;
  return wrongly(head) ?? bytes;
}

const isOfInflate = (error: unknown) => /^Z_/.test(String((error as { code?: unknown }).code));

/** What is packed, unpacked as it is read; a failure to read it is one of this too. */
export function inflating(packed: Readable): Readable {
  const content = createInflateRaw({ chunkSize: 64 * 1024 });
  packed.on("error", (error) => content.destroy(error));
  content.on("close", () => packed.destroy());
  return packed.pipe(content);
}
