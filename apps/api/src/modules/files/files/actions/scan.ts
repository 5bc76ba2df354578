import { and, asc, eq, inArray, lte } from "drizzle-orm";
import { z } from "zod";
import type { ScanVerdict } from "../../../../adapters/scan/port.ts";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { announce } from "../../../../jobs/jobs.ts";
import { storedFile } from "../../../../schema/files.ts";

/** Files that are taken up again at a time. */
const atOnce = 200;
/** Minutes after which a file that nobody looked at is taken up again. */
const patience = 10;

/** Files that no scanner has looked at; with a scanner those too that came while there was none. */
const unlooked = ({ adapters }: Call) =>
  inArray(storedFile.scan, adapters.scan.atOnce ? ["unscanned", "failed"] : ["unscanned", "failed", "checked"]);

/** What is to be looked at; null: it was. */
export async function fileToScan(call: Call, fileId: string): Promise<{ storageKey: string } | null> {
  const [row] = await call.db
    .select({ storageKey: storedFile.storageKey })
    .from(storedFile)
    .where(and(ours(storedFile, call), eq(storedFile.fileId, fileId), unlooked(call)));
  return row ?? null;
}

/** Looks, with no transaction open; null: it could not. */
export async function look({ storageKey }: { storageKey: string }, { files, scan }: Adapters) {
  try {
    return await scan.scan(await files.open(storageKey));
  } catch {
    return null;
  }
}

/** What somebody does about a file in which something was found; whose business it is, this module does not know. */
export const harmFound = { name: "files.harmFound", payload: z.object({ fileId: z.uuid() }) };

/** Notes what was found. */
export async function noteScan(call: Call, fileId: string, verdict: ScanVerdict | null): Promise<void> {
  const noted = await call.db
    .update(storedFile)
    .set({ scan: verdict?.kind ?? "failed", scannedAt: call.now })
    .where(and(ours(storedFile, call), eq(storedFile.fileId, fileId), unlooked(call)))
    .returning({ fileId: storedFile.fileId });
  if (verdict?.kind === "infected" && noted.length > 0) await announce(call, harmFound, { fileId });
}

/** Files that nobody has looked at, or could: stored before there was a scanner, or while it did not answer. */
export async function filesToScan(call: Call): Promise<string[]> {
  const rows = await call.db
    .select({ fileId: storedFile.fileId })
    .from(storedFile)
    .where(
      and(
        ours(storedFile, call),
        unlooked(call),
        lte(storedFile.createdAt, new Date(call.now.getTime() - patience * 60_000)),
      ),
    )
    .orderBy(asc(storedFile.fileId))
    .limit(atOnce);
  return rows.map((row) => row.fileId);
}
