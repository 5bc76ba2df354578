import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openPace } from "../../../../jobs/batch-size.ts";
import { redoPreview } from "../../../../schema/library.ts";
import { redoEffectOn } from "../../../compliance/standing/queries/redo.ts";
import { actingAgain } from "../../../people/profiles/queries.ts";
import { seenBy } from "./preview-steps.ts";

const pace = openPace({ first: 1_000, most: 10_000 });

/** One step, for the eyes of whoever asked. @returns whether more is left; of one that was asked anew, nothing. */
export async function continueRedoEffect(call: Call, previewId: string, most = pace.most): Promise<boolean> {
  const began = performance.now();
  const own = and(ours(redoPreview, call), eq(redoPreview.previewId, previewId));
  const [row] = await call.db.select().from(redoPreview).where(own).for("update", { skipLocked: true });
  if (!row || row.finishedAt) return false;
  const acting = await actingAgain(call, row.askedBy);
  const { contentId, redoBy, result, afterRequirement: after } = row;
  const seen = acting ? seenBy(acting) : () => false;
  const { looked, last } = await redoEffectOn(call, { contentId, redoBy, after, most }, result, seen);
  // The last one, of fewer, tells nothing.
  if (last !== null) pace.learn(most, performance.now() - began);
  const done = row.done + looked;
  await call.db
    .update(redoPreview)
    .set(
      last === null
        ? { result, done, total: done, finishedAt: call.now }
        : { result, done, total: Math.max(row.total, done), afterRequirement: last },
    )
    .where(own);
  return last !== null;
}
