import { z } from "zod";
import { defineJob, enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { forgetComparisons } from "./actions/comparison-export.ts";
import { continueLookingBack, forgetSome, untendedLookBacks } from "./actions/look-back-steps.ts";

/** A large level as of a past instant, some of its memberships a step. */
export const goOnLookingBack = defineJob({
  name: "timeline.lookBack",
  payload: z.object({ lookBackId: z.uuid() }),
  work: async (call, { lookBackId }) => ((await continueLookingBack(call, lookBackId)) ? "again" : undefined),
});

/** What was worked out is personal data, and is worked out again when somebody asks. */
export const forgetLookBack = defineJob({
  name: "timeline.forgetLookBack",
  payload: z.object({ lookBackId: z.uuid() }),
  priority: -1,
  work: async (call, { lookBackId }) => ((await forgetSome(call, lookBackId)) ? "again" : undefined),
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
