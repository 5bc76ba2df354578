import { createHash, randomBytes, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { type FilesPort, isNoSuchFile } from "@touchline/api/adapters/files/port";
import type pg from "pg";
import { connectOwner, openSnapshot } from "../backup/snapshot.ts";

export type Destination = "disk" | "bucket";
export type MoveCounts = {
  moved: number;
  bytes: number;
  present: number;
  removed: number;
  missing: number;
  damaged: number;
};
export type FinishedMove = MoveCounts & {
  /** Whether it went on with one that was interrupted; the counts are those of both. */
  resumed: boolean;
  /** Names of files that are missing or damaged, as far as this run met them. */
  problems: string[];
};

/** Files between two notes of how far it is; a move that is killed looks at no more than these again. */
const noteEvery = 50;
const atOnce = 4;
/** The largest file that the product takes is far below. */
const longest = Number.MAX_SAFE_INTEGER;
/** Held by one move at a time, for as long as its connection is open. */
const lockId = 4_705_129;

type Stores = { from: FilesPort; to: FilesPort };
type Outcome = keyof Omit<MoveCounts, "bytes">;

/**
 * Moves every file that the database names from one store to the other while the product runs, which reads both. A file is
 * compared with its hash in the database, copied, read back, and only then removed from the old store. An interrupted move is
 * continued.
 *
 * @throws Error with a sentence.
 */
export async function moveFiles(
  options: Stores & {
    adminUrl: string;
    destination: Destination;
    onProgress?: (counts: MoveCounts, of: number) => void;
  },
): Promise<FinishedMove> {
  const { adminUrl, destination, from, to, onProgress } = options;
  const client = await connectOwner(adminUrl);
  try {
    const { rows } = await client.query<{ free: boolean }>("SELECT pg_try_advisory_lock($1) AS free", [lockId]);
    if (!rows[0]?.free) throw new Error("Files are already being moved. Wait until that is done.");
    await probe(to, destination);
    const move = await begin(client, destination);
    const { keys, hashes } = await filesNamed(adminUrl);
    const counts = { ...move.counts };
    const problems: string[] = [];
    const left = keys.filter((key) => key > move.reached);
    for (let at = 0; at < left.length; at += noteEvery) {
      const some = left.slice(at, at + noteEvery);
      const waiting = [...some];
      const work = async () => {
        for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
          const { outcome, bytes } = await moveOne({ from, to }, key, hashes.get(key) ?? null);
          counts[outcome] += 1;
          counts.bytes += bytes;
          if (outcome === "missing" || outcome === "damaged") problems.push(`${key} is ${outcome}`);
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
      const failed = ended.find((one) => one.status === "rejected");
      if (failed) throw failed.reason;
      await note(client, move.id, some.at(-1) ?? "", counts);
      onProgress?.(counts, keys.length);
    }
    await client.query("UPDATE public.file_move SET finished_at = now() WHERE file_move_id = $1", [move.id]);
    return { ...counts, resumed: move.resumed, problems };
  } finally {
    await client.end();
  }
}

/** Writes, reads and removes a small file, so that a wrong setting is met before anything is moved. */
async function probe(to: FilesPort, destination: Destination): Promise<void> {
  const key = to.newKey();
  const content = randomBytes(64);
  try {
    await to.receive(Readable.from([content], { objectMode: false }), content.length, key);
    const read = Buffer.concat((await (await to.open(key)).toArray()) as Buffer[]);
    await to.remove(key);
    if (!read.equals(content)) throw new Error("it gave back something else than it was given");
  } catch (error) {
    throw new Error(`The ${destination} can't be used: ${(error as Error).message}. Check its settings.`, {
      cause: error,
    });
  }
}

async function begin(client: pg.Client, destination: Destination) {
  const { rows } = await client.query<Record<"id" | "destination" | "reached", string> & Record<string, string>>(
    `SELECT file_move_id AS id, destination, reached, moved, moved_bytes AS bytes, present, removed, missing, damaged
     FROM public.file_move WHERE finished_at IS NULL`,
  );
  const [open] = rows;
  if (open && open.destination === destination) {
    const number = (name: keyof MoveCounts) => Number(open[name]);
    const counts: MoveCounts = {
      ...{ moved: number("moved"), bytes: number("bytes"), present: number("present") },
      ...{ removed: number("removed"), missing: number("missing"), damaged: number("damaged") },
    };
    return { id: open.id, reached: open.reached, counts, resumed: true };
  }
  // One that went the other way was given up.
  if (open) await client.query("UPDATE public.file_move SET finished_at = now() WHERE file_move_id = $1", [open.id]);
  const id = randomUUID();
  await client.query(
    "INSERT INTO public.file_move (file_move_id, destination, started_at, reached) VALUES ($1, $2, now(), '')",
    [id, destination],
  );
  const counts: MoveCounts = { moved: 0, bytes: 0, present: 0, removed: 0, missing: 0, damaged: 0 };
  return { id, reached: "", counts, resumed: false };
}

const note = (client: pg.Client, id: string, reached: string, counts: MoveCounts) =>
  client.query(
    `UPDATE public.file_move SET reached = $2, moved = $3, moved_bytes = $4, present = $5, removed = $6, missing = $7, damaged = $8
     WHERE file_move_id = $1`,
    [id, reached, counts.moved, counts.bytes, counts.present, counts.removed, counts.missing, counts.damaged],
  );

/** The names of all files, in order, and the hashes of those whose hash the database has. */
async function filesNamed(adminUrl: string): Promise<{ keys: string[]; hashes: Map<string, string> }> {
  const snapshot = await openSnapshot(adminUrl);
  try {
    return { keys: [...new Set(snapshot.fileKeys)].sort(), hashes: await snapshot.fileHashes() };
  } finally {
    await snapshot.close();
  }
}

async function moveOne(
  { from, to }: Stores,
  key: string,
  hash: string | null,
): Promise<{ outcome: Outcome; bytes: number }> {
  const there = await opened(from, key);
  if (!there) return { outcome: (await has(to, key)) ? "present" : "missing", bytes: 0 };
  const copied = await copy(there, to, key);
  if (hash !== null && copied.sha256 !== hash) {
    await to.remove(key);
    return { outcome: "damaged", bytes: 0 };
  }
  const back = await opened(to, key);
  if (back && (await hashOf(back)) !== copied.sha256) throw new Error(`${key} was not the same when it was read back.`);
  // The product removes a file here first and there second: what is gone here by now must not stay there.
  if (!(await has(from, key))) {
    await to.remove(key);
    return { outcome: "removed", bytes: 0 };
  }
  if (!back) throw new Error(`${key} was gone when it was read back.`);
  await from.remove(key);
  return { outcome: "moved", bytes: copied.bytes };
}

async function copy(content: Readable, to: FilesPort, key: string) {
  try {
    const copied = await to.receive(content, longest, key);
    if (!copied) throw new Error(`${key} is too long.`);
    return copied;
  } finally {
    content.destroy();
  }
}

const opened = (files: FilesPort, key: string): Promise<Readable | null> =>
  files.open(key).catch((error: Error) => {
    if (isNoSuchFile(error)) return null;
    throw error;
  });

async function has(files: FilesPort, key: string): Promise<boolean> {
  const content = await opened(files, key);
  content?.destroy();
  return content !== null;
}

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest("hex");
}
