import type { ReviewDecision } from "@touchline/contract";
import { dayOf, effectOfDecision, findings, noteIsMailed } from "@touchline/rules";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { insertRows } from "../../../../database/insert-rows.ts";
import { conflict, forbidden, invalid, notFound, Refusal } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { review } from "../../../../schema/reviews.ts";
import { authorize } from "../../../../security/authorize.ts";
import { type AttemptDecision, decideAttempts, restandAt, type Stands } from "../../../compliance/index.ts";
import { notifyDecided, type Recipients, recipientsFor } from "../../../messages/index.ts";
import { type MemberTarget, memberTargetsFor, withLocksReading } from "../../../people/index.ts";
import { notesPlace } from "../../../requirements/index.ts";
import { notifyResets } from "../jobs.ts";
import { closeReviews } from "./claim.ts";
import { completionDates } from "./completion.ts";
import {
  aboutSubmission,
  placeKey,
  type ReviewedRequirementRef,
  reviewTenantFacts,
  type Submission,
  submissionsAt,
} from "./facts.ts";
import { refuseAroundAdverseAction } from "./finding.ts";
import { proposeDisqualifying } from "./propose.ts";

/** What a reviewer decides, with the notes and dates that belong to it. */
export type ReviewInput = {
  reviewDecision: Exclude<ReviewDecision, "Pending">;
  reviewNotes: string;
  completedDateTime?: string | undefined;
  validUntil?: string | undefined;
  /** Set by the adverse action that this decision ends, never by a request. */
  through?: "adverseAction";
};
type BulkResult = ReviewedRequirementRef &
  (
    | ({ outcome: "done"; result: "confirmed" | "proposed" } & Concluded)
    | { outcome: "refused"; result: "skipped"; code: Refusal["code"]; reason: string | null; message: string }
  );
/** `proposes`: the decision must wait for a second reviewer; `confirms`: this is the second reviewer. */
type Plan = AttemptDecision & {
  source: Submission["source"];
  target: MemberTarget;
  proposes: boolean;
  confirms: boolean;
  redoBy: string | null;
};
/** `proposed`: a second reviewer must confirm the decision. */
type Concluded = Stands & { proposed: boolean };

/**
 * Decides a submission that awaits review. Only one of two concurrent decisions succeeds, and a submission that another
 * reviewer has claimed must be taken over first. If a disqualification requires two reviewers, the first one proposes
 * it.
 *
 * @param input.completedDateTime the completion, when the reviewer read a different one; not in the future.
 * @param input.validUntil the last valid day, for content whose validity is set with each submission.
 * @throws NotFound, Forbidden (role, reach, one's own or a guarded child's), Conflict (nothing awaits review), 400
 * (dates).
 */
export async function reviewRequirement(call: Call, input: ReviewedRequirementRef & ReviewInput): Promise<Concluded> {
  const [result] = await decideAll(call, [input], input, "one");
  if (!result || result instanceof Refusal) throw result ?? notFound("requirement");
  return result;
}

/**
 * Applies one decision to many submissions, and returns a refusal for each that the actor may not decide. Proposed
 * disqualifications are refused: they must be opened one by one. The number of SQL statements does not depend on the
 * number of submissions.
 *
 * @returns one result per membership, in the order given.
 * @throws 400 when the decision lacks its notes.
 */
export async function bulkReview(
  call: Call,
  input: { requirements: readonly ReviewedRequirementRef[]; review: ReviewInput },
): Promise<BulkResult[]> {
  const results = await decideAll(call, input.requirements, input.review, "many");
  return input.requirements.map(({ requirementId, profileLevelAccessId }, index) => {
    const result = results[index] ?? notFound("requirement");
    const place = { requirementId, profileLevelAccessId };
    if (!(result instanceof Refusal)) {
      return { ...place, ...result, outcome: "done" as const, result: result.proposed ? "proposed" : "confirmed" };
    }
    const { code, reason = null, message } = result;
    return { ...place, outcome: "refused" as const, result: "skipped" as const, code, reason, message };
  });
}

