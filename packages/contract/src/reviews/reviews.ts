import { z } from "zod";
import { endpoint, eventStream, noContent, orNoContent } from "../endpoint.ts";
import {
  overallStatuses,
  RequirementStatus,
  RequirementType,
  reviewDecisions,
  reviewLists,
  reviewSources,
} from "../enums.ts";
import { type ProblemCode, problemStatus } from "../errors.ts";
import { mailLanguages } from "../messages/mail-preferences.ts";
import { reason } from "../people/profiles.ts";
import { attempt } from "../requirements/requirements.ts";
import { submissionFacts } from "../requirements/submissions.ts";
import { day, flag, id, instant, line, numbered, numberedInQuery, paging, repeated, text } from "../values.ts";
import { claimers, reviewOrders } from "./reviewing.ts";

/** The most submissions that are counted; above this, only that there are more. */
export const mostCounted = 1000;
/** How many submissions one bulk review decides. */
export const mostAtOnce = 1000;

/** The filters of a list of submissions, and of moving from one to the next in it. */
const reviewFilter = {
  type: z.enum(reviewLists).default("Pending"),
  source: repeated(z.enum(reviewSources)),
  requirementType: repeated(numberedInQuery(RequirementType)),
  contentId: repeated(id),
  /** At this level or below it. */
  levelId: id.optional(),
  labelId: repeated(id),
  /** Filters submissions that await review by claim: the caller's, other reviewers', or none. */
  claimed: z.enum(claimers).optional(),
  /** Filters pending submissions: due within two weeks, or overdue. */
  dueSoon: flag.optional(),
  /** Filters pending submissions: a disqualification that a second reviewer must confirm. */
  proposed: flag.optional(),
  /** By default pending ones are oldest first, decided ones newest first. */
  order: z.enum(reviewOrders).optional(),
  /** The beginnings of words in the name. */
  search: z.string().trim().max(100).default(""),
};

/** The reviewer who has a submission open. */
const claim = z.object({ profileId: id, name: z.string(), mine: z.boolean(), until: instant });

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
  /** Whether the membership it was made for has ended, so that it can't be opened anymore. */
  membershipEnded: z.boolean(),
  /** The reviewer who has it open. */
  claim: claim.nullable(),
  /** Whether its disqualification is pending a second reviewer. */
  proposed: z.boolean(),
});

export const getPendingReviewCount = endpoint({
  method: "GET",
  path: "/api/app/requirement/pending-review-count/{orgId}",
  summary: "Counts the submissions that the caller can review.",
  errors: [403],
  response: z.object({
    count: z.int(),
    /** Whether there are more than `count`, which stops at 1000. */
    more: z.boolean(),
  }),
});

export const listReviewRequirements = endpoint({
  method: "GET",
  path: "/api/app/requirement/review-requirements/{orgId}",
  summary: "Lists the review queue (Pending, oldest first) or past decisions (Historical, newest first).",
  errors: [403],
  query: {
    ...paging,
    ...reviewFilter,
    /** `pagination.next` of the previous page: continues there at any depth, instead of counting to `page`. */
    cursor: z.string().max(200).optional(),
  },
  response: z.object({
    data: z.array(reviewRow),
    pagination: z.object({
      page: z.int(),
      perPage: z.int(),
      totalRecords: z.int(),
      /** Whether there are more than `totalRecords`, which stops at 1000. */
      more: z.boolean(),
      /** The cursor of the next page; null at the end. */
      next: z.string().nullable(),
    }),
  }),
});

export const countReviewSources = endpoint({
  method: "GET",
  path: "/api/app/requirement/review-source-counts/{orgId}",
  summary: "Counts the reviews of a list by source, with every filter except the source.",
  errors: [403],
  query: reviewFilter,
  response: z.array(
    z.object({
      source: z.enum(reviewSources),
      count: z.int(),
      /** Whether there are more than `count`, which stops at 1000. */
      more: z.boolean(),
    }),
  ),
});

export const getAdjacentReview = endpoint({
  method: "GET",
  path: "/api/app/requirement/adjacent-review-requirement",
  summary: "Gets the submission before or after one in the order of the list, even if that one was just decided.",
  errors: [403],
  query: { ...reviewFilter, requirementId: id, dir: z.enum(["previous", "next"]).default("next") },
  response: orNoContent(
    z.object({
      requirementId: id,
      profileLevelAccessId: id,
      /** Shows whether it can be prefetched: viewing confidential content is recorded. */
      requirementType: numbered(RequirementType),
    }),
  ),
});

