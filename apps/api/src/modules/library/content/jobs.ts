import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { defineErrand, type Job } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { continueRedoEffect } from "./actions/preview-redo-steps.ts";
import { continueEffect } from "./actions/preview-steps.ts";
import { beginReadingSent, endLostReadings, endReading, readSent } from "./actions/read-package-upload.ts";

/** Works out the effect of a change of assignments that concerns many people. */
export const previewEffect = batchJob({
  name: "content.previewEffect",
  payload: z.object({ previewId: z.uuid() }),
  step: (call, { previewId }) => continueEffect(call, previewId),
});

/** Works out the effect of a repeat deadline that concerns many people. */
export const previewRedoEffect = batchJob({
  name: "content.previewRedoEffect",
  payload: z.object({ previewId: z.uuid() }),
  step: (call, { previewId }) => continueRedoEffect(call, previewId),
});

/** Reads a package that was uploaded in parts: large ones take too long for a request. */
export const readPackageUpload: Job<{ uploadId: string }> = defineErrand({
  name: "content.readSentPackage",
  payload: z.object({ uploadId: z.uuid() }),
  retries: 3,
  expireSeconds: 600,
  begin: (call, { uploadId }) => beginReadingSent(call, uploadId),
  act: readSent,
  finish: (call, { uploadId }, result, attempt) => endReading(call, uploadId, result, attempt),
});

/** Fails packages whose reading ended with its worker every time, so that nobody waits for them for days. */
export const noticeLostReadings: Schedule = {
  name: "content.noticeLostReadings",
  everySeconds: 600,
  run: ({ eachOrganization }) => eachOrganization(endLostReadings),
};
