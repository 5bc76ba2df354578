import { and, asc, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { storedFile } from "../../../../schema/files.ts";
import { attemptFile, formAnswers } from "../../../../schema/requirements.ts";
import { mayOpen, storedBytes } from "../../../files/index.ts";

/** Kinds that a browser shows by itself, safely, inside a sandbox. */
const viewable = new Set(["application/pdf", "image/png", "image/jpeg"]);

/** The files of one attempt, or of several, that were not taken back. */
export async function filesOf(call: Call, ...attemptIds: string[]) {
  if (attemptIds.length === 0) return [];
  return storedFiles(call)
    .where(and(ours(attemptFile, call), inArray(attemptFile.attemptId, attemptIds), isNull(attemptFile.removedAt)))
    .orderBy(asc(attemptFile.position), asc(storedFile.createdAt), asc(storedFile.fileId))
    .limit(50 * attemptIds.length);
}

/** Which attempts were filled in on the page: their files are the answers as a PDF, and what belongs to them. */
export async function filledInOnPage(call: Call, ...attemptIds: string[]): Promise<ReadonlySet<string>> {
  if (attemptIds.length === 0) return new Set();
  const rows = await call.db
    .select({ attemptId: formAnswers.attemptId })
    .from(formAnswers)
    .where(
      and(ours(formAnswers, call), inArray(formAnswers.attemptId, attemptIds), isNotNull(formAnswers.submittedAt)),
    );
  return new Set(rows.map((row) => row.attemptId));
}

/**
 * Returns a file of any attempt of a requirement, or null if it does not exist or was removed.
 *
 * @param drafts whether to include unsubmitted files, which only submitters may see.
 */
export async function fileOf(call: Call, requirementId: string, fileId: string, drafts: boolean) {
  const [row] = await storedFiles(call)
    .innerJoin(attempt, onKey(attempt.attemptId, attemptFile.attemptId))
    .where(
      and(
        ours(attemptFile, call),
        eq(attemptFile.fileId, fileId),
        eq(attempt.requirementId, requirementId),
        isNull(attemptFile.removedAt),
        drafts ? undefined : ne(attempt.state, "draft"),
      ),
    );
  return row ?? null;
}

function storedFiles(call: Call) {
  return call.db
    .select({
      attemptId: attemptFile.attemptId,
      fileId: storedFile.fileId,
      name: storedFile.name,
      extension: storedFile.extension,
      mediaType: storedFile.mediaType,
      bytes: storedFile.bytes,
      sha256: storedFile.sha256,
      uploadedAt: storedFile.createdAt,
      ...{ organizationId: storedBytes.organizationId, storageKey: storedBytes.storageKey },
      wrappedKey: storedBytes.wrappedKey,
      scan: storedFile.scan,
      uploadedBy: storedFile.uploadedBy,
    })
    .from(attemptFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, attemptFile.fileId))
    .$dynamic();
}

/** Files as the page may know of them: without where they lie. */
export const shownFiles = (call: Call, files: Awaited<ReturnType<typeof filesOf>>) =>
  files.map(({ storageKey, wrappedKey, organizationId, attemptId, uploadedBy, sha256, ...file }) => ({
    ...file,
    uploadedAt: file.uploadedAt.toISOString(),
    viewable: viewable.has(file.mediaType) && file.scan !== "infected",
    opens: mayOpen(actingProfile(call), { scan: file.scan, uploadedBy }),
  }));
