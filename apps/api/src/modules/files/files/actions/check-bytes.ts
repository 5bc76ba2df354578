import { createHash } from "node:crypto";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { storedFile } from "../../../../schema/files.ts";

/** The facts recorded about a file when it arrived. */
export type Noted = { fileId: string; storageKey: string; bytes: number; sha256: string };

const atOnce = 500;

/** Reads the recorded facts of the next files, ordered by id. */
export function filesAfter(call: Call, after = "00000000-0000-0000-0000-000000000000"): Promise<Noted[]> {
  const { fileId, storageKey, bytes, sha256 } = storedFile;
  return call.db
    .select({ fileId, storageKey, bytes, sha256 })
    .from(storedFile)
    .where(and(ours(storedFile, call), gt(fileId, after)))
    .orderBy(asc(fileId))
    .limit(atOnce);
}

/**
 * Returns whether the bytes of a file are missing, or differ from those that arrived. Reads all of them, so with no transaction
 * open.
 */
export async function isAltered({ files }: Pick<Adapters, "files">, { storageKey, ...noted }: Noted): Promise<boolean> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const part of await files.open(storageKey)) {
      hash.update(part as Buffer);
      bytes += (part as Buffer).length;
    }
  } catch {
    return true;
  }
  return bytes !== noted.bytes || hash.digest("hex") !== noted.sha256;
}

/** Returns whether a file is still recorded: it may have been removed while it was read. */
export async function isStillNoted(call: Call, fileId: string): Promise<boolean> {
  const rows = await call.db
    .select({ fileId: storedFile.fileId })
    .from(storedFile)
    .where(and(ours(storedFile, call), eq(storedFile.fileId, fileId)));
  return rows.length > 0;
}
