import { z } from "zod";
import type { Call } from "../../../call.ts";
import { batchJob } from "../../../jobs/batch-job.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { foldSoon } from "../../compliance/index.ts";
import { actingAgain } from "../../people/index.ts";
import { notifyOverdue } from "./actions/notify-overdue.ts";
import { continueRecording, continueUndoing, endAbandoned, failImport } from "./actions/steps.ts";
import { importById } from "./queries/imports.ts";

/**
 * Runs one step with the current permissions of the person who began it; without them it fails.
 *
 * @returns whether more is left
 */
async function stepAs(call: Call, externalImportId: string, by: string, step: (as: Call) => Promise<boolean>) {
  const as = await actingAgain(call, by);
  if (as) return step(as);
  await failImport(call, externalImportId);
  return false;
}

/** Records the results of a list, some a step. */
export const recordResults = batchJob({
  name: "screening.recordResults",
  payload: z.object({ externalImportId: z.uuid() }),
  step: async (call, payload) => {
    const { createdBy } = await importById(call, payload.externalImportId);
    return stepAs(call, payload.externalImportId, createdBy, (as) => continueRecording(as, payload));
  },
  after: foldSoon,
});

/** Takes the results of a list back, some a step. */
export const undoResults = batchJob({
  name: "screening.undoResults",
  payload: z.object({ externalImportId: z.uuid(), by: z.uuid() }),
  step: (call, payload) => stepAs(call, payload.externalImportId, payload.by, (as) => continueUndoing(as, payload)),
  after: foldSoon,
});

/** An import whose job was given up would otherwise seem to be under way for ever. */
export const noticeAbandonedResults: Schedule = {
  name: "screening.noticeAbandonedResults",
  everySeconds: 60,
  run: ({ eachOrganization }) => eachOrganization(endAbandoned),
};

/** Administrators hear once of results that are newly overdue. */
export const noticeOverdueResults: Schedule = {
  name: "screening.noticeOverdueResults",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(notifyOverdue),
};
