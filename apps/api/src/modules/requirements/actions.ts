import type { RequirementAction, RequirementStatus } from "@touchline/contract";
import {
  dayOf,
  denialReasons,
  expiryOf,
  isConfidential,
  startOfDay,
  uploadWantsReview,
  viewAction,
} from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import { audit } from "../../kernel/audit.ts";
import { denialText, verdictOn } from "../../kernel/authorize.ts";
import type { Call } from "../../kernel/call.ts";
import { conflict, forbidden, invalid, notFound } from "../../kernel/errors.ts";
import type { FileAnswer, Upload } from "../../kernel/mount.ts";
import { ours } from "../../kernel/tenancy.ts";
import { keepUploads } from "../files/actions.ts";
import { inTurn } from "../profiles/actions/turn.ts";
import { type MemberTarget, memberTarget } from "../profiles/queries.ts";
import { restandOne } from "../standing/actions/restand.ts";
import { transition } from "../standing/actions/transition.ts";
import { fileOf, filesOf, shownFile } from "./queries/files.ts";
import { requirementOn } from "./queries/owed.ts";
import { attemptFile } from "./tables.ts";

type On = Awaited<ReturnType<typeof requirementOn>>;

/** The requirement a verb is about, if the actor may do this with it now. @throws NotFound, Forbidden, Conflict */
export async function permittedOn(
  call: Call,
  input: { profileLevelAccessId: string; requirementId: string },
  action: RequirementAction,
): Promise<{ target: MemberTarget; on: On }> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, input.requirementId);
  const verdict = on.verdicts[action];
  if (verdict.allowed) return { target, on };
  if (stateRefusals.has(verdict.reason)) {
    throw conflict("This is not possible now: the requirement has moved on. Look again.", verdict.reason);
  }
  const denial = denialReasons.find((reason) => reason === verdict.reason);
  throw forbidden(denial ? denialText(denial) : "This is not yours to do on this requirement.", verdict.reason);
}

const stateRefusals: ReadonlySet<string> = new Set([
  "archived",
  "rejected",
  "alreadyDone",
  "notDone",
  "inReview",
  "withProvider",
  "nothingBegun",
  "nothingToReview",
  "noFile",
  "neverCompleted",
  "notRejected",
]);

/**
 * Submits a document: keeps the files, makes the attempt, and sends it to review or completes at once, as the content
 * says. Renewals run beside a completion that still counts.
 *
 * @param input.completedDate the day on which it was completed, in the organization's zone; today when not asked.
 * @throws NotFound, Forbidden, Conflict (in review already, done already), 400 (dates), 415 (files).
 */
export async function completeDocument(
  given: Call,
  input: {
    requirementId: string;
    profileLevelAccessId: string;
    completedDate?: string | undefined;
    validUntil?: string | undefined;
    uploads: readonly Upload[];
  },
): Promise<{ requirementId: string; attemptId: string; status: RequirementStatus }> {
  const call = await inTurn(given, { peopleOf: [input.profileLevelAccessId] });
  const { target, on } = await permittedOn(call, input, "complete");
  const { settings, type, versionId } = on.asked;
  const today = dayOf(call.now.getTime(), on.zone);
  if (settings.asksCompletionDate && !input.completedDate) {
    throw invalid("completedDate", "Give the day on which the document was completed.");
  }
  if (input.completedDate && input.completedDate > today) {
    throw invalid("completedDate", "This day lies in the future. Give the day on which it was completed.");
  }
  if (input.validUntil && input.validUntil < today) {
    throw invalid("validUntil", "This document has expired already. Send a newer one.");
  }
  const reviewWanted = uploadWantsReview(type, settings.reviewRequired);
  if (settings.validity.type === "PerRequirement" && !reviewWanted && !input.validUntil) {
    throw invalid("validUntil", "Give the last day on which the document is valid.");
  }
  const completedAt =
    input.completedDate && input.completedDate < today ? startOfDay(input.completedDate, on.zone) : call.now.getTime();
  const fileIds = await keepUploads(call, input.uploads, settings.acceptedExtensions);
  const { attemptId } = await transition(
    call,
    subjectOf(target, on),
    { kind: "submitted", reviewWanted, type },
    versionId,
    {
      submittedAt: call.now,
      completedAt: new Date(completedAt),
      validUntil: input.validUntil ?? null,
      ...(reviewWanted
        ? {}
        : {
            decidedAt: call.now,
            expiresAt: asDate(
              expiryOf(settings.validity, { completedAt, givenDay: input.validUntil ?? null }, on.zone),
            ),
          }),
    },
  );
  await call.db
    .insert(attemptFile)
    .values(fileIds.map((fileId) => ({ organizationId: call.organizationId, attemptId, fileId })));
  const { requirementId, status } = await restandOne(call, subjectOf(target, on));
  return { requirementId, attemptId, status };
}

