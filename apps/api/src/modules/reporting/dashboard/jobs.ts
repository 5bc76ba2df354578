import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { keepDay } from "./actions.ts";

/** Stores the state of every level at the end of a day, one day at a time. */
export const keepDays = batchJob({
  name: "dashboard.keepDays",
  payload: z.object({}),
  priority: -1,
  // A day on which an organization of millions changed takes many statements.
  expireSeconds: 1800,
  step: (call) => keepDay(call),
});

/** Checks the organizations with a past day that isn't stored yet. */
export const noticeDays: Schedule = {
  name: "dashboard.noticeDays",
  everySeconds: 300,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(
      (call) => enqueue(call, keepDays, {}, { singletonKey: "days" }),
      tenancy.organizationsToKeepDay(now()),
    ),
};
