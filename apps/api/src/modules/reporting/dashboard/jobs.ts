import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { keepDay } from "./actions.ts";

/** How every level stood at the end of a day, one day at a time. */
export const keepDays = batchJob({
  name: "dashboard.keepDays",
  payload: z.object({}),
  priority: -1,
  // A day on which an organization of millions was touched is many statements.
  expireSeconds: 1800,
  step: (call) => keepDay(call),
});

/** Looks into the organizations of which a day that is over is not kept yet. */
export const noticeDays: Schedule = {
  name: "dashboard.noticeDays",
  everySeconds: 300,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(
      (call) => enqueue(call, keepDays, {}, { singletonKey: "days" }),
      tenancy.organizationsToKeepDay(now()),
    ),
};
