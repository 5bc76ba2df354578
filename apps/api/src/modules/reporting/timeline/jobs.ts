import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetComparisons } from "./actions/comparison-export.ts";
import { continueLookingBack, forgetSome, untendedLookBacks } from "./actions/look-back-steps.ts";

/** A large level as of a past instant, some of its memberships a step. */
export const goOnLookingBack = batchJob({
  name: "timeline.lookBack",
  payload: z.object({ lookBackId: z.uuid() }),
  step: (call, { lookBackId }) => continueLookingBack(call, lookBackId),
});

/** What was worked out is personal data, and is worked out again when somebody asks. */
export const forgetLookBack = batchJob({
  name: "timeline.forgetLookBack",
  payload: z.object({ lookBackId: z.uuid() }),
  priority: -1,
  step: (call, { lookBackId }) => forgetSome(call, lookBackId),
});

/** Has removed what is over, and takes up again what no job works on. */
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

/** Files of changes lie here no longer than they are fetched. */
export const forgetComparisonFiles: Schedule = {
  name: "timeline.forgetComparisons",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(forgetComparisons),
};
