import type { AdverseDocumentKind } from "@touchline/contract/screening/adverse-action";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { forgetBytes } from "../../../../http/pending-uploads.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { storedFile } from "../../../../schema/files.ts";
import {
  adverseAction,
  adverseActionDocument,
  adverseActionFile,
  adverseActionStep,
} from "../../../../schema/reviews.ts";
import { notHeld } from "../../../incidents/index.ts";
import { withLocks } from "../../../people/index.ts";
import { adverseSettings } from "../queries/settings.ts";
import { recordStep } from "./step.ts";

/** Documents, and files, of one organization that are disposed of in one turn. */
const most = 200;

/**
 * Disposes of what has reached the end of its retention period: the content is removed, and a step with its digest stays in the record.
 * What concerns a person under a legal hold waits until it ends.
 */
export async function disposeDue(unlocked: Call): Promise<void> {
  const found = [...(await documentsDue(unlocked)), ...(await filesDue(unlocked))];
  if (found.length === 0) return;
  const call = await withLocks(unlocked, { people: [...new Set(found.map(({ whom }) => whom.profileId))] });
  for (const { document, action, whom } of await documentsDue(call)) {
    const { adverseActionDocumentId: documentId, kind, sha256, bytes } = document;
    await call.db
      .update(adverseActionDocument)
      .set({ sealedContent: null, disposedAt: call.now })
      .where(and(ours(adverseActionDocument, call), eq(adverseActionDocument.adverseActionDocumentId, documentId)));
    await recordStep(call, action, whom, { kind: "disposed", facts: { document: kind, documentId, sha256, bytes } });
  }
  for (const { file, action, whom } of await filesDue(call)) {
    const { adverseActionStepId, fileId, sha256, bytes, storageKey } = file;
    await call.db
      .update(adverseActionFile)
      .set({ disposedAt: call.now })
      .where(
        and(
          ours(adverseActionFile, call),
          eq(adverseActionFile.adverseActionStepId, adverseActionStepId),
          eq(adverseActionFile.fileId, fileId),
        ),
      );
    await forgetBytes(call, [storageKey]);
    const facts = { document: "statementFile" as const, documentId: fileId, sha256, bytes };
    await recordStep(call, action, whom, { kind: "disposed", facts });
  }
}

const endedBefore = (call: Call, period: string): SQL =>
  sql`${adverseAction.endedAt} + ${period}::interval <= ${call.now.toISOString()}::timestamptz`;

/** Columns that identify the adverse action of a document or file, and its person. */
const about = {
  action: { adverseActionId: adverseAction.adverseActionId, attemptId: adverseAction.attemptId },
  whom: {
    requirementId: attempt.requirementId,
    profileLevelAccessId: attempt.profileLevelAccessId,
    profileId: requirement.profileId,
    contentId: requirement.contentId,
  },
};

/** Documents whose retention period is over, of adverse actions that ended, without their content. */
async function documentsDue(call: Call) {
  const { reportMonths, letterYears } = await adverseSettings(call);
  const kept = (kind: AdverseDocumentKind, period: string) =>
    sql`(${adverseActionDocument.kind} = ${kind} AND ${endedBefore(call, period)})`;
  const letters = `${letterYears} years`;
  const { adverseActionDocumentId, kind, sha256, bytes } = adverseActionDocument;
  return call.db
    .select({ document: { adverseActionDocumentId, kind, sha256, bytes }, ...about })
    .from(adverseActionDocument)
    .innerJoin(adverseAction, onKey(adverseAction.adverseActionId, adverseActionDocument.adverseActionId))
    .innerJoin(attempt, onKey(attempt.attemptId, adverseAction.attemptId))
    .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
    .where(
      and(
        ours(adverseActionDocument, call),
        sql`${adverseActionDocument.sealedContent} IS NOT NULL`,
        notHeld(call, requirement.profileId),
        sql`(${kept("report", `${reportMonths} months`)} OR ${kept("preAdverseNotice", letters)} OR ${kept("finalNotice", letters)})`,
      ),
    )
    .orderBy(adverseActionDocument.madeAt, adverseActionDocument.adverseActionDocumentId)
    .limit(most);
}

/** Files attached to statements whose retention period is over. They are kept as long as the copy of the report they refer to. */
async function filesDue(call: Call) {
  const { reportMonths } = await adverseSettings(call);
  const { adverseActionStepId, fileId } = adverseActionFile;
  const { sha256, bytes, storageKey } = storedFile;
  return call.db
    .select({ file: { adverseActionStepId, fileId, sha256, bytes, storageKey }, ...about })
    .from(adverseActionFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, fileId))
    .innerJoin(adverseActionStep, onKey(adverseActionStep.adverseActionStepId, adverseActionStepId))
    .innerJoin(adverseAction, onKey(adverseAction.adverseActionId, adverseActionStep.adverseActionId))
    .innerJoin(attempt, onKey(attempt.attemptId, adverseAction.attemptId))
    .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
    .where(
      and(
        ours(adverseActionFile, call),
        isNull(adverseActionFile.disposedAt),
        notHeld(call, requirement.profileId),
        endedBefore(call, `${reportMonths} months`),
      ),
    )
    .orderBy(asc(storedFile.createdAt), asc(fileId))
    .limit(most);
}
