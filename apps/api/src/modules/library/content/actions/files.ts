import { contentFileKinds } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import type { FileAnswer, UploadedFile } from "../../../../http/mount.ts";
import { storedFile } from "../../../../schema/files.ts";
import { contentFile } from "../../../../schema/library.ts";
import { authorize } from "../../../../security/authorize.ts";
import { answerWith, keepUploads, openable } from "../../../files/index.ts";
import { withLocks } from "../../../people/index.ts";
import { contentById, contentOrArchived } from "../queries/content-by-id.ts";

/**
 * Stores a file that a content's settings can name: a blank form, a video, a training package.
 *
 * @throws NotFound, Forbidden, Conflict (its type has no files), 400 (not one file), 415.
 */
export async function addContentFile(
  unlocked: Call,
  input: { contentId: string; uploads: readonly UploadedFile[] },
): Promise<{ fileId: string; name: string; bytes: number }> {
  const call = await withLocks(unlocked);
  const { contentId, levelPre, type } = await contentById(call, input.contentId);
  authorize(call, "content.edit", { levelPre });
  const accepted = contentFileKinds[type];
  if (accepted.length === 0) throw conflict("This type of requirement can't have a file.", "noFile");
  const [upload, ...others] = input.uploads;
  if (!upload || others.length > 0) throw invalid("file", "Upload one file.");
  const [fileId = ""] = await keepUploads(call, [upload], accepted);
  await call.db
    .insert(contentFile)
    .values({ organizationId: call.organizationId, contentId, fileId, createdAt: call.now });
  return { fileId, name: upload.name, bytes: upload.bytes };
}

/** Opens a file of a content for people who edit it. @throws NotFound, Forbidden */
export async function downloadContentFile(
  call: Call,
  input: { contentId: string; fileId: string },
): Promise<FileAnswer> {
  const { contentId, levelPre } = await contentOrArchived(call, input.contentId);
  authorize(call, "content.edit", { levelPre });
  return openContentFile(call, { contentId, fileId: input.fileId });
}

/** Returns the bytes of a file of a content. The caller authorizes. @throws NotFound, Conflict (not scanned, harmful) */
export async function openContentFile(call: Call, of: { contentId: string; fileId: string }): Promise<FileAnswer> {
  return answerWith(call, await libraryFile(call, of));
}

/** Returns the facts about a file of a content, and where its bytes are stored. The caller authorizes. @throws NotFound */
export async function libraryFile(call: Reading, of: { contentId: string; fileId: string }) {
  const [file] = await call.db
    .select(openable)
    .from(contentFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, contentFile.fileId))
    .where(and(ours(contentFile, call), eq(contentFile.contentId, of.contentId), eq(contentFile.fileId, of.fileId)));
  if (!file) throw notFound("file");
  return file;
}
