import { recordDays } from "@touchline/contract/reporting/records";
import { dayOf } from "@touchline/rules";
import { and, asc, eq, lte } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound, Refusal } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { confirmUploads, recordPendingBytes } from "../../../../http/pending-uploads.ts";
import { defineErrand, type Within } from "../../../../jobs/jobs.ts";
import { recordExport } from "../../../../schema/reporting.ts";
import { task, taskItem } from "../../../../schema/tasks.ts";
import { audit } from "../../../../security/audit.ts";
import { actingAgain } from "../../../people/index.ts";
import { completeTask, defineTask, endTask, openPacking, ownTask, startTask } from "../../../tasks/index.ts";
import { sealSome } from "../../audit/actions/seal.ts";
import { namesOfItems } from "../../members/queries/items.ts";
import { personOfRecord } from "../queries/person.ts";
import { recordOfPerson } from "../queries/record.ts";
import { archiveOf, partsOf } from "./archive.ts";

const dayMs = 86_400_000;
/** The files in an archive are limited to less than this. */
const mostBytes = 2_000_000_000;
const removedAtOnce = 100;
/** Sealing steps before it begins; rows that still wait then are marked so in the record. */
const mostSeals = 100;

/**
 * Writes the archive, and ends the task. Outside any transaction: the record is read in one, on behalf of the requester and
 * with their present permissions; files and the chain are streamed one after the other.
 */
const writeRecord = defineErrand({
  name: "records.writeExport",
  payload: z.object({ taskId: z.uuid() }),
  expireSeconds: 1_200,
  async begin(call, { taskId }) {
    const [file] = await call.db
      .select({ storageKey: recordExport.storageKey, subjectId: taskItem.subjectId, createdBy: task.createdBy })
      .from(recordExport)
      .innerJoin(task, onKey(task.taskId, recordExport.taskId))
      .innerJoin(taskItem, onKey(taskItem.taskId, recordExport.taskId))
      .where(and(ours(recordExport, call), eq(recordExport.taskId, taskId), eq(task.state, "running")));
    return file ? { ...file, taskId } : null;
  },
  async act({ taskId, storageKey, subjectId, createdBy }, adapters, _log, within) {
    await sealAll(within);
    const record = await within(async (call) => {
      const as = await actingAgain(call, createdBy);
      return as && recordOfPerson(as, subjectId, taskId);
    }).catch((error: unknown) => {
      // Their permissions, or the person's memberships, have changed.
      if (error instanceof Refusal) return null;
      throw error;
    });
    if (!record) return { refused: true as const };
    // An earlier, interrupted attempt may have left a partial file.
    await adapters.files.remove(storageKey);
    const archive = archiveOf(record, adapters, within, openPacking(within, taskId, partsOf(record)));
    const received = await adapters.files.receive(archive, mostBytes, storageKey);
    if (!received) throw new Error("A record became larger than a file may be.");
    return { refused: false as const, storageKey, bytes: received.bytes, sha256: received.sha256 };
  },
  async finish(call, { taskId }, made) {
    if (made.refused) {
      const why = "The person who started this no longer has access to this record.";
      await endTask(call, taskId, "failed", why);
      return undefined;
    }
    // A task that was canceled meanwhile keeps nothing: the record of its file stays, and cleanup deletes the bytes with it.
    if (!(await completeTask(call, taskId))) return undefined;
    await confirmUploads(call, [made.storageKey]);
    await call.db
      .update(recordExport)
      .set({ bytes: made.bytes, sha256: made.sha256 })
      .where(and(ours(recordExport, call), eq(recordExport.taskId, taskId)));
    return undefined;
  },
});

/** Seals everything recorded so far, and signs the chain. */
async function sealAll(within: Within): Promise<void> {
  for (let steps = 0; steps < mostSeals; steps += 1) if (!(await within((call) => sealSome(call)))) return;
}

/** Exports one person's complete record as an archive that can be downloaded for some days. */
export const recordTask = defineTask({
  kind: "records.export",
  atOnce: 2,
  step: async (_call, _running, items) => items.map(({ number }) => ({ number, outcome: "done" as const })),
  last: writeRecord,
  names: namesOfItems,
});

/** Starts the export of a member's record, and audits it. @throws NotFound, Forbidden */
export async function startRecord(call: Call, profileLevelAccessId: string): Promise<{ taskId: string }> {
  const { profileId } = await personOfRecord(call, profileLevelAccessId);
  const started = await startTask(call, recordTask, { settings: {}, subjects: [profileLevelAccessId] });
  const storageKey = call.adapters.files.newKey();
  await recordPendingBytes(call, storageKey);
  await call.db.insert(recordExport).values({
    organizationId: call.organizationId,
    taskId: started.taskId,
    profileId,
    storageKey,
    createdAt: call.now,
  });
  await audit(call, [{ action: "record.exported", subjectId: started.taskId, profileId }]);
  return started;
}

/** Returns one's own archive. @throws NotFound, also when it isn't ready or was removed; Forbidden */
export async function recordFile(call: Call, taskId: string): Promise<FileAnswer> {
  await ownTask(call, taskId);
  const [file] = await call.db
    .select({ row: recordExport, subjectId: taskItem.subjectId })
    .from(recordExport)
    .innerJoin(taskItem, onKey(taskItem.taskId, recordExport.taskId))
    .where(and(ours(recordExport, call), eq(recordExport.taskId, taskId)));
  if (!file || file.row.bytes === null || file.row.createdAt <= oldest(call)) throw notFound("file");
  const { row } = file;
  // Checked again: the person may have moved out of reach since it was made.
  await personOfRecord(call, file.subjectId);
  await audit(call, [
    { action: "record.downloaded", subjectId: taskId, profileId: row.profileId, facts: { sha256: row.sha256 } },
  ]);
  return {
    name: `record ${dayOf(row.createdAt.getTime(), "UTC")}.zip`,
    mediaType: "application/zip",
    bytes: row.bytes,
    stream: await call.adapters.files.open(row.storageKey),
  };
}

/** Deletes archives whose time is over: bytes first, which can be repeated safely, then rows. */
export async function forgetRecords(call: Call): Promise<void> {
  const over = await call.db
    .select({ taskId: recordExport.taskId, storageKey: recordExport.storageKey })
    .from(recordExport)
    .where(and(ours(recordExport, call), lte(recordExport.createdAt, oldest(call))))
    .orderBy(asc(recordExport.createdAt))
    .limit(removedAtOnce);
  for (const { taskId, storageKey } of over) {
    await call.adapters.files.remove(storageKey);
    await call.db.delete(recordExport).where(and(ours(recordExport, call), eq(recordExport.taskId, taskId)));
  }
}

const oldest = ({ now }: Pick<Call, "now">) => new Date(now.getTime() - recordDays * dayMs);
