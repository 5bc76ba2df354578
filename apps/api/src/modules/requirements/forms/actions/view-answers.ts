import type { ResponseOf } from "@touchline/contract";
import type { getFormAnswers } from "@touchline/contract/requirements/forms";
import { answerLines, viewAction, visibleSections } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { forbidden, notFound } from "../../../../errors.ts";
import { denialText, verdictOn } from "../../../../security/authorize.ts";
import { memberTarget } from "../../../people/index.ts";
import { requirementOn } from "../../requirements/queries/requirement-rows.ts";
import { answersOf, attemptOf, fieldFiles, versionOf } from "../queries/answers.ts";
import { nameOfProfile } from "../queries/signer.ts";
import type { RequirementRef } from "./draft.ts";

/**
 * Returns the answers of a submitted form with the version of the form it was submitted on, to anyone who may see its files.
 *
 * @throws NotFound (also if it was not filled in on the page), Forbidden
 */
export async function viewAnswers(
  call: Call,
  input: RequirementRef & { attemptId?: string | undefined },
): Promise<ResponseOf<typeof getFormAnswers>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  const on = await requirementOn(call, target, input.requirementId);
  const sees = verdictOn(call, viewAction(on.required.type), { ...target, requirementType: on.required.type });
  if (!sees.allowed) throw forbidden(denialText(sees.reason), sees.reason);
  if (sees.outcomeOnly)
    throw forbidden("You can see the status of this requirement but not the answers.", "outcomeOnly");
  const row = input.attemptId ? await attemptOf(call, input.requirementId, input.attemptId) : on.attempt;
  const kept = row && (await answersOf(call, row.attemptId));
  const version = row && (await versionOf(call, row.contentVersionId));
  if (!kept?.submittedAt || version?.settings.kind !== "form" || version.settings.form === null) {
    throw notFound("completedForm");
  }
  const { answers } = kept;
  const names = new Map((await fieldFiles(call, kept.attemptId)).map(({ fileId, name }) => [fileId, name]));
  return {
    attemptId: kept.attemptId,
    contentVersion: version.number,
    submittedAt: kept.submittedAt.toISOString(),
    filledInBy: await nameOfProfile(call, kept.savedBy),
    sections: visibleSections(version.settings.form, answers).map(({ title, fields }) => ({
      title,
      answers: fields.map((field) => {
        const answer = answers[field.key] ?? null;
        const lines = answer === null ? [] : answerLines(field, answer, (fileId) => names.get(fileId));
        return { key: field.key, label: field.label, kind: field.kind, lines, answer };
      }),
    })),
  };
}
