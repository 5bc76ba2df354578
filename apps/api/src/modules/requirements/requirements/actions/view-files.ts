import { isConfidential, viewAction } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { forbidden, notFound } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { audit } from "../../../../security/audit.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { answerWith } from "../../../files/index.ts";
import { type MemberTarget, memberTarget } from "../../../people/index.ts";
import { fileOf, shownFiles } from "../queries/files.ts";
import { isSubmitter, requirementOn } from "../queries/requirement-rows.ts";
import { type PermittedRequirement, permittedOn } from "./permitted.ts";

/** Opens one file of any submission of a requirement. @throws NotFound, Forbidden, Conflict (not looked at, harmful) */
export async function downloadFile(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string; fileId: string },
): Promise<FileAnswer> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, input.requirementId);
  const type = on.required.type;
  const sees = verdictOn(call, viewAction(type), { ...target, requirementType: type });
  if (!sees.allowed) throw forbidden(denialText(sees.reason), sees.reason);
  if (sees.outcomeOnly) throw forbidden("You can see the status of this requirement but not the files.", "outcomeOnly");
  const file = await fileOf(call, input.requirementId, input.fileId, isSubmitter(target));
  if (!file) throw notFound("file");
  await auditView(call, { target, on }, "downloaded", [file.fileId]);
  return answerWith(call, file);
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
  return shownFiles(call, files);
}

/** Every view of confidential files, including one's own, is audited in the transaction that shows them. */
export async function auditView(
  call: Call,
  { target, on }: { target: MemberTarget; on: PermittedRequirement },
  how: "listed" | "downloaded" | "reviewed",
  fileIds: readonly string[],
): Promise<void> {
  const { contentId, type } = on.required;
  if (!isConfidential[type] || fileIds.length === 0) return;
  const { profileId, levelId } = target;
  const { requirementId } = on.owed.requirement;
  const facts = { contentId, requirementId, how, fileIds };
  await audit(call, [{ action: "file.viewed", subjectId: fileIds[0] ?? null, profileId, levelId, facts }]);
}
