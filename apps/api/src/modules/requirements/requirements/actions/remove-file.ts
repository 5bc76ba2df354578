import type { ContentKind, RequirementStatus } from "@touchline/contract";
import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, notFound } from "../../../../errors.ts";
import { attemptFile } from "../../../../schema/requirements.ts";
import { restandOne, transition } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { filesOf, filledInOnPage } from "../queries/files.ts";
import { gathers } from "./draft.ts";
import { permittedOn, subjectOf } from "./permitted.ts";

/**
 * Removes one file of an open submission. Removing the last file of a submitted attempt withdraws it; the files of a draft stay. A form
 * filled in on the page is withdrawn as a whole, because its files are incomplete without each other.
 */
export async function removeSubmittedFile(
  unlocked: Call,
  input: { requirementId: string; profileLevelAccessId: string; fileId: string },
  kind?: ContentKind,
): Promise<{ requirementId: string; status: RequirementStatus }> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const { target, on } = await permittedOn(call, input, "delete");
  if (kind && on.required.settings.kind !== kind)
    throw conflict("This requirement is completed in a different way. Reload the page.", "notForThisType");
  const open = on.attempt;
  if (!open) throw notFound("submission");
  const removed = await call.db
    .update(attemptFile)
    .set({ removedAt: call.now })
    .where(
      and(
        ours(attemptFile, call),
        eq(attemptFile.attemptId, open.attemptId),
        eq(attemptFile.fileId, input.fileId),
        isNull(attemptFile.removedAt),
      ),
    )
    .returning({ fileId: attemptFile.fileId });
  if (removed.length === 0) throw notFound("file");
  const none = !gathers(open) && (await filesOf(call, open.attemptId)).length === 0;
  if (none || (await filledInOnPage(call, open.attemptId)).size > 0) {
    await transition(call, subjectOf(target, on), { kind: "withdrawn", reason: "fileDeleted" }, open.contentVersionId);
  }
  const { requirementId, status } = await restandOne(call, subjectOf(target, on));
  return { requirementId, status };
}
