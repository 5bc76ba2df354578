import { defineErrand, enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { trainingChanged } from "../orders/jobs.ts";
import { askForTraining, beginFollowing, dueTrainings, finishFollowing } from "./actions/follow.ts";

/** Reads a training's state from the provider and stores it. */
export const followTraining = defineErrand({
  ...trainingChanged,
  begin: beginFollowing,
  act: askForTraining,
  finish: finishFollowing,
});

const forOperators: readonly unknown[] = ["unauthorized", "malformed", "lost"];

/** Looks up trainings that no webhook has reported on for a while, so that a lost webhook doesn't matter. */
export const noticeTrainings: Schedule = {
  name: "trainings.look",
  everySeconds: 30,
  async run({ eachOrganization, tenancy, now, adapters, errors }) {
    if (adapters.trainings === null) return;
    await eachOrganization(async (call) => {
      const due = await dueTrainings(call);
      for (const { attemptId } of due) await enqueue(call, followTraining, { attemptId }, { singletonKey: attemptId });
      for (const code of new Set(due.map((one) => one.problem).filter((one) => forOperators.includes(one)))) {
        errors?.report({ source: "job", name: "ProviderError", code, route: "trainings.follow", place: [] });
      }
    }, tenancy.organizationsAwaitingTrainings(now()));
  },
};
