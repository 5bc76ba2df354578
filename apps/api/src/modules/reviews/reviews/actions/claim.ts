import { claimMinutes } from "@touchline/contract/reviews/reviewing";
import { and, eq, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { preparedQuery } from "../../../../database/prepared-statement.ts";
import { signal } from "../../../../database/signals.ts";
import { ours } from "../../../../database/tenancy.ts";
import { forbidden, notFound } from "../../../../errors.ts";
import { reviewClaim, reviewProposal } from "../../../../schema/reviews.ts";
import { authorize } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { aboutSubmission, placeKey, type ReviewedRequirementRef, submissionsAt } from "./facts.ts";

/** The most submissions one reviewer can claim at once, for example in several tabs. The oldest claim beyond that is released. */
const mostClaims = 5;
/** The most expired claims, of any reviewer, that are deleted along with a new claim. */
const sweptAtOnce = 20;

export type Claimed = { profileId: string; until: Date };

/**
 * Claims a submission for a few minutes, or renews the claim. Claims take no locks: they only keep reviewers from
 * working on the same submission, and a decision checks by itself whether it came too late.
 *
 * @param input.take takes the claim over from another reviewer.
 * @returns the holder of the claim, which is another reviewer if it was not taken over, or null if the submission no
 * longer awaits review.
 * @throws NotFound, Forbidden
 */
export async function claimReview(
  call: Call,
  { take, ...place }: ReviewedRequirementRef & { take: boolean },
): Promise<Claimed | null> {
  const target = await memberTarget(call, place.profileLevelAccessId);
  const submission = (await submissionsAt(call, [place])).get(placeKey(place));
  if (submission?.profileId !== target.profileId || !submission.here) throw notFound("requirement");
  authorize(call, "requirements.review", aboutSubmission(call, target, submission));
  const profileId = actingProfile(call);
  if (profileId === null) throw forbidden("Only a person can claim a submission.", "role");
  const { attemptId, state, claim } = submission;
  if (state !== "pendingReview" || attemptId === null) return null;
  const until = new Date(call.now.getTime() + claimMinutes * 60_000);
  const { rows } = await call.db.execute(sql`
    INSERT INTO review_claim AS held (organization_id, attempt_id, profile_id, claimed_at, claimed_until)
    VALUES (${call.organizationId}, ${attemptId}, ${profileId}, ${call.now.toISOString()}, ${until.toISOString()})
    ON CONFLICT (organization_id, attempt_id) DO UPDATE SET
      claimed_at = CASE WHEN held.profile_id = excluded.profile_id THEN held.claimed_at ELSE excluded.claimed_at END,
      profile_id = excluded.profile_id, claimed_until = excluded.claimed_until
    WHERE ${take} OR held.profile_id = excluded.profile_id OR held.claimed_until <= excluded.claimed_at
    RETURNING held.attempt_id`);
  if (rows.length === 0) return othersClaim(call, attemptId);
  if (claim?.profileId !== profileId) {
    await sweep(call, profileId);
    signal(call, "reviews");
  }
  return { profileId, until };
}

async function othersClaim(call: Call, attemptId: string): Promise<Claimed | null> {
  const [row] = await call.db
    .select({ profileId: reviewClaim.profileId, until: reviewClaim.claimedUntil })
    .from(reviewClaim)
    .where(and(ours(reviewClaim, call), eq(reviewClaim.attemptId, attemptId)));
  return row ?? null;
}

/** Releases this reviewer's oldest claims beyond the limit, and some expired claims of any reviewer. */
async function sweep(call: Call, profileId: string): Promise<void> {
  await call.db.execute(sql`
    DELETE FROM review_claim WHERE organization_id = ${call.organizationId} AND (
      attempt_id IN (
        SELECT attempt_id FROM review_claim
        WHERE organization_id = ${call.organizationId} AND profile_id = ${profileId}
        ORDER BY claimed_at DESC, attempt_id OFFSET ${mostClaims} FOR UPDATE SKIP LOCKED)
      OR attempt_id IN (
        SELECT attempt_id FROM review_claim
        WHERE organization_id = ${call.organizationId} AND claimed_until <= ${call.now.toISOString()}::timestamptz
        ORDER BY claimed_until LIMIT ${sweptAtOnce} FOR UPDATE SKIP LOCKED))`);
}

/** Releases the actor's own claim, if there is one. @throws NotFound, Forbidden */
export async function releaseReview(call: Call, place: ReviewedRequirementRef): Promise<void> {
  const target = await memberTarget(call, place.profileLevelAccessId);
  const submission = (await submissionsAt(call, [place])).get(placeKey(place));
  if (submission?.profileId !== target.profileId || !submission.here) throw notFound("requirement");
  authorize(call, "requirements.review", aboutSubmission(call, target, submission));
  const profileId = actingProfile(call);
  if (submission.attemptId === null || profileId === null) return;
  const deleted = await call.db
    .delete(reviewClaim)
    .where(
      and(
        ours(reviewClaim, call),
        eq(reviewClaim.attemptId, submission.attemptId),
        eq(reviewClaim.profileId, profileId),
      ),
    )
    .returning({ attemptId: reviewClaim.attemptId });
  if (deleted.length > 0) signal(call, "reviews");
}

/** Deletes the claims on decided submissions, and also their proposals if the decision is final (`confirmed`). */
export async function closeReviews(
  call: Call,
  { decided, confirmed }: { decided: readonly string[]; confirmed: readonly string[] },
): Promise<void> {
  await Promise.all([
    decided.length > 0 &&
      preparedQuery(
        decided.length === 1 ? "review.unclaim" : null,
        call.db.delete(reviewClaim).where(and(ours(reviewClaim, call), isOneOf(reviewClaim.attemptId, decided))),
      ),
    confirmed.length > 0 &&
      call.db
        .delete(reviewProposal)
        .where(and(ours(reviewProposal, call), isOneOf(reviewProposal.attemptId, confirmed))),
  ]);
}
