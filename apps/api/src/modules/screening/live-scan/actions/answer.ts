import type { BodyOf, ResponseOf } from "@touchline/contract";
import { RequirementType } from "@touchline/contract";
import type { recordStateAnswer, StateAnswer } from "@touchline/contract/screening/live-scan";
import { dayOf, expiryOf, startOfDay } from "@touchline/rules";
import { and, desc, eq, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { liveScan, liveScanAnswer } from "../../../../schema/screening.ts";
import { authorize } from "../../../../security/authorize.ts";
import { recordRequirementEvents, reportToAttempt, restandOne } from "../../../compliance/index.ts";
import { notifyDecided, recipientsFor } from "../../../messages/index.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { requirementOn, subjectOf } from "../../../requirements/index.ts";
import { answerNotePlace, recordableOn, refuseOtherKinds } from "../queries/progress.ts";

const eventOf = {
  cleared: "liveScanCleared",
  delayed: "liveScanDelayed",
  record: "liveScanRecord",
  retake: "liveScanRetake",
} as const satisfies Record<StateAnswer, string>;

/**
 * Records the state's answer. A clearance completes the requirement; a delay is no finding and changes nothing; a record opens
 * a review, of which only the decision is kept; rejected fingerprints are taken again.
 *
 * @throws NotFound, Forbidden, Conflict (of another type, or nothing is awaited), 400 for an impossible day.
 */
export async function recordAnswer(
  unlocked: Call,
  input: BodyOf<typeof recordStateAnswer> & { requirementId: string },
): Promise<ResponseOf<typeof recordStateAnswer>> {
  const { requirementId, profileLevelAccessId, answer, answeredOn, note } = input;
  const call = await withLocks(unlocked, { peopleOf: [profileLevelAccessId] });
  const target = await memberTarget(call, profileLevelAccessId);
  authorize(call, "requirements.review", { ...target, requirementType: RequirementType.LiveScan });
  const on = await requirementOn(call, target, requirementId);
  refuseOtherKinds(on);
  // Nobody decides on their own submission, or on one for a child of theirs.
  authorize(call, "requirements.review", on.about);
  const scan = await latestScan(call, requirementId);
  if (!recordableOn(on, scan).includes(answer)) {
    throw conflict("No answer of the state is awaited here. Reload the page.", on.attempt?.state ?? "none");
  }
  checkDay(call, on, answeredOn);
  const subject = subjectOf(target, on);
  const attemptId = await move(call, subject, on, { answer, answeredOn });
  const { wrappedKey } = await organizationFacts(call);
  const liveScanAnswerId = newId();
  const actor = call.actor.kind === "person" ? call.actor.profileId : call.organizationId;
  await call.db.insert(liveScanAnswer).values({
    organizationId: call.organizationId,
    ...{ liveScanAnswerId, attemptId, requirementId, answer, answeredOn },
    sealedNote:
      note === "" ? null : call.adapters.vault.seal(wrappedKey, answerNotePlace(call, liveScanAnswerId), note),
    recordedBy: actor,
    recordedAt: call.now,
  });
  await recordRequirementEvents(call, [{ ...subject, attemptId, kind: eventOf[answer] }]);
  if (answer === "cleared" || answer === "retake") {
    const { profileId } = target;
    const decision = answer === "cleared" ? ("Approved" as const) : ("RejectedReset" as const);
    const decided = { key: liveScanAnswerId, decision, requirementId, profileLevelAccessId, profileId };
    await notifyDecided(call, [decided], await recipientsFor(call, { people: [profileId] }));
  }
  const { status } = await restandOne(call, subject);
  return { requirementId, status };
}

type Read = Awaited<ReturnType<typeof requirementOn>>;

/** @throws 400 */
function checkDay(call: Call, { attempt, zone }: Read, answeredOn: string): void {
  if (answeredOn > dayOf(call.now.getTime(), zone)) {
    throw invalid("answeredOn", "This date is in the future. Enter the date on the state's notice.");
  }
  const taken = attempt?.state === "waitingProvider" ? attempt.completedAt : null;
  if (taken && answeredOn < dayOf(taken.getTime(), zone)) {
    throw invalid(
      "answeredOn",
      "This date is before the fingerprints were taken. Enter the date on the state's notice.",
    );
  }
}

/** Moves the submission. @returns the submission of the answer. */
async function move(
  call: Call,
  subject: ReturnType<typeof subjectOf>,
  { attempt, required, zone }: Read,
  { answer, answeredOn }: { answer: StateAnswer; answeredOn: string },
): Promise<string> {
  const attemptId = attempt?.attemptId ?? "";
  const today = dayOf(call.now.getTime(), zone);
  const completedAt = answeredOn < today ? startOfDay(answeredOn, zone) : call.now.getTime();
  const report = async (
    ...[event, changes]: [Parameters<typeof reportToAttempt>[2], Parameters<typeof reportToAttempt>[4]]
  ) =>
    (await reportToAttempt(call, subject, event, attempt?.contentVersionId ?? required.versionId, changes))
      ?.attemptId ?? attemptId;
  switch (answer) {
    case "cleared": {
      const completion = { completedAt, givenDay: attempt?.validUntil ?? null };
      const expiresAt = expiryOf(required.settings.validity, completion, zone);
      return report(
        { kind: "providerClear" },
        {
          completedAt: new Date(completedAt),
          decidedAt: call.now,
          expiresAt: expiresAt === null ? null : new Date(expiresAt),
        },
      );
    }
    case "record":
      // Reviewers have it from now on, however long the state took.
      return report(
        { kind: "providerFlagged", type: RequirementType.LiveScan },
        { submittedAt: call.now, ...(attempt?.state === "approved" ? { completedAt: new Date(completedAt) } : {}) },
      );
    case "retake":
      await forgetSent(call, attemptId);
      return report({ kind: "providerAskedApplicant" }, { submittedAt: null, completedAt: null });
    case "delayed":
      return attemptId;
  }
}

/** The submission is void: another ATI number and proof are awaited. */
async function forgetSent(call: Call, attemptId: string): Promise<void> {
  await call.db
    .update(liveScan)
    .set({ sentAt: null })
    .where(and(ours(liveScan, call), eq(liveScan.attemptId, attemptId)));
}

async function latestScan(call: Call, requirementId: string) {
  const [row] = await call.db
    .select({ sentAt: liveScan.sentAt })
    .from(liveScan)
    .where(and(ours(liveScan, call), eq(liveScan.requirementId, requirementId)))
    .orderBy(sql`${liveScan.sentAt} IS NULL`, desc(liveScan.sentAt))
    .limit(1);
  return row ?? null;
}
