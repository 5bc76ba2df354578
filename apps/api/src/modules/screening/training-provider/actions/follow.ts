import type { TrainingProblem } from "@touchline/contract/screening/training-provider";
import { and, eq, inArray, lte } from "drizzle-orm";
import { ProviderError, type ProviderFault } from "../../../../adapters/provider-http.ts";
import type { ProviderEnrollment } from "../../../../adapters/trainings/port.ts";
import { type Adapters, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import type { Outcome } from "../../../../jobs/jobs.ts";
import { trainingEnrollment } from "../../../../schema/lookups.ts";
import { withLocks } from "../../../people/index.ts";
import { enrollmentOf, enrollmentPlace } from "../queries/enrollment.ts";
import { adoptEnrollment } from "./apply.ts";

type Begun = { attemptId: string; enrollmentId: string | null };
type Answer =
  | { kind: "enrollment"; enrollment: ProviderEnrollment | null }
  | { kind: "fault"; fault: ProviderFault; retryAfter: number | null; text: string | null };

/** Reads which training to look up at the provider. */
export async function beginFollowing(call: Call, { attemptId }: { attemptId: string }): Promise<Begun | null> {
  const row = await enrollmentOf(call, attemptId);
  if (!row || call.adapters.trainings === null || (row.state !== "placing" && row.state !== "open")) return null;
  return { attemptId, enrollmentId: row.enrollmentId };
}

/** Reads a training's state from the provider. */
export async function askForTraining({ attemptId, enrollmentId }: Begun, { trainings }: Adapters): Promise<Answer> {
  try {
    if (trainings === null) return { kind: "fault", fault: "unreachable", retryAfter: null, text: null };
    const enrollment = await (enrollmentId === null ? trainings.find(attemptId) : trainings.read(enrollmentId));
    return { kind: "enrollment", enrollment };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return { kind: "fault", fault: error.fault, retryAfter: error.retryAfter, text: error.answer };
  }
}

const problemOf: Record<ProviderFault, TrainingProblem> = {
  unreachable: "unreachable",
  busy: "busy",
  unauthorized: "unauthorized",
  malformed: "malformed",
  refused: "refused",
  notFound: "lost",
};
/** The seconds until the provider is asked again after a problem. Doubled each time the same problem repeats, up to a day. */
const firstPause: Record<TrainingProblem, number> = {
  unreachable: 30,
  busy: 30,
  unauthorized: 900,
  malformed: 900,
  refused: 900,
  lost: 3_600,
};
const longestPause = 86_400;

/** Stores the provider's answer. After a problem, only the time of the next try changes. */
export async function finishFollowing(
  unlocked: Call,
  { attemptId }: { attemptId: string },
  answer: Answer,
): Promise<Outcome> {
  const before = await enrollmentOf(unlocked, attemptId);
  if (!before) return undefined;
  const call = await withLocks(unlocked, { people: [before.profileId] });
  if (answer.kind === "enrollment") {
    if (answer.enrollment) await adoptEnrollment(call, attemptId, answer.enrollment);
    // The provider has no enrollment, so the member has to open the training again.
    else await write(call, attemptId, { nextLookAt: null });
    return undefined;
  }
  const problem = problemOf[answer.fault];
  const isSame = before.problem === problem;
  const looks = isSame ? before.looks + 1 : 1;
  const pause = Math.min(answer.retryAfter ?? firstPause[problem] * 2 ** (looks - 1), longestPause);
  const { wrappedKey } = await organizationFacts(call);
  const place = enrollmentPlace(call, attemptId, "sealed_answer");
  await write(call, attemptId, {
    ...{ problem, looks, problemSince: isSame ? before.problemSince : call.now },
    sealedAnswer:
      problem === "malformed" && answer.text !== null ? call.adapters.vault.seal(wrappedKey, place, answer.text) : null,
    nextLookAt: new Date(call.now.getTime() + pause * 1000),
  });
  return undefined;
}

const write = (call: Call, attemptId: string, values: Partial<typeof trainingEnrollment.$inferInsert>) =>
  call.db
    .update(trainingEnrollment)
    .set(values)
    .where(and(ours(trainingEnrollment, call), eq(trainingEnrollment.attemptId, attemptId)));

/** The most trainings of one organization that are looked up at once. */
const mostAtOnce = 200;
const lease = 120_000;

/** Claims the trainings that are due to be looked up. */
export async function dueTrainings(call: Call) {
  const due = await call.db
    .select({ attemptId: trainingEnrollment.attemptId, problem: trainingEnrollment.problem })
    .from(trainingEnrollment)
    .where(and(ours(trainingEnrollment, call), lte(trainingEnrollment.nextLookAt, call.now)))
    .orderBy(trainingEnrollment.nextLookAt)
    .limit(mostAtOnce)
    .for("update", { skipLocked: true });
  if (due.length === 0) return [];
  const ids = due.map((one) => one.attemptId);
  await call.db
    .update(trainingEnrollment)
    .set({ nextLookAt: new Date(call.now.getTime() + lease) })
    .where(and(ours(trainingEnrollment, call), inArray(trainingEnrollment.attemptId, ids)));
  return due;
}