async function decideAll(
  unlocked: Call,
  places: readonly ReviewedRequirementRef[],
  input: ReviewInput,
  mode: "one" | "many",
): Promise<(Concluded | Refusal)[]> {
  if (input.reviewDecision !== "Approved" && input.reviewNotes === "") {
    throw invalid("reviewNotes", "Enter a reason. It is kept in the history.");
  }
  const memberships = { peopleOf: places.map((place) => place.profileLevelAccessId) };
  // Read after locking, so that memberships added concurrently are included.
  const { call, read } = await withLocksReading(unlocked, memberships, (within) =>
    Promise.all([
      memberTargetsFor(within, memberships.peopleOf),
      submissionsAt(within, places),
      reviewTenantFacts(within),
      recipientsFor(within, memberships),
    ]),
  );
  const [targetsFor, submissions, tenant, recipients] = read;
  const targets = targetsFor(call);
  const seen = new Set<string>();
  const plans = places.map((place) => {
    const target = targets.get(place.profileLevelAccessId);
    const submission = submissions.get(placeKey(place));
    return orRefusal(() => {
      if (!target) throw notFound("member");
      if (submission?.profileId !== target.profileId || !submission.here) throw notFound("requirement");
      if (mode === "many" && submission.proposal !== null) refuseProposed(call, target, submission);
      const plan = planFor(call, { place, target, submission, ...tenant }, input);
      if (seen.has(plan.attemptId)) throw conflict("This submission is selected twice.", "namedTwice");
      seen.add(plan.attemptId);
      return plan;
    });
  });
  const planned = plans.filter((plan): plan is Plan => !(plan instanceof Refusal));
  const decided = planned.filter((plan) => !plan.proposes);
  const waits = await proposeDisqualifying(
    call,
    planned.filter((plan) => plan.proposes),
    { note: input.reviewNotes, wrappedKey: tenant.wrappedKey },
  );
  const concluded = planned.filter((plan) => !plan.proposes || waits.has(plan.attemptId));
  const deciding = decideAttempts(call, decided);
  // Only afterwards is it known how long a later version lets these completions count.
  if (decided.some((plan) => plan.redoBy !== null)) await deciding;
  // Sent together and done in this order: the statuses are derived from what was decided.
  const written = Promise.all([
    deciding,
    writeReviews(call, decided, input, { wrappedKey: tenant.wrappedKey, recipients }),
    closeReviews(call, {
      decided: concluded.map((plan) => plan.attemptId),
      confirmed: decided.filter((plan) => plan.confirms).map((plan) => plan.attemptId),
    }),
  ]);
  const [stands] = await Promise.all([
    restandAt(
      call,
      concluded.map((plan) => plan.subject),
      written,
    ),
    written,
  ]);
  const standsOf = new Map(concluded.map((plan, index) => [plan, stands[index]]));
  return plans.map((plan) => {
    if (plan instanceof Refusal) return plan;
    const stands = standsOf.get(plan);
    if (!stands) return conflict("Someone else already decided this. Reload the page.", "concurrentChange");
    return { ...stands, proposed: plan.proposes };
  });
}

/** Refuses bulk decisions on proposed disqualifications, which must be opened to be confirmed or declined. @throws Forbidden, Conflict */
function refuseProposed(call: Call, target: MemberTarget, submission: Submission): never {
  authorize(call, "requirements.review", aboutSubmission(call, target, submission));
  throw conflict("A disqualification is proposed here. Open it to confirm or decline it.", "proposed");
}

