import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { deserialize, serialize } from "node:v8";
import { crc32 } from "node:zlib";
import { z } from "zod";

/** A set of changes that were written together. */
export type Frame = {
  /** All small parts; null if none of them changed. The first frame of a file has the records among them. */
  parts: ReadonlyMap<string, unknown> | null;
  /** Part, key and value of each record that changed; undefined for those that are gone. */
  records: readonly (readonly [part: string, key: string, value: unknown])[];
};

const readFrame = z.object({
  parts: z.map(z.string(), z.unknown()).nullable(),
  records: z.array(z.tuple([z.string(), z.string(), z.unknown()])),
});

const mark = Buffer.from("touchline simulator 2\n");
/** Each frame begins with its length and its checksum. */
const headLength = 8;

function bytesOf(frame: Frame): Buffer {
  const body = serialize(frame);
  const head = Buffer.alloc(headLength);
  head.writeUInt32LE(body.length, 0);
  head.writeUInt32LE(crc32(body), 4);
  return Buffer.concat([head, body]);
}

/** Replaces a file by a journal that begins with this frame, atomically, and leaves it open to append to. */
export async function startJournal(file: string, first: Frame): Promise<{ handle: FileHandle; size: number }> {
  const bytes = Buffer.concat([mark, bytesOf(first)]);
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(`${file}.new`, "w", 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    await rename(`${file}.new`, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await handle.close();
    throw error;
  }
  return { handle, size: bytes.length };
}

/** Writes the names of a folder's files to the disk, so that a power loss doesn't undo a rename. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Appends a frame. @returns its size */
export async function writeFrame(handle: FileHandle, frame: Frame): Promise<number> {
  const bytes = bytesOf(frame);
  await handle.appendFile(bytes);
  await handle.datasync();
  return bytes.length;
}

export const isJournal = (bytes: Buffer) => bytes.subarray(0, mark.length).equals(mark);

/**
 * Returns the frames of a journal. It ends before a frame that a killed process didn't finish, which was never acknowledged.
 */
export function* framesOf(bytes: Buffer): Generator<Frame> {
  let at = mark.length;
  while (at + headLength <= bytes.length) {
    const length = bytes.readUInt32LE(at);
    const body = bytes.subarray(at + headLength, at + headLength + length);
    // A power loss can leave zeros at the end of a file, and the checksum of nothing is zero.
    if (length === 0 || body.length < length || crc32(body) !== bytes.readUInt32LE(at + 4)) return;
    yield readFrame.parse(deserialize(body));
    at += headLength + body.length;
  }
}
