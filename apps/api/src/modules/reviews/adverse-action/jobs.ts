import { defineJob, type Job } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { reportChanged } from "../../screening/index.ts";
import { disposeDue } from "./actions/dispose.ts";
import { followReport, noticeEnded } from "./actions/waiting-periods.ts";

/** Does about a report that a provider changed what concerns adverse actions. */
export const followReports: Job<{ attemptId: string }> = defineJob({
  ...reportChanged,
  async work(call, payload) {
    await followReport(call, payload);
    return undefined;
  },
});

/** Tells reviewers of waiting periods that are over. Nothing is decided here. */
export const noticeEndedPeriods: Schedule = {
  name: "adverse.periods",
  everySeconds: 3600,
  run: ({ eachOrganization }) => eachOrganization(noticeEnded),
};

/** Removes copies of reports, and letters, at the end of their retention period. */
export const disposeDocuments: Schedule = {
  name: "adverse.dispose",
  whileSuspended: true,
  everySeconds: 86_400,
  run: ({ eachOrganization }) => eachOrganization(disposeDue),
};
