import { expiryOf, isSameName } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { ProviderEnrollment } from "../../../../adapters/trainings/port.ts";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { trainingEnrollment } from "../../../../schema/lookups.ts";
import { trainingWebhooks } from "../../../../schema/screening.ts";
import { reportToAttempt, restand } from "../../../compliance/index.ts";
import { claimCertificate, submissionOf, writeFacts } from "../../../requirements/index.ts";
import { nameAttempt } from "../../orders/actions/write.ts";
import { type EnrollmentRow, enrollmentOf, enrollmentPlace } from "../queries/enrollment.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** Stores a training's state at its provider and updates the requirement. The caller holds the person's lock. */
export async function adoptEnrollment(call: Call, attemptId: string, enrollment: ProviderEnrollment): Promise<void> {
  const row = await enrollmentOf(call, attemptId);
  if (!row || row.state === "completed" || row.state === "canceled") return;
  // If two enrollments were opened at the same time, the first one counts.
  if (row.enrollmentId !== null && row.enrollmentId !== enrollment.enrollmentId) return;
  const { wrappedKey } = await organizationFacts(call);
  const looks = row.state === enrollment.state ? row.looks + 1 : 0;
  const isOpen = enrollment.state === "open";
  await call.db
    .update(trainingEnrollment)
    .set({
      state: enrollment.state,
      enrollmentId: enrollment.enrollmentId,
      sealedLink: isOpen
        ? call.adapters.vault.seal(wrappedKey, enrollmentPlace(call, attemptId, "sealed_link"), enrollment.link)
        : null,
      completedAt: enrollment.completedAt,
      ...{ problem: null, problemSince: null, sealedAnswer: null, looks },
      nextLookAt: isOpen ? new Date(call.now.getTime() + Math.min(hour * 2 ** looks, day)) : null,
    })
    .where(and(ours(trainingEnrollment, call), eq(trainingEnrollment.attemptId, attemptId)));
  if (row.enrollmentId === null) await nameAttempt(call, trainingWebhooks, attemptId, [enrollment.enrollmentId]);
  if (enrollment.state !== "open") await conclude(call, row, enrollment);
}

/**
 * Completes the requirement from the provider's result, or ends a training that the provider canceled. The submission goes to a
 * reviewer if the name on the certificate differs from the profile, if the certificate belongs to someone else, or if each
 * submission has its own last valid day.
 */
async function conclude(call: Call, { attemptId }: EnrollmentRow, enrollment: ProviderEnrollment): Promise<void> {
  const of = await submissionOf(call, attemptId);
  if (!of) return;
  const subject = { attemptId, requirementId: of.requirementId, profileId: of.profileId, contentId: of.contentId };
  const about = { ...subject, profileLevelAccessId: of.profileLevelAccessId };
  const version = of.contentVersionId;
  if (enrollment.state === "canceled") {
    await reportToAttempt(call, about, { kind: "providerCanceled" }, version);
    await restand(call, [of.profileId]);
    return;
  }
  const at = enrollment.completedAt !== null && enrollment.completedAt < call.now ? enrollment.completedAt : call.now;
  const dates = { submittedAt: call.now, completedAt: at };
  const { certificateId } = enrollment;
  const isOwn = certificateId === null || (await claimCertificate(call, about, certificateId));
  const { validity } = of.settings;
  if (!isOwn || !isSameName(enrollment.learner, of) || validity.type === "PerRequirement") {
    await reportToAttempt(call, about, { kind: "machineUndecided" }, version, dates);
  } else {
    const { timeZone } = await organizationFacts(call);
    const expiresAt = expiryOf(validity, { completedAt: at.getTime() }, timeZone);
    const end = { decidedAt: call.now, expiresAt: expiresAt === null ? null : new Date(expiresAt) };
    await reportToAttempt(call, about, { kind: "providerClear" }, version, { ...dates, ...end });
  }
  if (certificateId !== null) await writeFacts(call, attemptId, { certificateId });
  await restand(call, [of.profileId]);
}
