import type { ResponseOf, ReviewDecision } from "@touchline/contract";
import type { listSubmissions } from "@touchline/contract/reviews/reviews";
import { noteIsMailed, viewAction } from "@touchline/rules";
import { and, desc, eq, ne } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { review } from "../../../../schema/reviews.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { type MemberTarget, namesOf } from "../../../people/index.ts";
import {
  filesOf,
  filledInOnPage,
  isSubmitter,
  openNotes,
  type requirementOn,
  shownFiles,
} from "../../../requirements/index.ts";

/** The name shown as the reviewer of automatic decisions, for example after a malware scan. */
export const noReviewer = "Touchline";

/** Lists earlier decisions on a requirement with the reviewers' notes, newest first. The caller authorizes. */
async function decisionsOn(call: Call, requirementId: string) {
  const rows = await call.db
    .select({
      reviewId: review.reviewId,
      attemptId: review.attemptId,
      decision: review.decision,
      sealedNotes: review.sealedNotes,
      wrappedKey: organization.wrappedKey,
      reviewerProfileId: review.reviewerProfileId,
      decidedAt: review.decidedAt,
    })
    .from(review)
    .innerJoin(organization, eq(organization.organizationId, review.organizationId))
    .where(and(ours(review, call), eq(review.requirementId, requirementId)))
    .orderBy(desc(review.decidedAt))
    .limit(50);
  return rows.map((row) => ({
    attemptId: row.attemptId,
    decision: row.decision,
    notes: openNotes(call, row),
    reviewerProfileId: row.reviewerProfileId,
    decidedAt: row.decidedAt.toISOString(),
  }));
}

/**
 * Lists all submissions of a requirement with their outcomes, newest first. Files are included for callers who may view them; all notes for
 * reviewers, and notes addressed to the member for the member. The caller authorizes access to the member.
 */
export async function submissionsOn(
  call: Call,
  target: MemberTarget,
  on: Awaited<ReturnType<typeof requirementOn>>,
): Promise<ResponseOf<typeof listSubmissions>> {
  const { requirementId } = on.owed.requirement;
  const about = { ...target, requirementType: on.required.type };
  const reviews = verdictOn(call, "requirements.review", about).allowed;
  const sees = verdictOn(call, viewAction(on.required.type), about);
  const rows = await call.db
    .select({ attempt, version: contentVersion.number })
    .from(attempt)
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, attempt.contentVersionId))
    .where(
      and(
        ours(attempt, call),
        eq(attempt.requirementId, requirementId),
        isSubmitter(target) ? undefined : ne(attempt.state, "draft"),
      ),
    )
    .orderBy(desc(attempt.createdAt), desc(attempt.attemptId))
    .limit(50);
  const files =
    sees.allowed && !sees.outcomeOnly ? await filesOf(call, ...rows.map((row) => row.attempt.attemptId)) : [];
  const filledIn = await filledInOnPage(call, ...rows.map((row) => row.attempt.attemptId));
  const decisions = new Map((await decisionsOn(call, requirementId)).map((one) => [one.attemptId, one]));
  const names = await namesOf(call, [
    ...rows.map((row) => row.attempt.createdBy),
    ...[...decisions.values()].map((one) => one.reviewerProfileId),
  ]);
  const nameOf = (profileId: string) => names.get(profileId) ?? "Unknown";
  const reviewerOf = (profileId: string) => names.get(profileId) ?? noReviewer;
  return rows.map(({ attempt: row, version }) => {
    const decided = decisions.get(row.attemptId);
    const mayRead = reviews || ((target.self || target.guardedChild) && decided && noteIsShown(decided.decision));
    return {
      attemptId: row.attemptId,
      state: row.state,
      contentVersion: version,
      submittedAt: row.submittedAt?.toISOString() ?? null,
      completedAt: row.completedAt?.toISOString() ?? null,
      validUntil: row.validUntil,
      expiresAt: row.expiresAt?.toISOString() ?? null,
      voidedAt: row.voidedAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      createdByName: nameOf(row.createdBy),
      files: shownFiles(
        call,
        files.filter((file) => file.attemptId === row.attemptId),
      ),
      filledIn: filledIn.has(row.attemptId),
      review: decided
        ? {
            decision: decided.decision,
            notes: mayRead ? decided.notes : null,
            reviewerName: reviewerOf(decided.reviewerProfileId),
            decidedAt: decided.decidedAt,
          }
        : null,
    };
  });
}

/** Whether the member reads what the reviewer wrote: what is mailed to them, and nothing else. */
const noteIsShown = (decision: ReviewDecision) => decision !== "Pending" && noteIsMailed[decision];
