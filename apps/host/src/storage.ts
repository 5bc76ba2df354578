import { mkdir, statfs } from "node:fs/promises";
import { isStorageFull } from "@touchline/api/database/outage";
import type { FastifyInstance } from "fastify";
import type { HostConfig } from "./config.ts";
import { homeOf, readRecord } from "./postgres/record.ts";

/** Shares of a disk, from 0 to 1: below `low` somebody has to make room soon, below `full` writes are about to fail. */
const low = 0.1;
const full = 0.01;
/** Milliseconds between two looks, and for how long a write that failed for lack of space counts as one. */
const lookEvery = 60_000;
const failureCounts = 300_000;

export type StorageState = {
  status: "ok" | "low" | "full";
  /** What is free of the fullest disk, in percent, rounded down; null when no disk could be asked. */
  freePercent: number | null;
};

export type StorageWatch = {
  state(): StorageState;
  /** Looks at the disks now. */
  look(): Promise<StorageState>;
  /** A write failed for lack of space, here or in a database elsewhere, whose disk cannot be asked. */
  writeFailed(): void;
  close(): void;
};

type StorageLog = { error(facts: object, message: string): void; warn(facts: object, message: string): void };

/**
 * Watches the disks that hold `folders` and tells the log once when space runs short and once when there is enough again.
 *
 * @param now milliseconds.
 */
export async function watchStorage(
  folders: readonly string[],
  { log, now = Date.now }: { log: StorageLog; now?: () => number },
): Promise<StorageWatch> {
  let freeShare: number | null = null;
  let failedAt: number | null = null;
  let lastStatus: StorageState["status"] = "ok";

  const state = (): StorageState => {
    const failing = failedAt !== null && now() - failedAt < failureCounts;
    const share = freeShare ?? 1;
    const status = failing || share < full ? "full" : share < low ? "low" : "ok";
    return { status, freePercent: freeShare === null ? null : Math.floor(freeShare * 100) };
  };
  const notify = () => {
    const { status, freePercent } = state();
    if (status === lastStatus) return;
    lastStatus = status;
    if (status === "ok") log.warn({ freePercent }, "Disk space available again");
    else if (status === "low") log.error({ freePercent }, "Disk space low: less than 10% free, so free up space soon");
    else log.error({ freePercent }, "Disk full: changes are refused until you free up space");
  };
  const look = async () => {
    const shares = await Promise.all(folders.map(shareFree));
    const known = shares.filter((share) => share !== null);
    freeShare = known.length > 0 ? Math.min(...known) : null;
    notify();
    return state();
  };
  await look();
  const looking = setInterval(look, lookEvery);
  looking.unref();
  return {
    state,
    look,
    writeFailed() {
      failedAt = now();
      notify();
    },
    close: () => clearInterval(looking),
  };
}

/** Has a server tell of requests that failed for lack of space. To be called before its routes are added. */
export function observeStorage(app: FastifyInstance, storage: StorageWatch): void {
  app.addHook("onError", async (_request, _reply, error) => {
    if (isStorageFull(error)) storage.writeFailed();
  });
  app.addHook("onClose", async () => storage.close());
}

/** Where this installation writes: files and secret, and the embedded database wherever it lies. */
export async function storageFolders({
  dataDir,
  database,
}: Pick<HostConfig, "dataDir" | "database">): Promise<string[]> {
  await mkdir(dataDir, { recursive: true });
  const record = database === null ? await readRecord(dataDir).catch(() => null) : null;
  return record === null ? [dataDir] : [dataDir, homeOf(dataDir, record)];
}

/** What an ordinary process may still use of the disk under a folder, as a share of all of it. */
async function shareFree(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null || disk.blocks === 0 ? null : disk.bavail / disk.blocks;
}
