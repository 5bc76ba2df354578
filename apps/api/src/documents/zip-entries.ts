import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import type { RecordEntry } from "../security/record-check.ts";

/** A source of bytes, such as an open file or a buffer. */
export type Bytes = { size: number; read(position: number, length: number): Promise<Buffer> };

const partBytes = 1 << 18;
/** The most bytes that unpack: more than this is no record. */
const mostUnpacked = 4_000_000_000;

/**
 * What is in an archive as records are packed, read from its table of contents; bytes are unpacked as they are asked for.
 *
 * @returns what was found, and what is wrong with the archive as such, in a sentence.
 */
export async function entriesIn(archive: Bytes): Promise<{ entries: RecordEntry[]; problem: string | null }> {
  const tail = Math.min(archive.size, 65_557);
  const end = await archive.read(archive.size - tail, tail);
  const at = end.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  if (at === -1 || end.length - at < 22) return { entries: [], problem: "This is no archive, or its end is missing." };
  const [count, length, start] = [end.readUInt16LE(at + 10), end.readUInt32LE(at + 12), end.readUInt32LE(at + 16)];
  const whole = start + length === archive.size - tail + at && at + 22 === end.length;
  const table = await archive.read(start, length);
  const entries: RecordEntry[] = [];
  const names = new Set<string>();
  /** Where the entry before ends: nothing lies between two. */
  let expected = 0;
  let fits = whole;
  try {
    for (let place = 0; entries.length < count; ) {
      if (table.readUInt32LE(place) !== 0x02014b50) throw new Error("not an entry");
      const [flags, method] = [table.readUInt16LE(place + 8), table.readUInt16LE(place + 10)];
      const [crc, packed, bytes] = [16, 20, 24].map((offset) => table.readUInt32LE(place + offset)) as [
        number,
        number,
        number,
      ];
      const [name, extra, comment] = [28, 30, 32].map((offset) => table.readUInt16LE(place + offset)) as [
        number,
        number,
        number,
      ];
      const local = table.readUInt32LE(place + 42);
      const path = table.subarray(place + 46, place + 46 + name).toString();
      const head = await archive.read(local, 30 + name + 1_024);
      const data = local + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
      const named = head.subarray(30, 30 + head.readUInt16LE(26)).toString();
      if (head.readUInt32LE(0) !== 0x04034b50 || named !== path || local !== expected || names.has(path)) fits = false;
      // What is made while it is sent has its sizes behind it: a signature, the sum, two sizes.
      expected = data + packed + ((flags & 8) !== 0 ? 16 : 0);
      names.add(path);
      entries.push({ path, read: () => unpacked(archive, { method, data, packed, bytes, crc }) });
      place += 46 + name + extra + comment;
    }
  } catch {
    return { entries, problem: "The table of contents of the archive cannot be read." };
  }
  if (expected !== start) fits = false;
  return { entries, problem: fits ? null : "The archive holds something besides what its table of contents names." };
}

type Place = { method: number; data: number; packed: number; bytes: number; crc: number };

async function* unpacked(archive: Bytes, { method, data, packed, bytes, crc }: Place): AsyncGenerator<Buffer> {
  if (method !== 0 && method !== 8) throw new Error("it is packed in a way that records are not");
  const source = Readable.from(partsOf(archive, data, packed));
  // Unpacked data may end before the source does: an error after that concerns nobody, and unheard it would end the process.
  const content = method === 0 ? source : pipeline(source, createInflateRaw(), () => undefined);
  let [length, sum] = [0, 0];
  for await (const part of content as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > mostUnpacked) throw new Error("it is too large");
    sum = crc32(part, sum);
    yield part;
  }
  if (length !== bytes || sum !== crc) throw new Error("its bytes are not those that were packed");
}

async function* partsOf(archive: Bytes, start: number, length: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const part = await archive.read(start + done, Math.min(partBytes, length - done));
    if (part.length === 0) throw new Error("its end is missing");
    done += part.length;
    yield part;
  }
}
