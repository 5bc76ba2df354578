import { z } from "zod";
import { defineJob, enqueue } from "../../kernel/jobs.ts";
import type { Schedule } from "../../kernel/schedules.ts";
import { isBehind, sealSome } from "./actions/seal.ts";

/** What was recorded goes into the chain, some thousand rows a step. */
export const seal = defineJob({
  name: "audit.seal",
  payload: z.object({}),
  work: async (call) => ((await sealSome(call)) ? "again" : undefined),
});

/** Looks where something was recorded since. */
export const noticeUnsealed: Schedule = {
  name: "audit.notice",
  everySeconds: 60,
  run: ({ eachOrganization }) =>
    eachOrganization(async (call) => {
      if (await isBehind(call)) await enqueue(call, seal, {}, { singletonKey: "seal" });
    }),
};
