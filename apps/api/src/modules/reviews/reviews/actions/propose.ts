import { and, eq } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { signal } from "../../../../database/signals.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { reviewProposal } from "../../../../schema/reviews.ts";
import { authorize } from "../../../../security/authorize.ts";
import type { AttemptSubject, Stands } from "../../../compliance/index.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { proposalsMade } from "../jobs.ts";
import { concludeAct, recordActs } from "./acts.ts";
import { aboutSubmission, placeKey, type ReviewedRequirementRef, submissionsAt } from "./facts.ts";

/**
 * Proposes disqualifications and records the reasons in the history; the submissions continue to await review. The
 * caller has authorized the action and locked the people.
 *
 * @returns the attempts with a new proposal.
 */
export async function proposeDisqualifying(
  call: Call,
  plans: readonly { attemptId: string; subject: AttemptSubject }[],
  { note, wrappedKey }: { note: string; wrappedKey: Buffer },
): Promise<Set<string>> {
  const profileId = actingProfile(call);
  if (plans.length === 0 || profileId === null) return new Set();
  const acts = plans.map(({ attemptId, subject }) => ({
    ...subject,
    attemptId,
    requirementEventId: newId(),
    kind: "disqualifyProposed" as const,
    note,
  }));
  const made = await call.db
    .insert(reviewProposal)
    .values(
      acts.map(({ attemptId, requirementEventId }) => ({
        organizationId: call.organizationId,
        attemptId,
        requirementEventId,
        profileId,
        proposedAt: call.now,
      })),
    )
    .onConflictDoNothing()
    .returning({ attemptId: reviewProposal.attemptId });
  const proposed = new Set(made.map((row) => row.attemptId));
  await recordActs(
    call,
    wrappedKey,
    acts.filter((act) => proposed.has(act.attemptId)),
  );
  signal(call, "reviews");
  if (proposed.size > 0) await enqueue(call, proposalsMade, { attemptIds: [...proposed] });
  return proposed;
}

/**
 * Declines a disqualification that was proposed, or takes one's own proposal back; the submission awaits review as before.
 *
 * @throws NotFound, Forbidden (who may not disqualify), Conflict (none is proposed anymore).
 */
export async function declineDisqualification(
  unlocked: Call,
  input: ReviewedRequirementRef & { reason: string },
): Promise<Stands> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const target = await memberTarget(call, input.profileLevelAccessId);
  const submission = (await submissionsAt(call, [input])).get(placeKey(input));
  if (submission?.profileId !== target.profileId || !submission.here) throw notFound("requirement");
  authorize(call, "requirements.disqualify", aboutSubmission(call, target, submission));
  const { attemptId, profileId, contentId } = submission;
  const withdrawn =
    attemptId !== null &&
    submission.proposal !== null &&
    (await call.db
      .delete(reviewProposal)
      .where(and(ours(reviewProposal, call), eq(reviewProposal.attemptId, attemptId)))
      .returning({ attemptId: reviewProposal.attemptId }));
  if (!withdrawn || withdrawn.length === 0) {
    throw conflict("The proposed disqualification is no longer pending. Reload the page.", submission.state ?? "none");
  }
  signal(call, "reviews");
  const { requirementId, profileLevelAccessId } = input;
  return concludeAct(
    call,
    { requirementId, profileLevelAccessId, profileId, contentId },
    { kind: "disqualifyDeclined", attemptId: submission.attemptId as string, note: input.reason },
  );
}
