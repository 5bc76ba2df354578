import { crc32 } from "node:zlib";
import { mostEntries, mostUnpacked, wrong, wrongHead, wrongName } from "./inspect-names.ts";

/** What comes before the zeros at the end. */
function withoutZeros(body: Buffer): string {
  let end = body.length;
  while (end > 0 && body[end - 1] === 0) end -= 1;
  return body.toString("utf8", 0, end);
}

/** The path that a header of pax tells; null where it tells none. */
function pathOf(body: Buffer): string | null {
  const text = body.toString("utf8");
  const told = /(?:^|\n)\d{1,10} path=/.exec(text);
  if (!told) return null;
  const from = told.index + told[0].length;
  const end = text.indexOf("\n", from);
  return text.slice(from, end < 0 ? undefined : end);
}

/** tar: block by block, each with the sum of its own bytes. */
export async function checkTar(bytes: Buffer): Promise<string | null> {
  let at = 0;
  let entries = 0;
  let total = 0;
  let longName: string | null = null;
  while (at + 512 <= bytes.length) {
    const block = bytes.subarray(at, at + 512);
    if (block.every((byte) => byte === 0)) break;
    const text = (from: number, length: number) => block.toString("utf8", from, from + length).replace(/\0.*$/s, "");
    const sum = block.reduce((all, byte, place) => all + (place >= 148 && place < 156 ? 32 : byte), 0);
    if (Number.parseInt(text(148, 8).trim(), 8) !== sum) return wrong.damaged;
    const size = (block[124] ?? 0) & 0x80 ? Number.NaN : Number.parseInt(text(124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0) return wrong.unknown;
    const content = at + 512;
    if (content + size > bytes.length) return wrong.damaged;
    const type = text(156, 1) || "0";
    const body = bytes.subarray(content, content + size);
    if (type === "L") longName = withoutZeros(body);
    else if (type === "x") longName = pathOf(body) ?? longName;
    else if (type === "1" || type === "2" || type === "K") return wrong.links;
    else if (type === "g" || type === "V") longName = null;
    else if (type !== "0" && type !== "5" && type !== "7") return wrong.unknown;
    else {
      const prefix = text(257, 5) === "ustar" && text(345, 155) !== "" ? `${text(345, 155)}/` : "";
      const name = wrongName(longName ?? prefix + text(0, 100));
      if (name !== null) return name;
      longName = null;
      if (type !== "5") {
        const head = wrongHead(bytes.subarray(content, content + Math.min(size, 8)));
        if (head !== null) return head;
        entries += 1;
      }
      total += size;
      if (entries > mostEntries) return wrong.many;
      if (total > mostUnpacked) return wrong.large;
    }
    at = content + Math.ceil(size / 512) * 512;
  }
  return entries === 0 ? wrong.empty : null;
}

/** A number of rar 5: seven bits a byte, the lowest first. */
function numberAt(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0;
  for (let place = 0; place < 7; place += 1) {
    const byte = bytes[at + place] ?? Number.NaN;
    value += (byte & 0x7f) * 2 ** (7 * place);
    if (Number.isNaN(byte)) break;
    if (byte < 0x80) return { value, next: at + place + 1 };
  }
  throw new RangeError("not a number");
}

type Counted = { entries: number; total: number };
function counted(so: Counted, name: string, size: number, folder: boolean): string | null {
  const wrongly = wrongName(name);
  if (wrongly !== null) return wrongly;
  if (!folder) so.entries += 1;
  so.total += size;
  if (so.entries > mostEntries) return wrong.many;
  return so.total > mostUnpacked ? wrong.large : null;
}

function checkRar5(bytes: Buffer): string | null {
  const so: Counted = { entries: 0, total: 0 };
  let at = 8;
  let ended = false;
  while (at < bytes.length && !ended) {
    const size = numberAt(bytes, at + 4);
    const end = size.next + size.value;
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32LE(at)) return wrong.damaged;
    const type = numberAt(bytes, size.next);
    const flags = numberAt(bytes, type.next);
    let place = flags.next;
    const read = () => {
      const { value, next } = numberAt(bytes, place);
      place = next;
      return value;
    };
    const extraSize = flags.value & 1 ? read() : 0;
    const dataSize = flags.value & 2 ? read() : 0;
    if (type.value === 4) return wrong.locked;
    if (type.value === 1 && (read() & 1) !== 0) return wrong.parts;
    if (type.value === 2) {
      const file = read();
      const unpackedSize = read();
      read();
      if (file & 2) place += 4;
      if (file & 4) place += 4;
      read();
      read();
      const length = read();
      if ((flags.value & 0x18) !== 0) return wrong.parts;
      if (file & 8) return wrong.unknown;
      // What belongs to a header lies in it, the rest behind the name: else each header would read the whole file.
      if (place + length > end - extraSize) return wrong.damaged;
      const told = counted(so, bytes.toString("utf8", place, place + length), unpackedSize, (file & 1) !== 0);
      if (told !== null) return told;
      for (let extra = end - extraSize; extra < end; ) {
        const record = numberAt(bytes, extra);
        const kind = numberAt(bytes, record.next).value;
        if (kind === 1) return wrong.locked;
        if (kind === 5) return wrong.links;
        extra = record.next + record.value;
      }
    }
    ended = type.value === 5;
    if (ended && (read() & 1) !== 0) return wrong.parts;
    at = end + dataSize;
    if (at > bytes.length) return wrong.damaged;
  }
  return ended ? (so.entries === 0 ? wrong.empty : null) : wrong.damaged;
}

