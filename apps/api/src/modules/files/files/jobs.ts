import { z } from "zod";
import type { Call } from "../../../call.ts";
import { defineErrand, enqueue, type Job } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { filesToScan, fileToScan, look, noteScan } from "./actions/scan.ts";
import { beginSealing, finishSealing, sealBytes } from "./actions/seal.ts";
import { forgetUploads } from "./actions/uploads.ts";

/** Scans a file for malware. Until then only its uploader can open it. */
export const scanFile: Job<{ fileId: string }> = defineErrand({
  name: "files.scan",
  whileSuspended: true,
  payload: z.object({ fileId: z.uuid() }),
  retries: 5,
  begin: (call, { fileId }) => fileToScan(call, fileId),
  act: look,
  async finish(call, { fileId }, verdict, attempt) {
    if (verdict === null && !attempt.last) return "retry";
    await noteScan(call, fileId, verdict);
    return undefined;
  },
});

/** Seals a file with a key of its own, so that destroying the key destroys every copy. */
export const sealFile: Job<{ fileId: string }> = defineErrand({
  name: "files.seal",
  whileSuspended: true,
  payload: z.object({ fileId: z.uuid() }),
  begin: beginSealing,
  act: sealBytes,
  finish: finishSealing,
});

/** Has files sealed that show documents of people or belong to an incident, once each however often that is asked for. */
export async function sealFiles(call: Call, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) await enqueue(call, sealFile, { fileId }, { singletonKey: fileId });
}

/** Scans files that were stored before there was a scanner, and those that couldn't be scanned. */
export const noticeUnscanned: Schedule = {
  name: "files.noticeUnscanned",
  whileSuspended: true,
  everySeconds: 600,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      for (const fileId of await filesToScan(call)) await enqueue(call, scanFile, { fileId }, { singletonKey: fileId });
    }),
};

/** Deletes uploads that were begun and given up. */
export const forgetAbandonedUploads: Schedule = {
  name: "files.forgetAbandonedUploads",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetUploads),
};
