import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { day, id } from "../values.ts";

/** So many decisions of each week are looked at, the latest. */
export const mostOfAWeek = 1_500;
export const weeksOfStatistics = 12;
/** Ages of what waits, in days; the last group is older than all. */
export const waitingAges = [1, 3, 7] as const;

/** How long decisions took from sending in, in milliseconds; null where there were none. */
const pace = { decided: z.int(), median: z.number().nullable(), ninetieth: z.number().nullable() };
const named = z.object({ id, name: z.string(), ...pace });

export const getReviewStatistics = endpoint({
  method: "GET",
  path: "/api/app/requirement/review-statistics/{orgId}",
  summary: "Gets how fast submissions are decided within the caller's reach, and how long pending ones have waited.",
  errors: [403],
  response: z.object({
    ...pace,
    /** How many decisions were on files that the reviewer had uploaded. */
    samePerson: z.int(),
    /** By age: up to one day, up to three, up to seven, older; each counts up to 1000. */
    waiting: z.array(z.object({ upToDays: z.int().nullable(), count: z.int(), more: z.boolean() })),
    /** The last twelve weeks, the oldest first; `more`: only the latest 1,500 of that week were looked at. */
    weeks: z.array(z.object({ from: day, more: z.boolean(), ...pace })),
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
