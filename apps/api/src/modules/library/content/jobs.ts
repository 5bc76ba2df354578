import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { defineErrand, type Job } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { continueRedoEffect } from "./actions/preview-redo-steps.ts";
import { continueEffect } from "./actions/preview-steps.ts";
import { beginReadingSent, endLostReadings, endReading, readSent } from "./actions/read-package-upload.ts";

/** What a change of assignments would do, where it concerns many. */
export const previewEffect = batchJob({
  name: "content.previewEffect",
  payload: z.object({ previewId: z.uuid() }),
  step: (call, { previewId }) => continueEffect(call, previewId),
});

/** What a day to do it again by would do, where it concerns many. */
export const previewRedoEffect = batchJob({
  name: "content.previewRedoEffect",
  payload: z.object({ previewId: z.uuid() }),
  step: (call, { previewId }) => continueRedoEffect(call, previewId),
});

/** Reads a package that was sent in parts: large ones take longer than anybody waits for an answer. */
export const readPackageUpload: Job<{ uploadId: string }> = defineErrand({
  name: "content.readSentPackage",
  payload: z.object({ uploadId: z.uuid() }),
  retries: 3,
  expireSeconds: 600,
  begin: (call, { uploadId }) => beginReadingSent(call, uploadId),
  act: readSent,
  finish: (call, { uploadId }, came, attempt) => endReading(call, uploadId, came, attempt),
});

/** Packages whose reading ended with its worker, every time: nobody is to wait for them for days. */
export const noticeLostReadings: Schedule = {
  name: "content.noticeLostReadings",
  everySeconds: 600,
  run: ({ eachOrganization }) => eachOrganization(endLostReadings),
};
