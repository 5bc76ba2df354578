import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { mostEntries, mostUnpacked, wrong, wrongHead, wrongName } from "./inspect-names.ts";

const endMark = Buffer.from("PK\x05\x06", "latin1");
const longestComment = 65_535;
/** An entry of more bytes than these that became so many times larger is nothing that anybody wrote. */
const mostSuspect = 5 * 1024 * 1024;
const mostTimes = 100;

/** Where the directory of an archive ends; −1: this is none. */
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

type Entry = {
  name: string;
  method: number;
  flags: number;
  mode: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
};

/** The directory; or what is wrong with it. */
function directoryOf(bytes: Buffer): Entry[] | string {
  const end = endOf(bytes);
  if (end < 0) return wrong.damaged;
  if (bytes.readUInt16LE(end + 4) !== 0 || bytes.readUInt16LE(end + 6) !== 0) return wrong.parts;
  let count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === 0xffff || at === 0xffffffff) {
    const locator = end - 20;
    if (locator < 0 || bytes.toString("latin1", locator, locator + 4) !== "PK\x06\x07") return wrong.damaged;
    const end64 = Number(bytes.readBigUInt64LE(locator + 8));
    if (end64 + 56 > bytes.length || bytes.toString("latin1", end64, end64 + 4) !== "PK\x06\x06") return wrong.damaged;
    count = Number(bytes.readBigUInt64LE(end64 + 32));
    at = Number(bytes.readBigUInt64LE(end64 + 48));
  }
  if (count > mostEntries) return wrong.many;
  const entries: Entry[] = [];
  for (let number = 0; number < count; number += 1) {
    if (at + 46 > bytes.length || bytes.toString("latin1", at, at + 4) !== "PK\x01\x02") return wrong.damaged;
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const extra = at + 46 + nameLength;
    if (extra + extraLength + commentLength > bytes.length) return wrong.damaged;
    const sizes = longSizes(bytes, at, extra, extra + extraLength);
    entries.push({
      name: bytes.toString("utf8", at + 46, extra),
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
  const entries = directoryOf(bytes);
  if (typeof entries === "string") return entries;
  if (entries.every((entry) => entry.name.endsWith("/"))) return wrong.empty;
  let room = mostUnpacked;
  let before = 0;
  for (const entry of entries.toSorted((a, b) => a.at - b.at)) {
    if ((entry.flags & 0x2041) !== 0) return wrong.locked;
    if ((entry.mode & 0xf000) === 0xa000) return wrong.links;
    const name = wrongName(entry.name);
    if (name !== null) return name;
    if (entry.method !== 0 && entry.method !== 8) return wrong.unknown;
    const { at } = entry;
    // Entries that share their bytes are how little becomes very much.
    if (at < before || at + 30 > bytes.length || bytes.toString("latin1", at, at + 4) !== "PK\x03\x04")
      return wrong.damaged;
    const nameLength = bytes.readUInt16LE(at + 26);
    if (bytes.toString("utf8", at + 30, at + 30 + nameLength) !== entry.name) return wrong.damaged;
    const from = at + 30 + nameLength + bytes.readUInt16LE(at + 28);
    before = from + entry.packed;
    if (before > bytes.length) return wrong.damaged;
    if (entry.size > room) return wrong.large;
    const found = await unpacked(bytes.subarray(from, before), entry);
    if (typeof found === "string") return found;
    if (found > mostSuspect && found > entry.packed * mostTimes) return wrong.large;
    room -= found;
  }
  return null;
}

/** How many bytes an entry has, counted as it is unpacked and thrown away; or what is wrong with it. */
async function unpacked(packed: Buffer, { method, size, crc }: Entry): Promise<number | string> {
  let bytes = 0;
  let check = 0;
  let head = Buffer.alloc(0);
  const content = method === 0 ? Readable.from([packed]) : Readable.from([packed]).pipe(createInflateRaw());
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (head.length < 8) head = Buffer.concat([head, chunk.subarray(0, 8)]);
      bytes += chunk.length;
      if (bytes > size) return wrong.damaged;
      check = crc32(chunk, check);
    }
  } catch {
    return wrong.damaged;
  } finally {
    content.destroy();
  }
  if (bytes !== size || check !== crc) return wrong.damaged;
  return wrongHead(head) ?? bytes;
}
