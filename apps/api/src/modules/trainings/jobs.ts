import { z } from "zod";
import { Refusal } from "../../kernel/errors.ts";
import { defineJob, type Job } from "../../kernel/jobs.ts";
import { actingAgain } from "../profiles/queries.ts";
import { submitPassed } from "./actions/package.ts";

const sitting = z.object({
  requirementId: z.uuid(),
  profileLevelAccessId: z.uuid(),
  sittingId: z.uuid(),
  /** Who sat there. */
  profileId: z.uuid(),
});

/** Sends in a passed training whose page was left without a word, as whoever sat before it. */
export const submitPassedTraining: Job<z.output<typeof sitting>> = defineJob({
  name: "trainings.submitPassed",
  payload: sitting,
  async work(call, { profileId, ...input }) {
    const acting = await actingAgain(call, profileId);
    if (acting === null) return undefined;
    try {
      await submitPassed(acting, input);
    } catch (error) {
      // Done, or not theirs to do any more: nothing is left to send in.
      if (!(error instanceof Refusal)) throw error;
    }
    return undefined;
  },
});
