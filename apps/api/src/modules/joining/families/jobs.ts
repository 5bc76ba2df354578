import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { enqueue } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { handOverSome, notifyComingOfAge } from "./actions/hand-over.ts";

/** Hands profiles over to people who turned 18, and notifies guardians of those who will soon. */
export const handOverProfiles = batchJob({
  name: "families.handOver",
  payload: z.object({}),
  step: async (call) => (await handOverSome(call)) || (await notifyComingOfAge(call)),
});

/** Looks into the organizations where a birthday may be near or past, and no other. */
export const noticeBirthdays: Schedule = {
  name: "families.notice",
  everySeconds: 60,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(
      (call) => enqueue(call, handOverProfiles, {}, { singletonKey: "handOver" }),
      tenancy.organizationsComingOfAge(now()),
    ),
};