/** Takes one file of an open submission back; without any file left the submission is withdrawn. */
export async function deleteDocumentAttachment(
  given: Call,
  input: { requirementId: string; profileLevelAccessId: string; fileId: string },
): Promise<{ requirementId: string; status: RequirementStatus }> {
  const call = await inTurn(given, { peopleOf: [input.profileLevelAccessId] });
  const { target, on } = await permittedOn(call, input, "delete");
  const open = on.attempt;
  if (!open) throw notFound("The submission");
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
  if (removed.length === 0) throw notFound("The file");
  if ((await filesOf(call, open.attemptId)).length === 0) {
    await transition(call, subjectOf(target, on), { kind: "withdrawn", reason: "fileDeleted" }, open.contentVersionId);
  }
  const { requirementId, status } = await restandOne(call, subjectOf(target, on));
  return { requirementId, status };
}

/** Opens one file of any submission of a requirement. @throws NotFound, Forbidden */
export async function downloadFile(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string; fileId: string },
): Promise<FileAnswer> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, input.requirementId);
  const type = on.asked.type;
  const sees = verdictOn(call, viewAction(type), { ...target, requirementType: type });
  if (!sees.allowed) throw forbidden(denialText(sees.reason), sees.reason);
  if (sees.outcomeOnly) throw forbidden("You see the outcome of this requirement, not its files.", "outcomeOnly");
  const file = await fileOf(call, input.requirementId, input.fileId);
  if (!file) throw notFound("The file");
  await auditView(call, { target, on }, "downloaded", [file.fileId]);
  const stream = await call.adapters.files.open(file.storageKey);
  return { name: file.name, mediaType: file.mediaType, bytes: file.bytes, stream };
}

/** Lists the files of the submission that is shown. @throws NotFound, Forbidden */
export async function listFiles(call: Call, input: { requirementId: string; profileLevelAccessId: string }) {
  const found = await permittedOn(call, input, "view");
  const { files } = found.on;
  await auditView(
    call,
    found,
    "listed",
    files.map((file) => file.fileId),
  );
  return files.map(shownFile);
}

/** Whoever looks at confidential files, their own too, leaves a trace in the transaction that shows them. */
export async function auditView(
  call: Call,
  { target, on }: { target: MemberTarget; on: On },
  how: "listed" | "downloaded" | "reviewed",
  fileIds: readonly string[],
): Promise<void> {
  const { contentId, type } = on.asked;
  if (!isConfidential[type] || fileIds.length === 0) return;
  const { profileId, levelId } = target;
  const { requirementId } = on.owed.requirement;
  const facts = { contentId, requirementId, how, fileIds };
  await audit(call, [{ action: "file.viewed", subjectId: fileIds[0] ?? null, profileId, levelId, facts }]);
}

export const subjectOf = (target: MemberTarget, on: On) => ({
  requirementId: on.owed.requirement.requirementId,
  profileId: target.profileId,
  contentId: on.asked.contentId,
  profileLevelAccessId: target.profileLevelAccessId,
});

const asDate = (instant: number | null) => (instant === null ? null : new Date(instant));
