import { createHash } from "node:crypto";
import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { storedFile } from "../../../../schema/files.ts";
import { openStored, type StoredBytes, storedBytes } from "../queries.ts";

/** The facts recorded about a file when it arrived, and where its bytes are now. */
export type Noted = StoredBytes & { bytes: number; sha256: string };

const atOnce = 500;

/** Reads the recorded facts of the next files that weren't destroyed, ordered by id. */
export function filesAfter(call: Call, after = "00000000-0000-0000-0000-000000000000"): Promise<Noted[]> {
  const { fileId, bytes, sha256 } = storedFile;
  return call.db
    .select({ ...storedBytes, bytes, sha256 })
    .from(storedFile)
    .where(and(ours(storedFile, call), isNull(storedFile.destroyedAt), gt(fileId, after)))
    .orderBy(asc(fileId))
    .limit(atOnce);
}

/**
 * Returns whether the bytes of a file are missing, can't be opened, or differ from those that arrived. Reads all of them, so with no
 * transaction open.
 */
export async function isAltered(adapters: Pick<Adapters, "files" | "vault">, noted: Noted): Promise<boolean> {
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    for await (const part of await openStored(adapters, noted)) {
      hash.update(part as Buffer);
      bytes += (part as Buffer).length;
    }
  } catch {
    return true;
  }
  return bytes !== noted.bytes || hash.digest("hex") !== noted.sha256;
}

/** Returns whether a file is still where it was read: it may have been removed, sealed or destroyed meanwhile. */
export async function isStillNoted(call: Call, { fileId, storageKey }: Noted): Promise<boolean> {
  const rows = await call.db
    .select({ fileId: storedFile.fileId })
    .from(storedFile)
    .where(
      and(
        ours(storedFile, call),
        isNull(storedFile.destroyedAt),
        eq(storedFile.fileId, fileId),
        eq(storedFile.storageKey, storageKey),
      ),
    );
  return rows.length > 0;
}
