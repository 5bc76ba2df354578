import { nextTrainingStep, type TrainingStep } from "@touchline/rules";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { trainingEnrollment } from "../../../../schema/lookups.ts";

export type EnrollmentRow = typeof trainingEnrollment.$inferSelect;

/** Reads an enrollment, held until the transaction ends where it is to be changed; null: there is none. */
export async function enrollmentOf(call: Call, attemptId: string): Promise<EnrollmentRow | null> {
  const [row] = await call.db
    .select()
    .from(trainingEnrollment)
    .where(and(ours(trainingEnrollment, call), eq(trainingEnrollment.attemptId, attemptId)));
  return row ?? null;
}

/** Returns the latest enrollment of a requirement, or null if none was opened. */
export async function latestEnrollment(call: Call, requirementId: string): Promise<EnrollmentRow | null> {
  const [row] = await call.db
    .select()
    .from(trainingEnrollment)
    .where(and(ours(trainingEnrollment, call), eq(trainingEnrollment.requirementId, requirementId)))
    .orderBy(desc(trainingEnrollment.openedAt), desc(trainingEnrollment.attemptId))
    .limit(1);
  return row ?? null;
}

/** Returns the course that a person takes next: the one after the last they completed here, for whichever requirement. */
export async function nextStepOf(call: Call, profileId: string): Promise<TrainingStep> {
  const { rows } = await call.db.execute<{ step: TrainingStep }>(sql`
    SELECT enrollment.step FROM training_enrollment AS enrollment
    JOIN attempt ON attempt.organization_id = enrollment.organization_id AND attempt.attempt_id = enrollment.attempt_id
    WHERE enrollment.organization_id = ${call.organizationId} AND enrollment.profile_id = ${profileId}
      AND enrollment.state = 'completed' AND attempt.state = 'approved' AND attempt.voided_at IS NULL
    ORDER BY enrollment.completed_at DESC LIMIT 1`);
  return nextTrainingStep(rows[0]?.step ?? null);
}

/** The place to which the encryption of an enrollment's data is bound. */
export const enrollmentPlace = (call: Call, attemptId: string, column: "sealed_link" | "sealed_answer") => ({
  tenant: call.organizationId,
  table: "training_enrollment",
  column,
  id: attemptId,
});
