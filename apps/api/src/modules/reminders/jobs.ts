import { z } from "zod";
import { defineJob, enqueue } from "../../kernel/jobs.ts";
import type { Schedule } from "../../kernel/schedules.ts";
import { beginRound, continueRound } from "./actions/round.ts";

/** Today's reminders, some hundred people at a time. */
export const remindPeople = defineJob({
  name: "reminders.remind",
  payload: z.object({}),
  work: async (call) => ((await continueRound(call)) ? "again" : undefined),
});

/** Looks into the organizations where it is nine in the morning or later and today's reminders have not all gone. */
export const noticeReminders: Schedule = {
  name: "reminders.notice",
  everySeconds: 300,
  run: ({ eachOrganization, tenancy, now }) =>
    eachOrganization(async (call) => {
      await beginRound(call);
      await enqueue(call, remindPeople, {}, { singletonKey: "remind" });
    }, tenancy.organizationsToRemind(now())),
};