function checkRar4(bytes: Buffer): string | null {
  const so: Counted = { entries: 0, total: 0 };
  let at = 7;
  while (at + 7 <= bytes.length) {
    const type = bytes[at + 2];
    const flags = bytes.readUInt16LE(at + 3);
    const size = bytes.readUInt16LE(at + 5);
    if (size < 7 || at + size > bytes.length) return wrong.damaged;
    if ((crc32(bytes.subarray(at + 2, at + size)) & 0xffff) !== bytes.readUInt16LE(at)) return wrong.damaged;
    if (type === 0x73 && (flags & 0x01) !== 0) return wrong.parts;
    if (type === 0x73 && (flags & 0x80) !== 0) return wrong.locked;
    if (type === 0x7b) return so.entries === 0 ? wrong.empty : null;
    let data = type === 0x74 || (flags & 0x8000) !== 0 ? bytes.readUInt32LE(at + 7) : 0;
    if (type === 0x74) {
      if ((flags & 0x04) !== 0) return wrong.locked;
      if ((flags & 0x03) !== 0) return wrong.parts;
      const long = (flags & 0x100) !== 0;
      if (long) data += bytes.readUInt32LE(at + 32) * 2 ** 32;
      const unpackedSize = bytes.readUInt32LE(at + 11) + (long ? bytes.readUInt32LE(at + 36) * 2 ** 32 : 0);
      if ((bytes.readUInt32LE(at + 28) & 0xf000) === 0xa000 && bytes[at + 15] === 3) return wrong.links;
      const from = at + (long ? 40 : 32);
      const behind = from + bytes.readUInt16LE(at + 26);
      if (behind > at + size) return wrong.damaged;
      const name = bytes.toString("utf8", from, behind).replace(/\0.*$/s, "");
      const told = counted(so, name, unpackedSize, (flags & 0xe0) === 0xe0);
      if (told !== null) return told;
    }
    at += size + data;
    if (at > bytes.length) return wrong.damaged;
  }
  // Older programs write no mark at the end.
  return at === bytes.length && so.entries > 0 ? null : wrong.damaged;
}

/** rar: what its headers say. What they pack is not unpacked, as nothing here can. */
export async function checkRar(bytes: Buffer): Promise<string | null> {
  try {
    return bytes[6] === 1 ? checkRar5(bytes) : checkRar4(bytes);
  } catch {
    return wrong.damaged;
  }
}

const encrypts = Buffer.from([0x06, 0xf1, 0x07, 0x01]);

/** 7z: both headers with their checks; names where these are not packed themselves. */
export async function check7z(bytes: Buffer): Promise<string | null> {
  if (bytes.length < 32 || crc32(bytes.subarray(12, 32)) !== bytes.readUInt32LE(8)) return wrong.damaged;
  const from = 32 + Number(bytes.readBigUInt64LE(12));
  const size = Number(bytes.readBigUInt64LE(20));
  if (size === 0) return wrong.empty;
  if (from + size !== bytes.length) return wrong.damaged;
  const header = bytes.subarray(from);
  if (crc32(header) !== bytes.readUInt32LE(28) || (header[0] !== 1 && header[0] !== 0x17)) return wrong.damaged;
  if (header.includes(encrypts)) return wrong.locked;
  if (header[0] === 0x17) return null;
  let names = 0;
  for (const shift of [0, 1]) {
    for (const name of namesIn(header.subarray(shift))) {
      const told = wrongName(name);
      if (told !== null) return told;
      names += 1;
      if (names > mostNames) return wrong.many;
    }
  }
  return null;
}

const [shortestName, longestName] = [3, 260];
/** Not all that reads like a name is one. */
const mostNames = 10 * mostEntries;
const ofNames = new Set(Buffer.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_ ./\\:-"));

/** What reads like a name: letters of two bytes each, and a zero behind the last one. */
function* namesIn(header: Buffer): Generator<string> {
  let letters = 0;
  for (let at = 0; at + 1 < header.length; at += 2) {
    const [low = 0, high = 0] = [header[at], header[at + 1]];
    if (high === 0 && ofNames.has(low)) {
      letters += 1;
      continue;
    }
    if (high === 0 && low === 0 && letters >= shortestName) {
      yield header.toString("utf16le", at - 2 * Math.min(letters, longestName), at);
    }
    letters = 0;
  }
}