export const getReview = endpoint({
  method: "GET",
  path: "/api/app/requirement/review",
  summary: "Gets the review page: the facts, and the submission with its files.",
  errors: [403],
  query: { requirementId: id, profileLevelAccessId: id },
  response: z.object({
    requirementId: id,
    profileLevelAccessId: id,
    profileId: id,
    fullName: z.string(),
    firstName: z.string(),
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
    /** Whether the last valid day is set with each submission: the reviewer who approves enters or checks it. */
    asksValidUntil: z.boolean(),
    /** The minimum for that day; null: as in the document. */
    validThrough: day.nullable(),
    /** The facts entered besides the files. */
    facts: submissionFacts,
    /** The mail language of the person who submitted it; null: not chosen. */
    language: z.enum(mailLanguages).nullable(),
    /** Who submitted it for the person, such as a guardian for a child; null if they did themselves. */
    submittedByName: z.string().nullable(),
    /** Whether the caller uploaded it on the person's behalf, as staff; a decision of theirs records that. */
    uploadedByCaller: z.boolean(),
    source: z.enum(reviewSources).nullable(),
    decisions: z.array(
      z.object({
        decision: z.enum(reviewDecisions),
        notes: z.string(),
        reviewerName: z.string(),
        decidedAt: instant,
        /** Whether the person who decided also uploaded it. */
        samePerson: z.boolean(),
      }),
    ),
    /** Disqualifications that were proposed and declined, oldest first. */
    proposals: z.array(
      z.object({ what: z.enum(["proposed", "declined"]), name: z.string(), notes: z.string(), at: instant }),
    ),
    /** The decisions that the caller can make now; empty with the reason when none. */
    permittedDecisions: z.array(z.enum(reviewDecisions)),
    refusal: z.string().nullable(),
    /** The reviewer who has it open. */
    claim: claim.nullable(),
    /** Its disqualification that is pending a second reviewer. */
    proposal: z
      .object({
        proposerName: z.string(),
        mine: z.boolean(),
        notes: z.string(),
        proposedAt: instant,
        /** Whether the caller may confirm or decline it; declining one's own proposal withdraws it. */
        mayConfirm: z.boolean(),
        mayDecline: z.boolean(),
      })
      .nullable(),
    /** Whether a disqualification needs a second reviewer. */
    secondReviewer: z.boolean(),
  }),
});

const decision = z.enum(["Approved", "RejectedReset", "RejectedDisqualified"]);

/** The statuses after a reviewer's act: of the requirement on this membership, and of the membership. */
const decided = z.object({
  requirementId: id,
  status: numbered(RequirementStatus),
  overallStatus: z.enum(overallStatuses),
});

/** The result of a decision. `proposed`: a second reviewer must confirm it, and until then it is pending as before. */
const concluded = decided.extend({ proposed: z.boolean() });

export const reviewRequirement = endpoint({
  method: "POST",
  path: "/api/app/requirement/review/{plaId}",
  summary: "Decides a submission. A disqualification that needs two reviewers is proposed or confirmed.",
  errors: [403, 409],
  body: z.strictObject({
    requirementId: id,
    reviewDecision: decision,
    reviewNotes: text(2000),
    /** The day of completion, if the reviewer read another one from the document. */
    completedDateTime: instant.optional(),
    /** The last valid day, for content whose validity is set with each submission. */
    validUntil: day.optional(),
  }),
  response: concluded,
});

export const declineDisqualification = endpoint({
  method: "POST",
  path: "/api/app/requirement/decline-disqualification/{plaId}",
  summary:
    "Declines a proposed disqualification or withdraws the caller's own proposal. The submission is pending again.",
  errors: [403, 409],
  body: z.strictObject({ requirementId: id, reason: line(1000) }),
  response: decided,
});

export const claimReview = endpoint({
  method: "POST",
  path: "/api/app/requirement/review-claim/{plaId}",
  summary: "Claims a submission for some minutes or renews the claim. `take` takes it over from another reviewer.",
  errors: [403],
  body: z.strictObject({ requirementId: id, take: z.boolean().default(false) }),
  /** Whose claim it is now, possibly another's; null if nothing is pending review anymore. */
  response: z.object({ claim: claim.nullable() }),
});

export const releaseReview = endpoint({
  method: "DELETE",
  path: "/api/app/requirement/review-claim/{plaId}",
  summary: "Releases the caller's own claim.",
  query: { requirementId: id },
  response: noContent,
});

