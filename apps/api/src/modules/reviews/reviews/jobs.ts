import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import { onKey, ours } from "../../../database/tenancy.ts";
import { defineJob, enqueue, type Job } from "../../../jobs/jobs.ts";
import type { Schedule } from "../../../jobs/schedules.ts";
import { organization } from "../../../schema/accounts.ts";
import { requirement } from "../../../schema/compliance.ts";
import { content } from "../../../schema/library.ts";
import { review } from "../../../schema/reviews.ts";
import { harmFound } from "../../files/index.ts";
import { mailResets } from "../../messages/index.ts";
import { openNotes } from "../../requirements/index.ts";
import { notifyProposals } from "./actions/notify-proposals.ts";
import { refreshReviewTimes } from "./actions/review-times.ts";
import { sendBackHarmful } from "./actions/send-back.ts";

/** How many emails are written in one transaction. */
const batch = 100;

/** Sends the submissions with a harmful file back. */
export const sendHarmfulBack: Job<{ fileId: string }> = defineJob({
  ...harmFound,
  async work(call, { fileId }) {
    await sendBackHarmful(call, fileId);
    return undefined;
  },
});

/** Emails members the reviewer's notes when changes are requested; once for each review. */
export const notifyResets: Job<{ reviewIds: string[] }> = defineJob({
  name: "reviews.tellResets",
  payload: z.object({ reviewIds: z.array(z.uuid()).max(1000) }),
  async work(call, { reviewIds }) {
    const rows = await call.db
      .select({
        reviewId: review.reviewId,
        sealedNotes: review.sealedNotes,
        wrappedKey: organization.wrappedKey,
        requirementId: review.requirementId,
        profileLevelAccessId: review.profileLevelAccessId,
        profileId: requirement.profileId,
        requirementName: content.name,
      })
      .from(review)
      .innerJoin(organization, eq(organization.organizationId, review.organizationId))
      .innerJoin(requirement, onKey(requirement.requirementId, review.requirementId))
      .innerJoin(content, onKey(content.contentId, requirement.contentId))
      .where(
        and(
          ours(review, call),
          inArray(review.reviewId, reviewIds.slice(0, batch)),
          // Notes on all other decisions are visible to reviewers only.
          eq(review.decision, "RejectedReset"),
        ),
      );
    await mailResets(
      call,
      rows.map((row) => ({
        profileId: row.profileId,
        requirementName: row.requirementName,
        notes: openNotes(call, row),
        path: `/requirements/${row.requirementId}?pla=${row.profileLevelAccessId}`,
        key: row.reviewId,
      })),
    );
    const rest = reviewIds.slice(batch);
    if (rest.length > 0) await enqueue(call, notifyResets, { reviewIds: rest });
    return undefined;
  },
});

/** Notifies the other reviewers, once each, of disqualifications that were proposed together. */
export const proposalsMade: Job<{ attemptIds: string[] }> = defineJob({
  name: "reviews.tellProposals",
  payload: z.object({ attemptIds: z.array(z.uuid()).max(1000) }),
  async work(call, { attemptIds }) {
    await notifyProposals(call, attemptIds);
    return undefined;
  },
});

/** How long reviews usually take here, for those who wait for one. */
export const refreshReviewTimesDaily: Schedule = {
  name: "reviews.keepPace",
  everySeconds: 6 * 3600,
  run: ({ eachOrganization }) => eachOrganization(refreshReviewTimes),
};
