import { filesNamed, wantsReview } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { content, contentFile } from "../../../../schema/library.ts";
import { authorize, verdictOn } from "../../../../security/authorize.ts";
import { levelById, withLocks } from "../../../people/index.ts";
import { contentOrArchived } from "../queries/content-by-id.ts";
import { latestVersion } from "../queries/versions.ts";
import { insertContent } from "./create.ts";
import { permit } from "./permitted.ts";
import { addVersion } from "./save-settings.ts";

/**
 * Makes another content with the same settings and files, not assigned. If the actor may not decide whether submissions are
 * reviewed, those of the copy are.
 *
 * @throws NotFound, Forbidden
 */
export async function duplicateContent(
  unlocked: Call,
  { contentId: from, name, levelId }: { contentId: string; name: string; levelId: string },
): Promise<{ contentId: string }> {
  const call = await withLocks(unlocked);
  const row = await contentOrArchived(call, from);
  await permit(call, row, "duplicate");
  const at = await levelById(call, levelId);
  authorize(call, "content.edit", { levelPre: at.pre });
  const latest = await latestVersion(call, from);
  const contentId = await insertContent(call, { type: row.type, name, description: row.description, levelId });
  await call.db
    .update(content)
    .set({ reminderFrequency: row.reminderFrequency })
    .where(and(ours(content, call), eq(content.contentId, contentId)));
  if (!latest) return { contentId };
  const mayLeaveOut = verdictOn(call, "content.reviewPolicies", { levelPre: at.pre }).allowed;
  const settings =
    "reviewRequired" in latest.settings && !wantsReview(latest.settings) && !mayLeaveOut
      ? { ...latest.settings, reviewRequired: true }
      : latest.settings;
  const files = filesNamed(settings);
  if (files.length > 0) {
    const { organizationId, now: createdAt } = call;
    await call.db
      .insert(contentFile)
      .values(files.map(({ fileId }) => ({ organizationId, contentId, fileId, createdAt })));
  }
  await addVersion(
    call,
    { contentId, currentVersionId: null },
    { settings: { ...settings, redoBy: null }, version: 1 },
  );
  return { contentId };
}
