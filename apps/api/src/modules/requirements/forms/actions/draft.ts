import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { FormAnswers, FormDefinition } from "@touchline/contract/library/form-definition";
import type { getFormDraft, saveFormDraft } from "@touchline/contract/requirements/forms";
import { carriedAnswers } from "@touchline/rules";
import { and, eq, isNull } from "drizzle-orm";
import { actingProfile, type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid } from "../../../../errors.ts";
import { formAnswers, formFile } from "../../../../schema/requirements.ts";
import { restandOne, transition } from "../../../compliance/index.ts";
import {
  type PermittedRequirement,
  permittedInTurn,
  permittedOn,
  subjectOf,
} from "../../requirements/actions/permitted.ts";
import { answersBefore, answersOf, answersPlace, fieldFiles, versionOf } from "../queries/answers.ts";
import { signerOf } from "../queries/signer.ts";

export type PermittedForm = Awaited<ReturnType<typeof permittedOn>>;
export type RequirementRef = { requirementId: string; profileLevelAccessId: string };

/** The form that is filled in on the page. @throws Conflict where there is none */
export function formOn({ required: { settings } }: PermittedRequirement): FormDefinition {
  if (settings.kind === "form" && settings.form !== null) return settings.form;
  throw conflict("This form can't be filled in online. Upload it instead.", "noForm");
}

/** The open draft's attempt, if the requirement has one. */
export const draftOn = ({ attempt }: PermittedRequirement) => (attempt?.state === "draft" ? attempt : null);

/** Reads a form's questions with the answers saved so far. @throws NotFound, Forbidden, Conflict (there is nothing to fill in now) */
export async function readDraft(call: Call, input: RequirementRef): Promise<ResponseOf<typeof getFormDraft>> {
  const { on } = await permittedOn(call, input, "begin");
  const form = formOn(on);
  const draft = draftOn(on);
  const saved = draft && (await answersOf(call, draft.attemptId));
  const before = saved ? null : await answersBefore(call, input.requirementId);
  const version = await versionOf(call, on.required.versionId);
  const files = draft ? await fieldFiles(call, draft.attemptId) : [];
  return {
    contentVersion: version?.number ?? 1,
    form,
    answers: saved?.answers ?? (before ? carriedAnswers(form, before) : {}),
    revision: saved?.revision ?? 0,
    savedAt: saved?.savedAt.toISOString() ?? null,
    from: saved ? "draft" : before ? "before" : "nothing",
    files: files.filter(({ fieldKey, fileId }) => saved?.answers[fieldKey] === fileId),
    signer: await signerOf(call),
  };
}

type Change = Omit<BodyOf<typeof saveFormDraft>, "profileLevelAccessId">;

/**
 * Saves answers. With the first answers the attempt begins, on the version that they were given on.
 *
 * @throws NotFound, Forbidden; Conflict if another device has saved in the meantime, or the form has changed; 400 for a field
 * that the form doesn't have.
 */
export async function saveDraft(
  unlocked: Call,
  input: RequirementRef & Change,
): Promise<ResponseOf<typeof saveFormDraft>> {
  const { call, found } = await permittedInTurn(unlocked, input, "begin");
  const kinds = new Map(
    formOn(found.on)
      .sections.flatMap(({ fields }) => fields)
      .map((field) => [field.key, field.kind]),
  );
  for (const [key, answer] of Object.entries(input.answers)) {
    const kind = kinds.get(key);
    if (kind === undefined) throw invalid(`answers.${key}`, "This question isn't part of the form.");
    if (kind === "file" && answer !== null) throw invalid(`answers.${key}`, "Upload the file.");
  }
  const attemptId = await begun(call, found, input.contentVersion);
  for (const [key, answer] of Object.entries(input.answers)) {
    if (kinds.get(key) === "file" && answer === null) await removeFiles(call, attemptId, key);
  }
  return keepAnswers(call, found, attemptId, input);
}

/** The attempt that is filled in; it begins with the first answers. @throws Conflict when the version is another one now */
export async function begun(call: Call, found: PermittedForm, contentVersion: number): Promise<string> {
  const { target, on } = found;
  const version = await versionOf(call, on.required.versionId);
  if (version?.number !== contentVersion) {
    throw conflict("The form was changed. Reload the page. Your answers are kept.", "newVersion");
  }
  const draft = draftOn(on);
  if (draft) return draft.attemptId;
  const subject = subjectOf(target, on);
  const { attemptId } = await transition(call, subject, { kind: "begin" }, on.required.versionId);
  await restandOne(call, subject);
  return attemptId;
}

const otherDevice = () =>
  conflict("The answers were changed on another device. Reload the page before you continue.", "otherDevice");

/** Writes answers over those of the revision that they were made on. @throws Conflict when there is a later one */
export async function keepAnswers(
  call: Call,
  found: PermittedForm,
  attemptId: string,
  change: Pick<Change, "revision" | "answers">,
): Promise<{ revision: number; savedAt: string }> {
  const { organizationId, now: savedAt } = call;
  const saved = await answersOf(call, attemptId);
  if ((saved?.revision ?? 0) !== change.revision) throw otherDevice();
  const answers = merged(saved?.answers ?? (await carried(call, found)), change.answers);
  const revision = change.revision + 1;
  const { wrappedKey: key } = await organizationFacts(call);
  const savedBy = actingProfile(call) ?? found.target.profileId;
  const sealedAnswers = call.adapters.vault.seal(key, answersPlace(call, attemptId), JSON.stringify(answers));
  const row = { revision, sealedAnswers, savedBy, savedAt };
  const written = saved
    ? await call.db
        .update(formAnswers)
        .set(row)
        .where(
          and(
            ours(formAnswers, call),
            eq(formAnswers.attemptId, attemptId),
            eq(formAnswers.revision, change.revision),
            isNull(formAnswers.submittedAt),
          ),
        )
        .returning({ revision: formAnswers.revision })
    : await call.db
        .insert(formAnswers)
        .values({ organizationId, attemptId, ...row })
        .onConflictDoNothing()
        .returning({ revision: formAnswers.revision });
  if (written.length === 0) throw otherDevice();
  return { revision, savedAt: savedAt.toISOString() };
}

/** With what another attempt began on the page, before anything of it was saved. */
async function carried(call: Call, { on }: PermittedForm): Promise<FormAnswers> {
  const before = await answersBefore(call, on.owed.requirement.requirementId);
  return before ? carriedAnswers(formOn(on), before) : {};
}

function merged(saved: FormAnswers, changes: Change["answers"]): FormAnswers {
  const all = Object.entries({ ...saved, ...changes });
  return Object.fromEntries(all.flatMap(([key, answer]) => (answer === null ? [] : [[key, answer] as const])));
}

/** Removes earlier uploads for a field, so that they are not submitted. */
export async function removeFiles(call: Call, attemptId: string, fieldKey: string): Promise<void> {
  await call.db
    .update(formFile)
    .set({ removedAt: call.now })
    .where(
      and(
        ours(formFile, call),
        eq(formFile.attemptId, attemptId),
        eq(formFile.fieldKey, fieldKey),
        isNull(formFile.removedAt),
      ),
    );
}
