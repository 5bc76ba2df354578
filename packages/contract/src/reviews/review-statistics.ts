import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { day, id } from "../values.ts";

/** The most decisions of each week that are included, the latest ones. */
export const mostOfAWeek = 1_500;
export const weeksOfStatistics = 12;
/** Age groups of pending submissions, in days; the last group is older. */
export const waitingAges = [1, 3, 7] as const;

/** The time from submission to decision, in milliseconds; null if there were none. */
const durations = { decided: z.int(), median: z.number().nullable(), ninetieth: z.number().nullable() };
const named = z.object({ id, name: z.string(), ...durations });

export const getReviewStatistics = endpoint({
  method: "GET",
  path: "/api/app/requirement/review-statistics/{orgId}",
  summary: "Gets how fast submissions are decided within the caller's reach, and how long pending ones have waited.",
  errors: [403],
  response: z.object({
    ...durations,
    /** The number of decisions on files that the reviewer had uploaded. */
    samePerson: z.int(),
    /** By age: up to one day, up to three, up to seven, older; each counts up to 1000. */
    waiting: z.array(z.object({ upToDays: z.int().nullable(), count: z.int(), more: z.boolean() })),
    /** The last twelve weeks, oldest first; `more`: only the latest 1,500 of that week are included. */
    weeks: z.array(z.object({ from: day, more: z.boolean(), ...durations })),
    reviewers: z.array(named.extend({ samePerson: z.int() })),
    contents: z.array(named),
  }),
});
export const getReviewStatisticsFile = endpoint({
  method: "GET",
  path: "/api/app/requirement/review-statistics/{orgId}/csv",
  summary: "Downloads the review statistics as CSV.",
  errors: [403],
  response: fileContent,
});
