import type { OverallStatus, RequirementStatus, ReviewDecision } from "@touchline/contract";
import { dayOf, expiryOf } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { authorize } from "../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../kernel/call.ts";
import { conflict, invalid, notFound } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { ours } from "../../kernel/tenancy.ts";
import { contentVersion } from "../content/tables.ts";
import { organization } from "../organizations/tables.ts";
import { memberTarget } from "../profiles/queries.ts";
import { subjectOf } from "../requirements/actions.ts";
import { notesPlace, requirementOn } from "../requirements/queries.ts";
import { restandOne } from "../standing/actions/restand.ts";
import { transition } from "../standing/actions/transition.ts";
import { review } from "./tables.ts";

/**
 * Decides the submission that awaits review. Two reviewers never decide the same one: the second meets a Conflict.
 *
 * @param input.completedDateTime the completion, when the reviewer read another one; not in the future.
 * @param input.validUntil the last valid day, for content whose validity is set with each submission.
 * @throws NotFound, Forbidden (role, reach, one's own or a guarded child's), Conflict (nothing awaits review), 400 (dates).
 */
export async function reviewRequirement(
  call: Call,
  input: {
    requirementId: string;
    profileLevelAccessId: string;
    reviewDecision: Exclude<ReviewDecision, "Pending">;
    reviewNotes: string;
    completedDateTime?: string | undefined;
    validUntil?: string | undefined;
  },
): Promise<{ requirementId: string; status: RequirementStatus; overallStatus: OverallStatus }> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, input.requirementId);
  const about = { ...target, requirementType: on.asked.type };
  authorize(call, "requirements.review", about);
  if (input.reviewDecision === "RejectedDisqualified") authorize(call, "requirements.disqualify", about);
  const pending = on.attempt;
  if (pending?.state !== "pendingReview") {
    throw conflict("Nothing awaits review here any more. Look again.", pending?.state ?? "none");
  }
  if (input.reviewDecision !== "Approved" && input.reviewNotes === "") {
    throw invalid("reviewNotes", "Say why, so that it can be understood later.");
  }

  const { attemptId } = await transition(
    call,
    subjectOf(target, on),
    { kind: "reviewed", decision: input.reviewDecision },
    pending.contentVersionId,
    {
      decidedAt: call.now,
      ...(input.reviewDecision === "Approved" ? await completion(call, on.zone, pending, input) : {}),
    },
  );
  await writeReview(call, input, { attemptId, source: pending.source ?? "ManualUpload" });
  return restandOne(call, subjectOf(target, on));
}

/** From when and until when an approved submission counts, by the settings of the version it was made on. */
async function completion(
  call: Call,
  zone: string,
  pending: { contentVersionId: string; completedAt: Date | null; validUntil: string | null },
  input: { completedDateTime?: string | undefined; validUntil?: string | undefined },
) {
  const [version] = await call.db
    .select({ settings: contentVersion.settings })
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentVersionId, pending.contentVersionId)));
  if (!version) throw notFound("The requirement");
  const completedAt = input.completedDateTime ? new Date(input.completedDateTime) : (pending.completedAt ?? call.now);
  if (completedAt > call.now) {
    throw invalid("completedDateTime", "This lies in the future. Give the day on which it was completed.");
  }
  const validUntil = input.validUntil ?? pending.validUntil;
  if (version.settings.validity.type === "PerRequirement") {
    if (!validUntil) throw invalid("validUntil", "Give the last day on which the document is valid.");
    if (validUntil < dayOf(completedAt.getTime(), zone)) {
      throw invalid("validUntil", "The last valid day lies before the day of completion.");
    }
  }
  const expiresAt = expiryOf(
    version.settings.validity,
    { completedAt: completedAt.getTime(), givenDay: validUntil },
    zone,
  );
  return { completedAt, validUntil, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}

async function writeReview(
  call: Call,
  input: {
    requirementId: string;
    profileLevelAccessId: string;
    reviewDecision: Exclude<ReviewDecision, "Pending">;
    reviewNotes: string;
  },
  on: { attemptId: string; source: typeof review.$inferInsert.source },
) {
  const [tenant] = await call.db
    .select({ wrappedKey: organization.wrappedKey })
    .from(organization)
    .where(ours(organization, call));
  if (!tenant) throw notFound("The organization");
  const reviewId = newId();
  await call.db.insert(review).values({
    organizationId: call.organizationId,
    reviewId,
    ...on,
    requirementId: input.requirementId,
    profileLevelAccessId: input.profileLevelAccessId,
    decision: input.reviewDecision,
    sealedNotes: call.adapters.vault.seal(tenant.wrappedKey, notesPlace(call, reviewId), input.reviewNotes),
    reviewerProfileId: actingProfile(call) ?? call.organizationId,
    decidedAt: call.now,
  });
}
