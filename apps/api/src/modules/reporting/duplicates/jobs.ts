import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { compareSome } from "./actions/compare.ts";

/** Compares people who are new, or were renamed, with all others, some hundred at a time. */
export const comparePeople = batchJob({
  name: "duplicates.compare",
  payload: z.object({}),
  step: compareSome,
});

/** Runs only in organizations with people who wait to be compared. */
export const noticeNewPeople: Schedule = {
  name: "duplicates.notice",
  everySeconds: 60,
  run: ({ eachOrganization, tenancy }) =>
    eachOrganization(
      (call) => enqueue(call, comparePeople, {}, { singletonKey: "compare" }),
      tenancy.organizationsComparing(),
    ),
};
