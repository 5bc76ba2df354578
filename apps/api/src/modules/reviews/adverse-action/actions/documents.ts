import { Readable } from "node:stream";
import { adverseDocumentNames } from "@touchline/rules";
import { and, eq } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { storedFile } from "../../../../schema/files.ts";
import {
  adverseAction,
  adverseActionDocument,
  adverseActionFile,
  adverseActionStep,
} from "../../../../schema/reviews.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { answerWith, openable } from "../../../files/index.ts";
import { memberTarget } from "../../../people/index.ts";
import { requirementOn } from "../../../requirements/index.ts";
import { type AdversePlace, aboutCheck, documentPlace } from "../queries/action.ts";

/**
 * Allows the person, a guardian, or a reviewer of background checks to open a document of an adverse action.
 *
 * @throws NotFound, Forbidden
 */
async function opened(call: Call, place: AdversePlace) {
  const target = await memberTarget(call, place.profileLevelAccessId);
  if (!target.self && !target.guardedChild) authorize(call, "requirements.review", aboutCheck(target));
  return { target, on: await requirementOn(call, target, place.requirementId) };
}

async function auditOpened(call: Call, { target, on }: Awaited<ReturnType<typeof opened>>, fileId: string) {
  const { requirementId } = on.owed.requirement;
  const { profileId, levelId } = target;
  const facts = { contentId: on.required.contentId, requirementId, how: "downloaded", fileIds: [fileId] };
  await audit(call, [{ action: "file.viewed", subjectId: fileId, profileId, levelId, facts }]);
}

/** Opens a letter, or the copy of the report. @throws NotFound, Forbidden, Conflict once it was disposed of */
export async function openDocument(call: Call, request: AdversePlace & { documentId: string }): Promise<FileAnswer> {
  const read = await opened(call, request);
  const [row] = await call.db
    .select({ document: adverseActionDocument })
    .from(adverseActionDocument)
    .innerJoin(adverseAction, onKey(adverseAction.adverseActionId, adverseActionDocument.adverseActionId))
    .innerJoin(attempt, onKey(attempt.attemptId, adverseAction.attemptId))
    .where(
      and(
        ours(adverseActionDocument, call),
        eq(adverseActionDocument.adverseActionDocumentId, request.documentId),
        eq(attempt.requirementId, request.requirementId),
      ),
    );
  if (!row) throw notFound("document");
  const { kind, sealedContent, madeAt } = row.document;
  if (sealedContent === null) {
    throw conflict("This document was removed at the end of its retention period.", "disposed");
  }
  const { wrappedKey } = await organizationFacts(call);
  const text = call.adapters.vault.open(wrappedKey, documentPlace(call, request.documentId), sealedContent);
  const content = Buffer.from(text, "base64");
  await auditOpened(call, read, request.documentId);
  return {
    name: `${adverseDocumentNames[kind]}, ${madeAt.toISOString().slice(0, 10)}.pdf`,
    mediaType: "application/pdf",
    bytes: content.length,
    stream: Readable.from([content]),
  };
}

/** Opens a file that the person added to a statement. @throws NotFound, Forbidden, Conflict (not scanned, harmful, disposed of) */
export async function openFile(call: Call, request: AdversePlace & { fileId: string }): Promise<FileAnswer> {
  const read = await opened(call, request);
  const [file] = await call.db
    .select({ ...openable, disposedAt: adverseActionFile.disposedAt })
    .from(adverseActionFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, adverseActionFile.fileId))
    .innerJoin(adverseActionStep, onKey(adverseActionStep.adverseActionStepId, adverseActionFile.adverseActionStepId))
    .innerJoin(adverseAction, onKey(adverseAction.adverseActionId, adverseActionStep.adverseActionId))
    .innerJoin(attempt, onKey(attempt.attemptId, adverseAction.attemptId))
    .where(
      and(
        ours(adverseActionFile, call),
        eq(adverseActionFile.fileId, request.fileId),
        eq(attempt.requirementId, request.requirementId),
      ),
    );
  if (!file) throw notFound("file");
  if (file.disposedAt !== null) {
    throw conflict("This file was removed at the end of its retention period.", "disposed");
  }
  await auditOpened(call, read, request.fileId);
  return answerWith(call, file);
}
