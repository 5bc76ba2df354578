import { and, eq } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { redoPreview } from "../../../../schema/library.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { noRedoEffect, redoEffectOn, redoEffectSize } from "../../../compliance/index.ts";
import { memberTargets } from "../../../people/index.ts";
import { previewRedoEffect } from "../jobs.ts";
import { contentById } from "../queries/content-by-id.ts";
import { seenBy } from "./preview-steps.ts";
import { refusePassed } from "./save-settings.ts";

/** People in the first step, which runs within the request. */
const atOnce = 2_000;
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * Works out the effect of a version that requires earlier completions to be repeated by a day: at once for few people, step by
 * step for many. Nothing of it is applied; the same person's earlier preview of the content is deleted.
 *
 * @param most people who are processed at once.
 * @throws NotFound, Forbidden; 400 for a day that has passed.
 */
export async function previewRedo(call: Call, input: { contentId: string; redoBy: string }, most = atOnce) {
  const { contentId, levelPre } = await contentById(call, input.contentId);
  authorize(call, "content.edit", { levelPre });
  const { redoBy } = input;
  await refusePassed(call, redoBy);
  const askedBy = actingProfile(call) ?? nobody;
  await call.db
    .delete(redoPreview)
    .where(and(ours(redoPreview, call), eq(redoPreview.contentId, contentId), eq(redoPreview.askedBy, askedBy)));
  const previewId = newId();
  const result = noRedoEffect();
  const { looked, last } = await redoEffectOn(call, { contentId, redoBy, after: nobody, most }, result, seenBy(call));
  await call.db.insert(redoPreview).values({
    organizationId: call.organizationId,
    ...{ previewId, contentId, askedBy, redoBy, result },
    afterRequirement: last ?? nobody,
    done: looked,
    total: last === null ? looked : await redoEffectSize(call, contentId),
    finishedAt: last === null ? call.now : null,
    createdAt: call.now,
  });
  if (last !== null) await enqueue(call, previewRedoEffect, { previewId });
  return redoPreviewOf(call, { contentId, previewId });
}

/** Returns the progress and the findings, only to the person who asked. @throws NotFound, Forbidden */
export async function redoPreviewOf(call: Call, input: { contentId: string; previewId: string }) {
  const { contentId, levelPre } = await contentById(call, input.contentId);
  authorize(call, "content.edit", { levelPre });
  const [row] = await call.db
    .select()
    .from(redoPreview)
    .where(
      and(ours(redoPreview, call), eq(redoPreview.previewId, input.previewId), eq(redoPreview.contentId, contentId)),
    );
  if (!row || row.askedBy !== actingProfile(call)) throw notFound("preview");
  const { previewId, done, total, finishedAt, result } = row;
  if (!finishedAt) return { previewId, done, total, result: null };
  const found = await memberTargets(call, result.examples);
  const examples = result.examples.flatMap((id) => {
    const target = found.get(id);
    if (!target || !verdictOn(call, "members.see", { levelPre: target.levelPre }).allowed) return [];
    const { profileLevelAccessId, firstName, lastName, labelName, levelName } = target;
    return { profileLevelAccessId, name: `${firstName} ${lastName}`, labelName, levelName };
  });
  const losingClearance = { memberships: result.losing, examples };
  return { previewId, done, total, result: { ending: result.ending, losingClearance } };
}
