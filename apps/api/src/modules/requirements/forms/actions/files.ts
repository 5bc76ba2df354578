import type { BodyOf, RequirementStatus, ResponseOf } from "@touchline/contract";
import type { addFormFile } from "@touchline/contract/requirements/forms";
import { viewAction } from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { forbidden, invalid, notFound } from "../../../../errors.ts";
import type { FileAnswer, UploadedFile } from "../../../../http/mount.ts";
import { formFile } from "../../../../schema/requirements.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { keepUploads, refuseTooManyBytes } from "../../../files/index.ts";
import { openContentFile } from "../../../library/index.ts";
import { memberTarget, withLocks } from "../../../people/index.ts";
import { permittedOn, refuseUnless } from "../../requirements/actions/permitted.ts";
import { removeSubmittedFile } from "../../requirements/actions/remove-file.ts";
import { requirementOn } from "../../requirements/queries/requirement-rows.ts";
import { answersOf } from "../queries/answers.ts";
import { begun, draftOn, formOn, keepAnswers, type RequirementRef, removeFiles } from "./draft.ts";

/** Keeps the file of a file field, in place of the one before. @throws NotFound, Forbidden, Conflict, 400, 415 */
export async function addFile(
  unlocked: Call,
  input: RequirementRef & BodyOf<typeof addFormFile> & { uploads: readonly UploadedFile[] },
): Promise<ResponseOf<typeof addFormFile>> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const found = await permittedOn(call, input, "begin");
  const { fieldKey } = input;
  const field = formOn(found.on)
    .sections.flatMap(({ fields }) => fields)
    .find((one) => one.key === fieldKey);
  const { settings } = found.on.required;
  if (field?.kind !== "file" || !("acceptedExtensions" in settings)) {
    throw invalid("fieldKey", "The form doesn't ask for a file here.");
  }
  const [upload, ...others] = input.uploads;
  if (!upload || others.length > 0) throw invalid("file", "Upload one file.");
  await refuseTooManyBytes(call, upload.bytes);
  const attemptId = await begun(call, found, input.contentVersion);
  const [fileId = ""] = await keepUploads(call, [upload], settings.acceptedExtensions);
  await removeFiles(call, attemptId, fieldKey);
  const { organizationId, now: createdAt } = call;
  await call.db.insert(formFile).values({ organizationId, attemptId, fileId, fieldKey, createdAt });
  const answers = { [fieldKey]: fileId };
  const saved = await keepAnswers(call, found, attemptId, { revision: input.revision, answers });
  return { fieldKey, fileId, name: upload.name, bytes: upload.bytes, ...saved };
}

/** Opens the blank of the form as it is asked now. @throws NotFound, Forbidden */
export async function openBlank(call: Call, input: RequirementRef): Promise<FileAnswer> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const { required, verdicts } = await requirementOn(call, target, input.requirementId);
  const { contentId, settings } = required;
  const sees = verdictOn(call, viewAction(required.type), { ...target, requirementType: required.type });
  if (!sees.allowed) throw forbidden(denialText(sees.reason), sees.reason);
  // Content without a blank PDF reports that only to callers who may see it.
  if (settings.kind === "form") refuseUnless(verdicts.downloadContentForm);
  if (settings.kind !== "form" || settings.blankFileId === null) throw notFound("blankForm");
  return openContentFile(call, { contentId, fileId: settings.blankFileId });
}

/**
 * Takes a file back: of a submission or what is laid down for one, or of a file field while the form is filled in.
 *
 * @throws NotFound, Forbidden, Conflict
 */
export async function takeBack(
  unlocked: Call,
  input: RequirementRef & { fileId: string },
): Promise<{ requirementId: string; status: RequirementStatus }> {
  const call = await withLocks(unlocked, { peopleOf: [input.profileLevelAccessId] });
  const found = await permittedOn(call, input, "begin").catch(() => null);
  const draft = found && draftOn(found.on);
  const laidDown = found?.on.files.some(({ fileId }) => fileId === input.fileId);
  if (!found || !draft || laidDown) return removeSubmittedFile(call, input);
  const saved = await answersOf(call, draft.attemptId);
  const [fieldKey] = Object.entries(saved?.answers ?? {}).find(([, answer]) => answer === input.fileId) ?? [];
  const removed = await call.db
    .update(formFile)
    .set({ removedAt: call.now })
    .where(
      and(
        ours(formFile, call),
        eq(formFile.attemptId, draft.attemptId),
        eq(formFile.fileId, input.fileId),
        isNull(formFile.removedAt),
      ),
    )
    .returning({ fileId: formFile.fileId });
  if (!saved || !fieldKey || removed.length === 0) throw notFound("file");
  await keepAnswers(call, found, draft.attemptId, { revision: saved.revision, answers: { [fieldKey]: null } });
  const { owed } = found.on;
  return { requirementId: owed.requirement.requirementId, status: owed.status };
}
