import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, instant, line } from "../values.ts";

/** Playing up: somebody asks for an older age group than their own, and a reviewer decides. `{id}` is the requirement. */

export const ageGroupExceptionStates = ["asked", "approved", "declined"] as const;

/** The oldest age group. Anyone older is an adult. */
export const oldestAgeGroup = 19;

export const ageGroupException = z.object({
  ageGroupExceptionId: id,
  state: z.enum(ageGroupExceptionStates),
  /** The age group that is asked for: 13 for U13. */
  under: z.int(),
  reason: z.string(),
  askedAt: instant,
  /** The reviewer's reason; null: there is no decision yet. */
  decision: z.string().nullable(),
  decidedAt: instant.nullable(),
});

export const askToPlayUp = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/playing-up",
  summary: "Asks for an older age group than the person's own this season. A reviewer decides.",
  errors: [403, 409],
  body: z.strictObject({
    profileLevelAccessId: id,
    under: z.int().min(2).max(oldestAgeGroup),
    reason: line(500),
  }),
  response: ageGroupException,
});

export const decideOnPlayingUp = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/playing-up-decision",
  summary: "Approves or declines that somebody plays in an older age group, with a reason.",
  errors: [403, 409],
  body: z.strictObject({
    profileLevelAccessId: id,
    ageGroupExceptionId: id,
    approved: z.boolean(),
    reason: line(500),
  }),
  response: ageGroupException,
});