export const streamPendingReviewCount = endpoint({
  method: "GET",
  path: "/api/app/requirement/pending-review-count/{orgId}/stream",
  summary:
    "Streams the review count as it changes: server-sent events named count, the first immediately, until the token expires.",
  errors: [403],
  /** The stream ends after this many seconds at the latest. */
  query: { seconds: z.coerce.number().int().min(0).max(3600).default(3600) },
  response: eventStream,
});

const problemCodes = Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]];

export const bulkReview = endpoint({
  method: "POST",
  path: "/api/app/requirement/bulk-review",
  summary:
    "Makes the same decision for up to 1,000 submissions. Those that the caller can't decide are skipped with the reason. A proposed disqualification is skipped: it must be confirmed individually.",
  body: z.strictObject({
    requirements: z
      .array(z.strictObject({ requirementId: id, profileLevelAccessId: id }))
      .min(1, "Choose at least one submission.")
      .max(mostAtOnce, "You can decide up to 1,000 at once."),
    review: z.strictObject({ reviewDecision: decision, reviewNotes: text(2000) }),
  }),
  response: z.object({
    /** One for each given submission, in that order. */
    results: z.array(
      z.discriminatedUnion("outcome", [
        /** `proposed`: it is pending a second reviewer; `confirmed`: it is decided. */
        concluded.extend({
          outcome: z.literal("done"),
          result: z.enum(["proposed", "confirmed"]),
          profileLevelAccessId: id,
        }),
        z.object({
          outcome: z.literal("refused"),
          result: z.literal("skipped"),
          requirementId: id,
          profileLevelAccessId: id,
          code: z.enum(problemCodes),
          /** A rule's own reason, or the state that prevents it. */
          reason: z.string().nullable(),
          message: z.string(),
        }),
      ]),
    ),
  }),
});

/** Why a reviewer acts outside the usual process; encrypted and shown to reviewers. */
const why = line(1000);

export const completeWithoutUpload = endpoint({
  method: "POST",
  path: "/api/app/requirement/complete-without-upload/{plaId}",
  summary: "Records a completion that was proven another way. An open submission is superseded.",
  errors: [403, 409],
  body: z.strictObject({
    requirementId: id,
    /** The day of completion in the organization's time zone; not in the future. */
    date: day,
    /** Required unless the organization's review settings make reasons optional. */
    reason: why.optional(),
    /** The last valid day, for content whose validity is set with each submission. */
    validUntil: day.optional(),
  }),
  response: decided,
});

export const markIncomplete = endpoint({
  method: "POST",
  path: "/api/app/requirement/mark-incomplete/{plaId}",
  summary: "Revokes a completion. It no longer counts, and neither does an older one.",
  errors: [403, 409],
  /** `reason` as for the completion without upload. */
  body: z.strictObject({ requirementId: id, reason: why.optional() }),
  response: decided,
});

export const editCompletedDate = endpoint({
  method: "PATCH",
  path: "/api/app/requirement/completed-date-time/{plaId}",
  summary: "Corrects the dates of a completion, the current one unless another is named. Its expiration follows.",
  errors: [403, 409],
  body: z
    .strictObject({
      requirementId: id,
      completedDateTime: instant.optional(),
      /** The last valid day, for content whose validity is set with each submission. */
      validUntil: day.optional(),
      /**
       * A renewal that doesn't count because the completion it renews is valid for longer; if omitted, the valid completion.
       */
      attemptId: id.optional(),
    })
    .refine(({ completedDateTime, validUntil }) => completedDateTime !== undefined || validUntil !== undefined, {
      path: ["completedDateTime"],
      message: "Enter the corrected date.",
    }),
  response: decided,
});

export const reinstate = endpoint({
  method: "POST",
  path: "/api/app/requirement/reinstate/{plaId}",
  summary: "Revokes a disqualification. Earlier completions don't count again.",
  errors: [403, 409],
  body: z.strictObject({ requirementId: id, reason: why }),
  response: decided,
});

export const listSubmissions = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/submissions",
  summary: "Lists every submission of a requirement with its result, newest first.",
  errors: [403],
  query: { profileLevelAccessId: id },
  response: z.array(
    attempt.extend({
      /** The first instant at which it is no longer valid; null: never, or it never counted. */
      expiresAt: instant.nullable(),
      /** When a reviewer voided it, so that it no longer counts. */
      voidedAt: instant.nullable(),
      createdAt: instant,
      createdByName: z.string(),
      review: z
        .object({
          decision: z.enum(reviewDecisions),
          /** The part that the caller may read: members read the notes written to them. */
          notes: z.string().nullable(),
          reviewerName: z.string(),
          decidedAt: instant,
        })
        .nullable(),
    }),
  ),
});
