import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Adapters, Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { confirmUploads, forgetBytes, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { storedFile } from "../../../../schema/files.ts";
import { bytesPlace } from "../queries.ts";

type Sealing = {
  from: string;
  to: string;
  wrappedKey: Buffer;
  place: ReturnType<typeof bytesPlace>;
};

/** Makes a key for a file that isn't sealed yet; null: it is, or it was destroyed. */
export async function beginSealing(call: Call, { fileId }: { fileId: string }): Promise<Sealing | null> {
  const { adapters, organizationId } = call;
  const [file] = await call.db
    .select({ storageKey: storedFile.storageKey })
    .from(storedFile)
    .where(and(eq(storedFile.fileId, fileId), isUnsealed(call)));
  if (!file) return null;
  const to = adapters.files.newKey();
  await recordPendingBytes(call, to);
  const wrappedKey = adapters.vault.newWrappedKey();
  return { from: file.storageKey, to, wrappedKey, place: bytesPlace({ organizationId, fileId }) };
}

const isUnsealed = (call: Call) =>
  and(ours(storedFile, call), isNull(storedFile.wrappedKey), isNull(storedFile.destroyedAt));

/** Writes the sealed bytes next to the original ones. */
export async function sealBytes(sealing: Sealing, { files, vault }: Adapters): Promise<Sealing> {
  const { from, to, wrappedKey, place } = sealing;
  const sealed = vault.seal(wrappedKey, place, await buffer(await files.open(from)));
  // An interrupted try may have left a part of it.
  await files.remove(to);
  if (!(await files.receive(Readable.from([sealed]), sealed.length, to))) {
    throw new Error("The sealed file wasn't stored whole.");
  }
  return sealing;
}

/** Puts the sealed bytes in the place of those that came, which the next cleanup removes. */
export async function finishSealing(call: Call, { fileId }: { fileId: string }, sealing: Sealing): Promise<undefined> {
  const { from, to: storageKey, wrappedKey } = sealing;
  const moved = await call.db
    .update(storedFile)
    .set({ storageKey, wrappedKey })
    .where(and(eq(storedFile.fileId, fileId), eq(storedFile.storageKey, from), isUnsealed(call)))
    .returning({ fileId: storedFile.fileId });
  if (moved.length === 0) return undefined;
  await confirmUploads(call, [storageKey]);
  await forgetBytes(call, [from]);
  return undefined;
}

/**
 * Destroys files with their keys: from the commit on, no copy of sealed bytes can be opened. The bytes are removed too, also of
 * files that weren't sealed yet.
 */
export async function destroyStored(call: Call, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const deleted = await call.db
    .update(storedFile)
    .set({ wrappedKey: null, destroyedAt: call.now })
    .where(and(ours(storedFile, call), inArray(storedFile.fileId, [...fileIds]), isNull(storedFile.destroyedAt)))
    .returning({ storageKey: storedFile.storageKey });
  await forgetBytes(
    call,
    deleted.map(({ storageKey }) => storageKey),
  );
}
