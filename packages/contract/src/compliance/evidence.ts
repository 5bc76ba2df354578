import { z } from "zod";
import { completionWays, reviewDecisions } from "../enums.ts";
import { id, instant } from "../values.ts";

/** The submission that counted, and who decided it. */
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
  /** The person who marked it complete; null for other ways. */
  markedByName: z.string().nullable(),
});
