import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { processMark } from "./processes.ts";

/** The process that holds the lock: its pid, its start, and a number of its own so that two takings differ. */
type Holder = { pid: number; mark: string; id: string };

async function readHolder(path: string): Promise<Holder | null> {
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Holder;
  } catch {
    // Locks appear whole; only a power cut can empty one, and its holder did not live through that.
    return { pid: 0, mark: "", id: "" };
  }
}

/**
 * Takes the one lock of a DATA_DIR (`host.lock`), so that two Touchline hosts never share it. A lock of a killed host is
 * recognized by its process's start time and taken over.
 *
 * @returns a function that releases it.
 * @throws a sentence if another host is running.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, "host.lock");
  const own: Holder = { pid: process.pid, mark: (await processMark(process.pid)) ?? "", id: randomUUID() };
  const fresh = `${path}.${own.id}`;
  await writeFile(fresh, JSON.stringify(own), { mode: 0o600 });
  try {
    for (;;) {
      // A hard link appears whole or not at all, and fails when the name is taken.
      const taken = await link(fresh, path).then(
        () => true,
        (cause: NodeJS.ErrnoException) => {
          if (cause.code === "EEXIST") return false;
          throw cause;
        },
      );
      if (taken) break;
      const holder = await readHolder(path);
      if (holder === null) continue;
      if ((await processMark(holder.pid)) === holder.mark) {
        throw new Error(
          `Touchline is already running on ${dataDir} (process ${holder.pid}). Stop it first, or set another DATA_DIR.`,
        );
      }
      await removeStale(path, holder);
    }
  } finally {
    await rm(fresh, { force: true });
  }
  return async () => {
    if ((await readHolder(path))?.id === own.id) await rm(path, { force: true });
  };
}

/** Takes a dead host's lock away; if another starter was faster and this is already its lock, it is put back. */
async function removeStale(path: string, stale: Holder): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") throw cause;
  });
  if ((await readHolder(aside))?.id !== stale.id) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}
