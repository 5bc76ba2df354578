import { and, inArray, lte } from "drizzle-orm";
import type { Call } from "../call.ts";
import { type OrganizationId, ours, type Tenancy } from "../database/tenancy.ts";
import type { Schedule } from "../jobs/schedules.ts";
import { incomingFile } from "../schema/system.ts";

/** Hours after which bytes without a record belong to an upload that was cut off, because no upload takes that long. */
const orphanedAfterHours = 24;
const removedAtOnce = 500;

/** Records the storage key of an upload before its first byte arrives. In a transaction of its own. */
export async function recordPendingUpload(
  tenancy: Tenancy,
  organizationId: OrganizationId,
  storageKey: string,
  now: Date,
) {
  await tenancy.run(organizationId, (db) =>
    db.insert(incomingFile).values({ organizationId, storageKey, receivedAt: now }),
  );
}

/** Records storage keys for cleanup within the call's transaction: for bytes about to be written and for bytes no longer needed. */
export async function recordPendingBytes(call: Call, storageKey: string): Promise<void> {
  const { organizationId, now: receivedAt } = call;
  await call.db.insert(incomingFile).values({ organizationId, storageKey, receivedAt });
}

/** Confirms uploads in the transaction that uses their bytes: from its commit on they stay. */
export async function confirmUploads(call: Call, storageKeys: readonly string[]): Promise<void> {
  await call.db
    .delete(incomingFile)
    .where(and(ours(incomingFile, call), inArray(incomingFile.storageKey, [...storageKeys])));
}

/** Removes the bytes of an unused upload with their record at once, without waiting for the cleanup job. */
export async function removePendingUpload(call: Call, storageKey: string): Promise<void> {
  await call.adapters.files.remove(storageKey);
  await confirmUploads(call, [storageKey]);
}

/** Marks bytes for the next cleanup, in the transaction that stops using them. */
export async function forgetBytes(call: Call, storageKeys: readonly string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  const { organizationId } = call;
  const receivedAt = new Date(call.now.getTime() - orphanedAfterHours * 3_600_000);
  await call.db
    .insert(incomingFile)
    .values(storageKeys.map((storageKey) => ({ organizationId, storageKey, receivedAt })));
}

/** Deletes the bytes of interrupted uploads: the process ended between their arrival and the commit. */
export const removeOrphanedFiles: Schedule = {
  name: "http.removeOrphanedFiles",
  whileSuspended: true,
  everySeconds: 3600,
  async run({ tenancy, adapters, now }) {
    const until = new Date(now().getTime() - orphanedAfterHours * 3_600_000);
    for await (const organizationId of tenancy.organizations()) {
      const call = { organizationId };
      const keys = await tenancy.run(organizationId, async (db) => {
        const rows = await db
          .select({ key: incomingFile.storageKey })
          .from(incomingFile)
          .where(and(ours(incomingFile, call), lte(incomingFile.receivedAt, until)))
          .limit(removedAtOnce);
        return rows.map((row) => row.key);
      });
      if (keys.length === 0) continue;
      // Delete the bytes before the record, so that an interrupted cleanup is repeated.
      for (const key of keys) await adapters.files.remove(key);
      await tenancy.run(organizationId, (db) =>
        db.delete(incomingFile).where(and(ours(incomingFile, call), inArray(incomingFile.storageKey, keys))),
      );
    }
  },
};
