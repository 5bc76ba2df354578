import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openBatch, type Part } from "../../../../jobs/batch-job.ts";
import { openBatchSize } from "../../../../jobs/batch-size.ts";
import { redoPreview } from "../../../../schema/library.ts";
import { redoEffectOn } from "../../../compliance/index.ts";
import { actingAgain } from "../../../people/index.ts";
import { seenBy } from "./preview-steps.ts";

type Preview = typeof redoPreview.$inferSelect;

const preview = openBatch<string, Preview, string, Part<string> & Pick<Preview, "result">>({
  size: openBatchSize({ first: 1_000, most: 10_000 }),
  async begin(call, previewId) {
    const [row] = await call.db
      .select()
      .from(redoPreview)
      .where(ofPreview(call, previewId))
      .for("update", { skipLocked: true });
    return row && row.finishedAt === null ? row : null;
  },
  async take(call, { contentId, redoBy, result, afterRequirement: after, askedBy }, most) {
    const acting = await actingAgain(call, askedBy);
    const seen = acting ? seenBy(acting) : () => false;
    const { looked, last } = await redoEffectOn(call, { contentId, redoBy, after, most }, result, seen);
    return { taken: looked, next: last, result };
  },
  advance: (call, { previewId, done, total }, { taken, next, result }) =>
    call.db
      .update(redoPreview)
      .set({ result, done: done + taken, total: Math.max(total, done + taken), afterRequirement: next })
      .where(ofPreview(call, previewId)),
  finish: (call, { previewId, done }, { taken, result }) =>
    call.db
      .update(redoPreview)
      .set({ result, done: done + taken, total: done + taken, finishedAt: call.now })
      .where(ofPreview(call, previewId)),
});

const ofPreview = (call: Call, previewId: string) => and(ours(redoPreview, call), eq(redoPreview.previewId, previewId));

/** Does one step on behalf of the person who asked. @returns whether more is left; false for a preview that was restarted. */
export const continueRedoEffect = preview.step;
