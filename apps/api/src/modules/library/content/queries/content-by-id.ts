import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { content } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { platformContent } from "../../../../schema/platform.ts";

/** Returns a content in use, with the preorder number of the level that owns it. @throws NotFound, Conflict (archived) */
export async function contentById(call: Call, contentId: string) {
  const row = await contentOrArchived(call, contentId);
  if (row.archivedAt) throw conflict("This requirement is archived. Restore it first.", "archived");
  return row;
}

/** Returns a content, archived or not. @throws NotFound */
export async function contentOrArchived(call: Call, contentId: string) {
  const [row] = await call.db
    .select({
      content,
      levelPre: level.pre,
      levelName: level.name,
      newest: platformContent.version,
      retiredAt: platformContent.retiredAt,
    })
    .from(content)
    .innerJoin(level, onKey(level.levelId, content.levelId))
    .leftJoin(platformContent, eq(platformContent.platformContentId, content.copiedFrom))
    .where(and(ours(content, call), eq(content.contentId, contentId), isNull(content.removedAt)));
  if (!row) throw notFound("requirement");
  const { copiedFrom, copiedVersion } = row.content;
  const origin =
    copiedFrom !== null && copiedVersion !== null && row.newest !== null
      ? { platformContentId: copiedFrom, version: copiedVersion, newest: row.newest, retired: row.retiredAt !== null }
      : null;
  return { ...row.content, levelPre: row.levelPre, levelName: row.levelName, origin };
}
