import { and, eq } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openBatch, type Part } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import type { EffectSoFar, WantedRows } from "../../../../schema/json.ts";
import { assignmentPreview } from "../../../../schema/library.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import { effectOn, effectSize, newlyReminded, noEffect, remindedNow } from "../../../compliance/index.ts";
import { readAboutBy, readersAbout } from "../../../messages/index.ts";
import { actingAgain } from "../../../people/index.ts";

/** People in the first step, which runs within the request. */
const atOnce = 2_000;
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * Begins to work out the effect of assignments and exceptions: at once for few people, step by step for many
 * (`continueEffect`). The same person's earlier preview of the content is deleted. The caller authorizes.
 *
 * @param most people who are processed at once.
 * @returns whether more is left.
 */
export async function beginEffect(
  call: Call,
  contentId: string,
  wanted: WantedRows,
  most = atOnce,
): Promise<{ previewId: string; left: boolean }> {
  const askedBy = actingProfile(call) ?? nobody;
  await call.db
    .delete(assignmentPreview)
    .where(
      and(
        ours(assignmentPreview, call),
        eq(assignmentPreview.contentId, contentId),
        eq(assignmentPreview.askedBy, askedBy),
      ),
    );
  const previewId = newId();
  const result = noEffect();
  const step = { contentId, wanted, after: nobody, most };
  const { looked, last } = await lookAt(call, step, result, seenBy(call));
  await call.db.insert(assignmentPreview).values({
    organizationId: call.organizationId,
    ...{ previewId, contentId, askedBy, wanted, result },
    afterProfile: last ?? nobody,
    done: looked,
    total: last === null ? looked : await effectSize(call, contentId, wanted),
    finishedAt: last === null ? call.now : null,
    createdAt: call.now,
  });
  return { previewId, left: last !== null };
}

type Preview = typeof assignmentPreview.$inferSelect;

const preview = openBatch<string, Preview, string, Part<string> & Pick<Preview, "result"> & { looked: number }>({
  // People in a step of the job.
  size: openBatchSize({ first: 1_000, most: 10_000 }),
  async begin(call, previewId) {
    const [row] = await call.db
      .select()
      .from(assignmentPreview)
      .where(ofPreview(call, previewId))
      .for("update", { skipLocked: true });
    return row && row.finishedAt === null ? row : null;
  },
  async take(call, { contentId, wanted, afterProfile: after, askedBy, ...row }, most) {
    const acting = await actingAgain(call, askedBy);
    // A preview begun by an older version of the product may lack some fields.
    const result = { ...noEffect(), ...row.result };
    const seen = acting ? seenBy(acting) : () => false;
    const { looked, last } = await lookAt(call, { contentId, wanted, after, most }, result, seen);
    // Steps take people but count memberships; the last step, with fewer, says nothing about the right size.
    return { taken: last === null ? 0 : most, next: last, looked, result };
  },
  advance: (call, { previewId, done, total }, { next, looked, result }) =>
    call.db
      .update(assignmentPreview)
      .set({ result, done: done + looked, total: Math.max(total, done + looked), afterProfile: next })
      .where(ofPreview(call, previewId)),
  finish: (call, { previewId, done }, { looked, result }) =>
    call.db
      .update(assignmentPreview)
      .set({ result, done: done + looked, total: done + looked, finishedAt: call.now })
      .where(ofPreview(call, previewId)),
});

const ofPreview = (call: Call, previewId: string) =>
  and(ours(assignmentPreview, call), eq(assignmentPreview.previewId, previewId));

/** Does one step on behalf of the person who asked. @returns whether more is left; false for a preview that was restarted. */
export const continueEffect = preview.step;

type Step = { contentId: string; wanted: WantedRows; after: string; most: number };

/**
 * Does one step with its readers: a person who reads for several, such as a guardian of three, counts at the first of them,
 * ordered by id, and not at all if they get reminders for one of them already.
 */
async function lookAt(call: Call, step: Step, result: EffectSoFar, seen: (levelPre: number) => boolean) {
  const { reminded, ...found } = await effectOn(call, step, result, seen);
  const readers = await readersAbout(call, reminded);
  const family = await readAboutBy(call, [...readers]);
  const before = family.filter((profileId) => profileId <= step.after);
  const [counted, already] = await Promise.all([
    newlyReminded(call, step, before),
    remindedNow(call, step.contentId, family),
  ]);
  const others = await readersAbout(call, [...counted, ...already]);
  result.mailed += [...readers].filter((profileId) => !others.has(profileId)).length;
  return found;
}

/** Tests whether the caller sees members at a level, by its preorder number. */
export const seenBy = (call: Call) => {
  const known = new Map<number, boolean>();
  return (levelPre: number) => {
    const seen = known.get(levelPre) ?? verdictOn(call, "members.see", { levelPre }).allowed;
    known.set(levelPre, seen);
    return seen;
  };
};
