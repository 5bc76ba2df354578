import { z } from "zod";
import type { Call } from "../../../call.ts";
import { Refusal } from "../../../errors.ts";
import { defineErrand, type Job } from "../../../jobs/jobs.ts";
import { actingAgain } from "../../people/index.ts";
import { beginSubmitting, submitPassed } from "./actions/package.ts";
import { type FollowedStep, follow, type PlannedStep } from "./actions/sequence.ts";

const sitting = z.object({
  requirementId: z.uuid(),
  profileLevelAccessId: z.uuid(),
  sittingId: z.uuid(),
  /** The profile that took the training. */
  profileId: z.uuid(),
});
type SittingOf = z.output<typeof sitting>;

/** Runs a call on behalf of the person who took the training. If the training is done or no longer theirs, there is nothing to submit. */
async function asSitter<Result>(
  call: Call,
  { profileId, ...input }: SittingOf,
  work: (call: Call, input: Omit<SittingOf, "profileId">) => Promise<Result>,
): Promise<Result | null> {
  const acting = await actingAgain(call, profileId);
  if (acting === null) return null;
  try {
    return await work(acting, input);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "unavailable") throw error;
    return null;
  }
}

/** Submits a passed training whose page stopped reporting, on behalf of the person who took it. */
export const submitPassedTraining: Job<SittingOf> = defineErrand({
  name: "trainings.submitPassed",
  payload: sitting,
  begin: async (call, payload): Promise<{ step: PlannedStep | null }> => ({
    step: await asSitter(call, payload, beginSubmitting),
  }),
  act: ({ step }): Promise<FollowedStep | null> => follow(step),
  async finish(call, payload, followed) {
    await asSitter(call, payload, (acting, input) => submitPassed(acting, input, followed));
    return undefined;
  },
});