/** Plans the outcome of one submission by the permission table and the attempt state machine. @throws Refusal */
function planFor(
  call: Call,
  on: {
    place: ReviewedRequirementRef;
    target: MemberTarget;
    submission: Submission;
    zone: string;
    secondReviewer: boolean;
  },
  input: ReviewInput,
): Plan {
  const { place, target, submission, zone, secondReviewer } = on;
  const about = aboutSubmission(call, target, submission);
  authorize(call, "requirements.review", about);
  if (input.reviewDecision === "RejectedDisqualified") authorize(call, "requirements.disqualify", about);
  const { attemptId, state, validity, goodThrough, redoBy } = submission;
  if (state !== "pendingReview" || attemptId === null || validity === null) {
    throw conflict("This is no longer pending review. Reload the page.", state ?? "none");
  }
  if (submission.externallyReviewed) {
    throw conflict("This background check is reviewed externally. Wait for the result.", "externalReview");
  }
  const by = actingProfile(call);
  const { claim, proposal } = submission;
  if (claim && by !== null && claim.profileId !== by) {
    throw conflict("Someone else is reviewing this right now. Take it over or continue with the next one.", "claimed");
  }
  // Two entries of one account are one reviewer.
  const isOwn = proposal !== null && call.actor.kind === "person" && call.actor.entries.includes(proposal.profileId);
  const proposedBy = isOwn ? by : (proposal?.profileId ?? null);
  const effect = effectOfDecision(input.reviewDecision, { secondReviewer, proposedBy, by });
  if (effect === "proposed") {
    throw conflict("A disqualification is proposed here. Confirm or decline it first.", "proposed");
  }
  if (effect === "ownProposal") {
    throw forbidden("You proposed this disqualification, so another reviewer must confirm it.", "ownProposal");
  }
  refuseAroundAdverseAction(submission, input);
  if (input.reviewDecision === "RejectedReset" && submission.source === "SexOffenderSearch") {
    throw conflict("The member has nothing to submit again. Decide whether this is the same person.", "registryMatch");
  }
  if (input.reviewDecision === "Approved" && redoBy !== null && redoBy < dayOf(call.now.getTime(), zone)) {
    throw conflict(
      `This was submitted for an earlier version that was valid through ${redoBy}. Request changes so that the member completes the current version.`,
      "redoPassed",
    );
  }
  const completedAt = input.completedDateTime ? new Date(input.completedDateTime) : submission.completedAt;
  return {
    attemptId,
    target,
    source: submission.source,
    decision: input.reviewDecision,
    proposes: effect === "propose",
    confirms: proposal !== null,
    redoBy,
    subject: {
      requirementId: place.requirementId,
      profileLevelAccessId: place.profileLevelAccessId,
      profileId: submission.profileId,
      contentId: submission.contentId,
    },
    completion:
      input.reviewDecision === "Approved"
        ? completionDates(call, validity, zone, {
            completedAt: completedAt ?? call.now,
            // A provider's finding keeps its own date, even if a later completion is on record.
            onRecord: findings.includes(submission.source) ? null : submission.onRecord,
            validUntil: input.validUntil ?? submission.validUntil,
            field: "completedDateTime",
            goodThrough,
          })
        : null,
  };
}

/** Returns a refusal as the result of one decision, so that it doesn't end the others. */
function orRefusal<Result>(decide: () => Result): Result | Refusal {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Stores the decisions with their notes and enqueues the emails to the members. */
async function writeReviews(
  call: Call,
  plans: readonly Plan[],
  input: ReviewInput,
  { wrappedKey, recipients }: { wrappedKey: Buffer; recipients: Recipients },
): Promise<void> {
  if (plans.length === 0) return;
  const rows = plans.map(({ attemptId, source, target, subject }) => {
    const reviewId = newId();
    return {
      organizationId: call.organizationId,
      reviewId,
      attemptId,
      source: source ?? "ManualUpload",
      requirementId: subject.requirementId,
      decidedRequirementId: subject.requirementId,
      profileLevelAccessId: subject.profileLevelAccessId,
      levelId: target.levelId,
      labelId: target.labelId,
      decision: input.reviewDecision,
      sealedNotes: call.adapters.vault.seal(wrappedKey, notesPlace(call, reviewId), input.reviewNotes),
      reviewerProfileId: actingProfile(call) ?? call.organizationId,
      decidedAt: call.now,
    };
  });
  await Promise.all([
    insertRows(call, review, rows),
    notifyDecided(
      call,
      rows.map(({ reviewId, decision, requirementId, profileLevelAccessId }, index) => ({
        key: reviewId,
        decision,
        requirementId,
        profileLevelAccessId,
        profileId: (plans[index] as Plan).subject.profileId,
      })),
      recipients,
    ),
    noteIsMailed[input.reviewDecision] && enqueue(call, notifyResets, { reviewIds: rows.map((row) => row.reviewId) }),
  ]);
}
