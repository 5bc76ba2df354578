import { z } from "zod";
import { defineJob } from "../../kernel/jobs.ts";
import { continueEffect } from "./actions/preview-steps.ts";

/** What a change of assignments would do, where it concerns many. */
export const previewEffect = defineJob({
  name: "content.previewEffect",
  payload: z.object({ previewId: z.uuid() }),
  work: async (call, { previewId }) => ((await continueEffect(call, previewId)) ? "again" : undefined),
});
