import { z } from "zod";
import { completionWays, reviewDecisions } from "../enums.ts";
import { id, instant } from "../values.ts";

/** By which submission something counted, and who decided on it. */
export const evidence = z.object({
  attemptId: id,
  completedAt: instant,
  expiresAt: instant.nullable(),
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** Null: it counted without a review. */
  decision: z.enum(reviewDecisions).nullable(),
  reviewerName: z.string().nullable(),
  way: z.enum(completionWays),
  /** Who marked it complete; null for the other ways. */
  markedByName: z.string().nullable(),
});
