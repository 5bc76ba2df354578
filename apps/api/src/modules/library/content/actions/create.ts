import type { ReminderFrequency, RequirementType } from "@touchline/contract";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { content } from "../../../../schema/library.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { levelById, withLocks } from "../../../people/index.ts";
import { contentById } from "../queries/content-by-id.ts";

/** Adds a requirement to the library of a level. It can be assigned once it has settings. @throws NotFound, Forbidden */
export async function createContent(unlocked: Call, input: NewContent): Promise<{ contentId: string }> {
  const call = await withLocks(unlocked);
  const at = await levelById(call, input.levelId);
  authorize(call, "content.edit", { levelPre: at.pre });
  return { contentId: await insertContent(call, input) };
}

type NewContent = { type: RequirementType; name: string; description: string; levelId: string };

/** Inserts a content without settings. The caller authorizes. */
export async function insertContent(call: Call, input: NewContent): Promise<string> {
  const contentId = newId();
  const { levelId, type } = input;
  await call.db
    .insert(content)
    .values({ organizationId: call.organizationId, contentId, ...input, createdAt: call.now });
  await audit(call, [{ action: "content.added", subjectId: contentId, levelId, facts: { type } }]);
  return contentId;
}

/** @throws NotFound, Forbidden */
export async function updateContentBase(
  unlocked: Call,
  input: {
    contentId: string;
    name: string;
    description: string;
    reminderFrequency?: ReminderFrequency | null | undefined;
  },
): Promise<{ contentId: string }> {
  const call = await withLocks(unlocked);
  const { contentId, levelPre } = await contentById(call, input.contentId);
  authorize(call, "content.edit", { levelPre });
  await call.db
    .update(content)
    .set({ name: input.name, description: input.description, reminderFrequency: input.reminderFrequency })
    .where(and(ours(content, call), eq(content.contentId, contentId)));
  await audit(call, [{ action: "content.changed", subjectId: contentId }]);
  return { contentId };
}
