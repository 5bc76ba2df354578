import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, instant } from "../values.ts";

/** An abuse prevention training that is taken at this installation's provider. */

export const trainingProblems = ["unreachable", "busy", "unauthorized", "malformed", "refused", "lost"] as const;
export type TrainingProblem = (typeof trainingProblems)[number];

export const getTrainingEnrollment = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/training-enrollment",
  summary: "Gets how a training at the provider stands: which course is next, and when it was opened and completed.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  response: z.object({
    /** Null: this installation has no provider, or the content doesn't use it. */
    provider: z.object({ name: z.string(), simulated: z.boolean() }).nullable(),
    /** The course that is next, or in progress. */
    course: z.string(),
    state: z.enum(["none", "placing", "open", "completed", "canceled"]),
    openedAt: instant.nullable(),
    completedAt: instant.nullable(),
    problem: z.object({ kind: z.enum(trainingProblems), text: z.string(), whatToDo: z.string() }).nullable(),
  }),
});
