import type { ReportedValues } from "@touchline/rules";
import { hasChance } from "@touchline/rules/requirements/activity-tree";
import { and, eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, Refusal } from "../../../../errors.ts";
import type { Stepped } from "../../../../schema/json.ts";
import { trainingSequence } from "../../../../schema/requirements.ts";
import { followSequencing, requestOf, type SequencingStep } from "../../../files/index.ts";
import { type Package, type SequenceRow, sequencePlace } from "../queries.ts";

type Move = Pick<SequencingStep, "values" | "request" | "target" | "part">;

/** A sequencing step to compute, with the state it starts from; its result is discarded if that state changes meanwhile. */
export type PlannedStep = { packageId: string; step: SequencingStep; version: number; savedAt: number };
/** The result of a sequencing step; null if its rules took too long. */
export type FollowedStep = Omit<PlannedStep, "step"> & { move: Move; stepped: Stepped | null };

type Where = { of: Package; sequence: SequenceRow; learnerId: string };

/** @param savedAt when the part that is left told last what counts for the step. */
function planned({ of, sequence, learnerId }: Where, move: Move, savedAt: Date | null): PlannedStep | null {
  const { sequencing, fileId } = of;
  if (sequencing === null) return null;
  const { version, stepped } = sequence;
  return {
    ...{ packageId: fileId, version, savedAt: savedAt?.getTime() ?? 0 },
    step: {
      tree: { root: sequencing.root, parts: sequencing.parts, ids: sequencing.ids },
      // Before the first step nothing is kept: what is left to chance depends on who takes it.
      state: version === 0 ? null : stepped.state,
      seed: `${learnerId}/${fileId}`,
      ...move,
    },
  };
}

/** Works a step out, with no transaction open. */
export async function follow(plan: PlannedStep | null): Promise<FollowedStep | null> {
  if (plan === null) return null;
  const { step, ...from } = plan;
  const { values, request, target, part } = step;
  return { ...from, move: { values, request, target, part }, stepped: await followSequencing(plan.packageId, step) };
}

const movedMeanwhile = () =>
  new Refusal("unavailable", "This training changed in the meantime. Try again.", { retryAfter: 1 });

/** Returns the result of a sequencing step if the state it started from is unchanged. @throws Unavailable, Conflict */
function resultOf(plan: PlannedStep, followed: FollowedStep | null): Stepped {
  const isFromHere =
    followed !== null &&
    followed.packageId === plan.packageId &&
    followed.version === plan.version &&
    followed.savedAt === plan.savedAt &&
    followed.move.request === plan.step.request &&
    followed.move.part === plan.step.part &&
    followed.move.target === plan.step.target;
  if (!isFromHere) throw movedMeanwhile();
  if (followed.stepped === null) {
    throw conflict("This course takes too long to respond. Contact your organization.", "slowRules");
  }
  return followed.stepped;
}

/** Keeps where a step has led. @throws Unavailable where another step was kept since it began. */
async function keepStep(call: Call, attemptId: string, version: number, stepped: Stepped): Promise<void> {
  const { organizationId, now: savedAt } = call;
  const place = sequencePlace(call, attemptId);
  const sealedState = call.adapters.vault.seal(
    (await organizationFacts(call)).wrappedKey,
    place,
    JSON.stringify(stepped),
  );
  const isThis = and(
    ours(trainingSequence, call),
    eq(trainingSequence.attemptId, attemptId),
    eq(trainingSequence.version, version),
  );
  const next = { sealedState, savedAt, version: version + 1 };
  const kept =
    version === 0
      ? await call.db
          .insert(trainingSequence)
          .values({ organizationId, attemptId, ...next })
          .onConflictDoUpdate({
            target: [trainingSequence.organizationId, trainingSequence.attemptId],
            set: next,
            setWhere: eq(trainingSequence.version, 0),
          })
          .returning({ version: trainingSequence.version })
      : await call.db.update(trainingSequence).set(next).where(isThis).returning({ version: trainingSequence.version });
  if (kept.length === 0) throw movedMeanwhile();
}

type Opening = Where & { part: number; values: ReportedValues | null; savedAt: Date | null };

/** The step that leads to a part; null: none is needed, as it is open, or none does. */
export function planOpening({ part, values, savedAt, ...where }: Opening): PlannedStep | null {
  const { stepped } = where.sequence;
  const way = stepped.opens === part ? null : wayTo(stepped, part);
  return way && planned(where, { values, ...way }, savedAt);
}

/**
 * Goes to a part as its package allows. What the part before it has told counts, where that was left without a word. Where the
 * beginning is left to chance, it is another part than the one that stands first.
 *
 * @returns the part that is open now, and whether it begins a new attempt, as it was not left to be gone on with.
 * @throws Conflict where the package does not let it be opened now; Unavailable where it has moved since the step was planned.
 */
export async function goTo(
  call: Call,
  attemptId: string,
  opening: Opening,
  followed: FollowedStep | null,
): Promise<{ part: number; anew: boolean }> {
  const { part, of, sequence } = opening;
  if (sequence.stepped.opens === part) return { part, anew: false };
  const plan = planOpening(opening);
  const stepped = plan && resultOf(plan, followed);
  const opens = stepped?.opens ?? null;
  const isByChance =
    plan?.step.request === "start" && of.sequencing !== null && hasChance(of.sequencing.root) && opens !== null;
  if (plan === null || stepped === null || opens === null || (opens !== part && !isByChance)) {
    throw conflict("This part isn't available yet. Open the next part instead.", "partBefore");
  }
  await keepStep(call, attemptId, sequence.version, stepped);
  return { part: opens, anew: plan.step.request !== "resumeAll" };
}

function wayTo({ next, nextBy, back, choices }: Stepped, part: number): Omit<Move, "values"> | null {
  if (next === part) return { request: nextBy };
  if (choices.includes(part)) return { request: "choice", part };
  return back === part ? { request: "previous" } : null;
}

type Leaving = Where & { values: ReportedValues; wish: string };

/** The step that leaves the part that is open: where it asked to be led to, or just so. */
export const planLeaving = ({ values, wish, ...where }: Leaving): PlannedStep | null =>
  planned(where, { values, ...(requestOf(wish) ?? { request: "exit" as const }) }, null);

/** Leaves the part that is open. @throws Conflict, Unavailable as `goTo` */
export async function leave(
  call: Call,
  attemptId: string,
  leaving: Leaving,
  followed: FollowedStep | null,
): Promise<Stepped> {
  const plan = planLeaving(leaving);
  if (plan === null) return leaving.sequence.stepped;
  const stepped = resultOf(plan, followed);
  await keepStep(call, attemptId, leaving.sequence.version, stepped);
  return stepped;
}
