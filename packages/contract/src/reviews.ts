import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import {
  overallStatuses,
  RequirementStatus,
  RequirementType,
  reviewDecisions,
  reviewLists,
  reviewSources,
} from "./enums.ts";
import { reason } from "./profiles.ts";
import { attempt } from "./requirements.ts";
import { day, id, instant, listOf, numbered, paging, text } from "./values.ts";

export const reviewRow = z.object({
  requirementId: id,
  profileLevelAccessId: id,
  fullName: z.string(),
  levelName: z.string(),
  labelName: z.string(),
  type: numbered(RequirementType),
  contentName: z.string(),
  source: z.enum(reviewSources),
  decision: z.enum(reviewDecisions),
  submittedAt: instant,
  decidedAt: instant.nullable(),
  reviewerName: z.string().nullable(),
});

export const getPendingReviewCount = endpoint({
  method: "GET",
  path: "/api/app/requirement/pending-review-count/{orgId}",
  summary: "How many submissions await a review that the caller may make.",
  errors: [403],
  response: z.object({ count: z.int() }),
});

export const listReviewRequirements = endpoint({
  method: "GET",
  path: "/api/app/requirement/review-requirements/{orgId}",
  summary: "The review queue (Pending, oldest first) or what was decided (Historical, newest first).",
  errors: [403],
  query: { ...paging, type: z.enum(reviewLists).default("Pending") },
  response: listOf(reviewRow),
});

export const getReview = endpoint({
  method: "GET",
  path: "/api/app/requirement/review",
  summary: "What the review page shows: the facts, and the submission with its files.",
  errors: [403],
  query: { requirementId: id, profileLevelAccessId: id },
  response: z.object({
    requirementId: id,
    profileLevelAccessId: id,
    profileId: id,
    fullName: z.string(),
    email: z.string().nullable(),
    dateOfBirth: day.nullable(),
    levelName: z.string(),
    labelName: z.string(),
    type: numbered(RequirementType),
    contentName: z.string(),
    instructions: z.string(),
    status: numbered(RequirementStatus),
    overallStatus: z.enum(overallStatuses),
    reasons: z.array(reason),
    dueAt: instant.nullable(),
    attempt,
    source: z.enum(reviewSources).nullable(),
    decisions: z.array(
      z.object({
        decision: z.enum(reviewDecisions),
        notes: z.string(),
        reviewerName: z.string(),
        decidedAt: instant,
      }),
    ),
    /** Which decisions the caller may make now; empty with the reason when none. */
    permittedDecisions: z.array(z.enum(reviewDecisions)),
    refusal: z.string().nullable(),
  }),
});

export const reviewRequirement = endpoint({
  method: "POST",
  path: "/api/app/requirement/review/{plaId}",
  summary: "Decides a submission.",
  errors: [403, 409],
  body: z.strictObject({
    requirementId: id,
    reviewDecision: z.enum(["Approved", "RejectedReset", "RejectedDisqualified"]),
    reviewNotes: text(2000),
    /** The day of completion, when the reviewer read another one from the document. */
    completedDateTime: instant.optional(),
    /** The last day on which it counts, for content whose validity is set with each submission. */
    validUntil: day.optional(),
  }),
  response: z.object({
    requirementId: id,
    status: numbered(RequirementStatus),
    overallStatus: z.enum(overallStatuses),
  }),
});
