import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { storedFile } from "../../../../schema/files.ts";
import { content } from "../../../../schema/library.ts";
import { profileLevelAccess } from "../../../../schema/people.ts";
import { attemptFile } from "../../../../schema/requirements.ts";
import { review, reviewProposal } from "../../../../schema/reviews.ts";
import { decideAttempts, hasStateRecord, restand, voidAttempts } from "../../../compliance/index.ts";
import { mailHarmful, notifyDecided, recipientsFor } from "../../../messages/index.ts";
import { withLocks } from "../../../people/index.ts";
import { notesPlace } from "../../../requirements/index.ts";
import { recordActs } from "./acts.ts";
import { closeReviews } from "./claim.ts";
import { reviewTenantFacts } from "./facts.ts";

/** The note that is shown to the member and in the history. */
const note =
  "Our malware scan found a problem in the submitted files. We locked what we found. Save the document again and submit the new copy.";
/** A file belongs to one submission, and to a copy of it if two entries of a person were merged. */
const most = 20;

/**
 * Requests changes to submissions with a file in which malware was found after it was submitted, since no one can review it. Completions
 * that no reviewer has seen are revoked. Submissions that a reviewer decided on or proposed to reject, or that await review because of a
 * provider's finding, are left to the reviewers.
 */
export async function sendBackHarmful(unlocked: Call, fileId: string): Promise<void> {
  const people = [...new Set((await holding(unlocked, fileId)).map((one) => one.profileId))];
  if (people.length === 0) return;
  const call = await withLocks(unlocked, { people });
  const held = (await holding(call, fileId)).filter((one) => !one.judged);
  const { wrappedKey } = await reviewTenantFacts(call);
  const waiting = held.filter(
    (one) => one.state === "pendingReview" && ofUpload.has(one.source ?? "") && !one.stateRecord,
  );
  await decideAttempts(
    call,
    waiting.map(({ subject, attemptId }) => ({ subject, attemptId, decision: "RejectedReset", completion: null })),
  );
  const counted = held.filter((one) => one.state === "approved");
  for (const one of counted) await voidAttempts(call, one.subject.requirementId, ["approved"], one.attemptId);
  await recordActs(
    call,
    wrappedKey,
    counted.map(({ subject, attemptId }) => {
      return { ...subject, attemptId, requirementEventId: newId(), kind: "markedIncomplete" as const, note };
    }),
  );
  await writeReviews(call, waiting, wrappedKey);
  const ended = waiting.map((one) => one.attemptId);
  await closeReviews(call, { decided: ended, confirmed: ended });
  await restand(call, people);
  await notifyMembers(call, [...waiting, ...counted]);
}

/** Reviews that an upload alone has opened. */
const ofUpload: ReadonlySet<string> = new Set(["ManualUpload", "LiveScan"]);
const proposal = alias(reviewProposal, "proposal");

type Held = Awaited<ReturnType<typeof holding>>[number];

/** The submissions that hold a file and wait for a decision, or count. */
async function holding(call: Call, fileId: string) {
  const rows = await call.db
    .select({
      attemptId: attempt.attemptId,
      state: attempt.state,
      source: attempt.source,
      requirementId: attempt.requirementId,
      profileLevelAccessId: attempt.profileLevelAccessId,
      levelId: attempt.levelId,
      labelId: profileLevelAccess.labelId,
      profileId: requirement.profileId,
      contentId: requirement.contentId,
      requirementName: content.name,
      file: storedFile.name,
      reviewId: review.reviewId,
      proposedBy: proposal.profileId,
      stateRecord: hasStateRecord(call, sql`${attempt.attemptId}`),
    })
    .from(attemptFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, attemptFile.fileId))
    .innerJoin(attempt, onKey(attempt.attemptId, attemptFile.attemptId))
    .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
    .innerJoin(content, onKey(content.contentId, requirement.contentId))
    .leftJoin(profileLevelAccess, onKey(profileLevelAccess.profileLevelAccessId, attempt.profileLevelAccessId))
    .leftJoin(review, onKey(review.attemptId, attempt.attemptId))
    .leftJoin(proposal, onKey(proposal.attemptId, attempt.attemptId))
    .where(
      and(
        ours(attemptFile, call),
        eq(attemptFile.fileId, fileId),
        isNull(attemptFile.removedAt),
        inArray(attempt.state, ["pendingReview", "approved"]),
        isNull(attempt.voidedAt),
      ),
    )
    .orderBy(asc(attempt.attemptId))
    .limit(most);
  return rows.map(({ requirementId, profileLevelAccessId, profileId, contentId, reviewId, proposedBy, ...row }) => ({
    ...row,
    profileId,
    subject: { requirementId, profileLevelAccessId, profileId, contentId },
    judged: reviewId !== null || proposedBy !== null,
  }));
}

/** The decision is stored like any other; the organization's id as the reviewer marks it as automatic. */
async function writeReviews(call: Call, all: readonly Held[], wrappedKey: Buffer): Promise<void> {
  if (all.length === 0) return;
  await call.db.insert(review).values(
    all.map(({ attemptId, source, levelId, labelId, subject: { requirementId, profileLevelAccessId } }) => {
      const reviewId = newId();
      return {
        organizationId: call.organizationId,
        reviewId,
        attemptId,
        source: source ?? "ManualUpload",
        requirementId,
        decidedRequirementId: requirementId,
        profileLevelAccessId,
        levelId,
        labelId,
        decision: "RejectedReset" as const,
        sealedNotes: call.adapters.vault.seal(wrappedKey, notesPlace(call, reviewId), note),
        reviewerProfileId: call.organizationId,
        decidedAt: call.now,
      };
    }),
  );
}

async function notifyMembers(call: Call, all: readonly Held[]): Promise<void> {
  await notifyDecided(
    call,
    all.map(({ attemptId, profileId, subject: { requirementId, profileLevelAccessId } }) => ({
      key: `harmful:${attemptId}`,
      decision: "RejectedReset",
      ...{ requirementId, profileLevelAccessId, profileId },
    })),
    await recipientsFor(call, { people: [...new Set(all.map((one) => one.profileId))] }),
  );
  await mailHarmful(
    call,
    all.map(({ attemptId, profileId, requirementName, file, subject: { requirementId, profileLevelAccessId } }) => ({
      key: attemptId,
      ...{ profileId, requirementName },
      files: [file],
      path: `/requirements/${requirementId}?pla=${profileLevelAccessId}`,
    })),
  );
}
