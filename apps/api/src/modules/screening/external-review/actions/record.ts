import type { BodyOf, RequirementEventKind, ResponseOf } from "@touchline/contract";
import { RequirementType } from "@touchline/contract";
import type { ExternalReviewer, recordExternalResult } from "@touchline/contract/screening/external-review";
import { dayOf, expiryOf, type ProviderEvent, startOfDay } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import { externalResult } from "../../../../schema/external-review.ts";
import { authorize } from "../../../../security/authorize.ts";
import {
  type AttemptSubject,
  recordRequirementEvents,
  reportToAttempt,
  restandOne,
  transition,
} from "../../../compliance/index.ts";
import { mailCheckEnded, notifyDecided, recipientsFor } from "../../../messages/index.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { requirementOn } from "../../../requirements/index.ts";
import { checksOf, type ExternalCheck } from "../queries/checks.ts";
import { type GivenResult, isUnderWay, judgeResult, judgingFacts } from "./judge.ts";

const eventKinds: Record<ExternalReviewer, { imported: RequirementEventKind; recorded: RequirementEventKind }> = {
  1: { imported: "jdpResultImported", recorded: "jdpResultRecorded" },
  2: { imported: "ncsiResultImported", recorded: "ncsiResultRecorded" },
};

const subjectOf = (check: ExternalCheck): AttemptSubject => ({
  requirementId: check.requirementId,
  profileId: check.profileId,
  contentId: check.contentId,
  profileLevelAccessId: check.profileLevelAccessId,
});

/** A judged result, with its source. */
export type JudgedResult = GivenResult & {
  check: ExternalCheck;
  reviewer: ExternalReviewer;
  word: string | null;
  /** The imported list; null if a reviewer recorded it. */
  externalImportId: string | null;
};

/**
 * Records a result: a pass completes the check by its settings, from the date of the result; a flag must be confirmed in the
 * organization; a canceled check is required again. The caller holds the person, has judged it, and derives the statuses.
 */
export async function recordResult(call: Call, result: JudgedResult, zone: string): Promise<void> {
  const { check, outcome, resultOn, reviewer, word, externalImportId } = result;
  const subject = subjectOf(check);
  // Some people go to the page on their own, so the result may be the first sign of it.
  const begun = isUnderWay(check) && check.state !== "draft";
  if (!begun) await transition(call, subject, { kind: "searchStarted" }, check.versionId, { submittedAt: call.now });
  const formerState = begun && check.state !== null ? check.state : "waitingProvider";
  const attemptId = await move(call, result, zone);
  const externalResultId = newId();
  const recordedBy = call.actor.kind === "person" ? call.actor.profileId : call.organizationId;
  await call.db.insert(externalResult).values({
    organizationId: call.organizationId,
    externalResultId,
    ...{ attemptId, requirementId: check.requirementId, reviewer, outcome, word, resultOn, externalImportId },
    ...{ formerState, formerCompletedAt: begun ? check.completedAt : null, recordedBy, recordedAt: call.now },
  });
  const kind = eventKinds[reviewer][externalImportId === null ? "recorded" : "imported"];
  await recordRequirementEvents(call, [{ ...subject, attemptId, kind }]);
  await notifyMember(call, result, externalResultId);
}

/** Moves the submission. @returns the submission of the result. */
async function move(call: Call, { check, outcome, resultOn, validUntil }: JudgedResult, zone: string): Promise<string> {
  const subject = subjectOf(check);
  const today = dayOf(call.now.getTime(), zone);
  const completedAt = resultOn < today ? startOfDay(resultOn, zone) : call.now.getTime();
  const expiresAt = expiryOf(check.settings.validity, { completedAt, givenDay: validUntil }, zone);
  const counts = {
    completedAt: new Date(completedAt),
    decidedAt: call.now,
    ...(validUntil !== null && { validUntil }),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
  const type = RequirementType.BackgroundCheck;
  const [event, changes]: [ProviderEvent, Parameters<typeof reportToAttempt>[4]] = {
    passed: [{ kind: check.wait === "review" ? "externalReviewPassed" : "providerClear" }, counts] as const,
    // Reviewers have it from now on, however long the result took.
    flagged: [
      check.wait === "review" ? { kind: "externalReviewFailed", type } : { kind: "providerFlagged", type },
      check.wait === "review" ? {} : { submittedAt: call.now, completedAt: counts.completedAt },
    ] as const,
    canceled: [{ kind: "providerCanceled" }, {}] as const,
  }[outcome] as [ProviderEvent, Parameters<typeof reportToAttempt>[4]];
  const moved = await reportToAttempt(call, subject, event, check.versionId, changes);
  if (moved === null)
    throw conflict("Someone else decided this at the same time. Reload the page.", "concurrentChange");
  return moved.attemptId;
}

async function notifyMember(call: Call, { check, outcome }: JudgedResult, key: string): Promise<void> {
  const { requirementId, profileLevelAccessId, profileId, requirementName } = check;
  if (outcome === "passed") {
    const decided = { key, decision: "Approved" as const, requirementId, profileLevelAccessId, profileId };
    await notifyDecided(call, [decided], await recipientsFor(call, { people: [profileId] }));
  }
  if (outcome === "canceled") {
    const path = `/requirements/${requirementId}?pla=${profileLevelAccessId}`;
    await mailCheckEnded(call, { profileId, requirementName, why: "canceled", path, key: `external:${key}` });
  }
}

/**
 * Records a result that a reviewer of the organization got from JDP or NCSI.
 *
 * @throws NotFound, Forbidden (also for one's own, or a child's), Conflict if none is awaited, 400 for an impossible day
 */
export async function recordByHand(
  unlocked: Call,
  input: BodyOf<typeof recordExternalResult> & { requirementId: string },
): Promise<ResponseOf<typeof recordExternalResult>> {
  const { requirementId, profileLevelAccessId, ...result } = input;
  const call = await withLocks(unlocked, { peopleOf: [profileLevelAccessId] });
  const target = await memberTarget(call, profileLevelAccessId);
  authorize(call, "requirements.review", { ...target, requirementType: RequirementType.BackgroundCheck });
  const on = await requirementOn(call, target, requirementId);
  // Nobody decides on a check that they began, for themselves or a child.
  authorize(call, "requirements.review", on.about);
  const [found] = await checksOf(call, [requirementId]);
  if (found?.profileId !== target.profileId) throw notFound("requirement");
  const check = { ...found, profileLevelAccessId };
  if (check.reviewer === null) {
    throw conflict(
      "This background check doesn't wait for a result of JDP or NCSI. Reload the page.",
      check.state ?? "none",
    );
  }
  const facts = { ...(await judgingFacts(call, [check])), reviewer: check.reviewer };
  if (result.resultOn > facts.today) throw invalid("resultOn", "The date of the result is in the future.");
  const isOpenEnd = check.settings.validity.type === "PerRequirement" && result.outcome === "passed";
  if (isOpenEnd && (result.validUntil === null || result.validUntil < result.resultOn)) {
    throw invalid("validUntil", "Enter the last valid day. It can't be before the date of the result.");
  }
  const refusal = judgeResult(call, check, result, facts);
  if (refusal !== null) throw conflict(refusal.message, check.state ?? "none");
  await recordResult(
    call,
    { ...result, check, reviewer: check.reviewer, word: null, externalImportId: null },
    facts.zone,
  );
  const { status } = await restandOne(call, subjectOf(check));
  return { requirementId, status };
}
