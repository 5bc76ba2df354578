import { and, eq } from "drizzle-orm";
import { verdictOn } from "../../../kernel/authorize.ts";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { newId } from "../../../kernel/ids.ts";
import { openPace } from "../../../kernel/pace.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { actingAgain } from "../../profiles/queries.ts";
import { effectOn, effectSize, noEffect, type WantedRows } from "../../standing/queries/effect.ts";
import { assignmentPreview } from "../tables.ts";

/** People of the first step, whose answer is waited for. */
const atOnce = 2_000;
/** People of a later one. */
const pace = openPace({ first: 1_000, most: 10_000 });
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * Begins to work out what assignments and exceptions would do: of few people at once, of more step by step
 * (`continueEffect`). What the same person asked of the content before is forgotten. The caller authorizes.
 *
 * @param most people who are looked at at once. @returns whether more is left.
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
  const { looked, last } = await effectOn(call, { contentId, wanted, after: nobody, most }, result, seenBy(call));
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

/** One step, for the eyes of whoever asked. @returns whether more is left; of one that was asked anew, nothing. */
export async function continueEffect(call: Call, previewId: string, most = pace.most): Promise<boolean> {
  const began = performance.now();
  const own = and(ours(assignmentPreview, call), eq(assignmentPreview.previewId, previewId));
  const [row] = await call.db.select().from(assignmentPreview).where(own).for("update", { skipLocked: true });
  if (!row || row.finishedAt) return false;
  const acting = await actingAgain(call, row.askedBy);
  const { contentId, wanted, result, afterProfile: after } = row;
  const seen = acting ? seenBy(acting) : () => false;
  const { looked, last } = await effectOn(call, { contentId, wanted, after, most }, result, seen);
  pace.learn(most, performance.now() - began);
  const done = row.done + looked;
  await call.db
    .update(assignmentPreview)
    .set(
      last === null
        ? { result, done, total: done, finishedAt: call.now }
        : { result, done, total: Math.max(row.total, done), afterProfile: last },
    )
    .where(own);
  return last !== null;
}

const seenBy = (call: Call) => {
  const known = new Map<number, boolean>();
  return (levelPre: number) => {
    const seen = known.get(levelPre) ?? verdictOn(call, "members.see", { levelPre }).allowed;
    known.set(levelPre, seen);
    return seen;
  };
};
