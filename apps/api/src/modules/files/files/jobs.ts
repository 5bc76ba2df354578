import { z } from "zod";
import { defineErrand, enqueue, type Job } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { filesToScan, fileToScan, look, noteScan } from "./actions/scan.ts";
import { forgetUploads } from "./actions/uploads.ts";

/** Looks at a file for what harms. Until then nobody but its uploader opens it. */
export const scanFile: Job<{ fileId: string }> = defineErrand({
  name: "files.scan",
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

/** Files that were stored before anybody looked at any, and those that could not be looked at. */
export const noticeUnscanned: Schedule = {
  name: "files.noticeUnscanned",
  everySeconds: 600,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      for (const fileId of await filesToScan(call)) await enqueue(call, scanFile, { fileId }, { singletonKey: fileId });
    }),
};

/** Files that somebody began to send and gave up. */
export const forgetAbandonedUploads: Schedule = {
  name: "files.forgetAbandonedUploads",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetUploads),
};
