import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import { z } from "zod";
import type { ScanVerdict } from "../../../../adapters/scan/port.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { announce } from "../../../../jobs/jobs.ts";
import { storedFile } from "../../../../schema/files.ts";
import { openStored, type StoredBytes, storedBytes } from "../queries.ts";

/** Files that are retried at a time. */
const atOnce = 200;
/** Minutes after which a file that wasn't scanned is retried. */
const fallbackMinutes = 10;

/** Selects files that weren't scanned, nor destroyed; with a scanner, also those that arrived while there was none. */
const unlooked = ({ adapters }: Call) =>
  and(
    isNull(storedFile.destroyedAt),
    inArray(storedFile.scan, adapters.scan.atOnce ? ["unscanned", "failed"] : ["unscanned", "failed", "checked"]),
  );

/** Returns the file to scan; null: it was scanned. */
export async function fileToScan(call: Call, fileId: string): Promise<StoredBytes | null> {
  const [row] = await call.db
    .select(storedBytes)
    .from(storedFile)
    .where(and(ours(storedFile, call), eq(storedFile.fileId, fileId), unlooked(call)));
  return row ?? null;
}

/** Scans with no transaction open; null: the scan failed. */
export async function look(file: StoredBytes, adapters: Adapters) {
  try {
    return await adapters.scan.scan(await openStored(adapters, file));
  } catch {
    return null;
  }
}

/** The job for a file with malware; another module decides what to do. */
export const harmFound = { name: "files.harmFound", payload: z.object({ fileId: z.uuid() }) };

/** Records the result. */
export async function noteScan(call: Call, fileId: string, verdict: ScanVerdict | null): Promise<void> {
  const noted = await call.db
    .update(storedFile)
    .set({ scan: verdict?.kind ?? "failed", scannedAt: call.now })
    .where(and(ours(storedFile, call), eq(storedFile.fileId, fileId), unlooked(call)))
    .returning({ fileId: storedFile.fileId });
  if (verdict?.kind === "infected" && noted.length > 0) await announce(call, harmFound, { fileId });
}

/** Lists files that weren't scanned: stored before there was a scanner, or while it didn't answer. */
export async function filesToScan(call: Call): Promise<string[]> {
  const rows = await call.db
    .select({ fileId: storedFile.fileId })
    .from(storedFile)
    .where(
      and(
        ours(storedFile, call),
        unlooked(call),
        lte(storedFile.createdAt, new Date(call.now.getTime() - fallbackMinutes * 60_000)),
      ),
    )
    .orderBy(asc(storedFile.fileId))
    .limit(atOnce);
  return rows.map((row) => row.fileId);
}
