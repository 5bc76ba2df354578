import { z } from "zod";
import { batchJob } from "../../../jobs/batch-job.ts";
import { defineJob, enqueue, enqueueAll } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { sendDigest } from "./actions/digest.ts";
import { beginRound, continueRound } from "./actions/reminder-round.ts";

/** Emails somebody how the levels they look after stand, as they would see it themselves. */
export const mailDigest = defineJob({
  name: "reminders.digest",
  payload: z.object({ profileId: z.uuid(), day: z.iso.date() }),
  priority: -1,
  async work(call, payload) {
    await sendDigest(call, payload);
    return undefined;
  },
});

/** Sends today's reminders, to some hundred people at a time. */
export const remindPeople = batchJob({
  name: "reminders.remind",
  payload: z.object({}),
  async step(call) {
    const { more, digests } = await continueRound(call);
    await enqueueAll(call, mailDigest, digests);
    return more;
  },
});

/** Checks the organizations where it is nine in the morning or later and today's reminders aren't finished. */
export const noticeReminders: Schedule = {
  name: "reminders.notice",
  everySeconds: 300,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(async (call) => {
      await beginRound(call);
      await enqueue(call, remindPeople, {}, { singletonKey: "remind" });
    }, tenancy.organizationsToRemind(now())),
};
