import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetComparisons } from "./actions/comparison-export.ts";
import { continueLookingBack, forgetSome, untendedLookBacks } from "./actions/look-back-steps.ts";

/** Works out a large level at a past instant, some of its memberships per step. */
export const goOnLookingBack = batchJob({
  name: "timeline.lookBack",
  payload: z.object({ lookBackId: z.uuid() }),
  step: (call, { lookBackId }) => continueLookingBack(call, lookBackId),
});

/** Deletes results, which are personal data and can be worked out again. */
export const forgetLookBack = batchJob({
  name: "timeline.forgetLookBack",
  payload: z.object({ lookBackId: z.uuid() }),
  priority: -1,
  step: (call, { lookBackId }) => forgetSome(call, lookBackId),
});

/** Starts removing finished ones, and resumes abandoned ones. */
export const tendLookBacks: Schedule = {
  name: "timeline.tendLookBacks",
  everySeconds: 300,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      for (const { lookBackId, over } of await untendedLookBacks(call)) {
        await enqueue(call, over ? forgetLookBack : goOnLookingBack, { lookBackId });
      }
    }),
};

/** Deletes files of changes when their download period ends. */
export const forgetComparisonFiles: Schedule = {
  name: "timeline.forgetComparisons",
  whileSuspended: true,
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetComparisons),
};
