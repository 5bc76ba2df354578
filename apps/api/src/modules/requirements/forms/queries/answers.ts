import type { FormAnswers } from "@touchline/contract/library/form-definition";
import { and, asc, desc, eq, isNull } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { storedFile } from "../../../../schema/files.ts";
import { contentVersion } from "../../../../schema/library.ts";
import { formAnswers, formFile } from "../../../../schema/requirements.ts";

/** The context that binds encrypted answers to their attempt. */
export const answersPlace = (call: Pick<Call, "organizationId">, attemptId: string) => ({
  tenant: call.organizationId,
  table: "form_answers",
  column: "answers",
  id: attemptId,
});

/** Decrypts the answers saved in an attempt; null before the first save. The caller authorizes. */
export async function answersOf(call: Call, attemptId: string) {
  const [row] = await call.db
    .select()
    .from(formAnswers)
    .where(and(ours(formAnswers, call), eq(formAnswers.attemptId, attemptId)));
  return row ? { ...row, answers: await opened(call, row) } : null;
}

/** The answers of the latest attempt of a requirement that has some, whatever became of it. */
export async function answersBefore(call: Call, requirementId: string): Promise<FormAnswers | null> {
  const [row] = await call.db
    .select({ attemptId: formAnswers.attemptId, sealedAnswers: formAnswers.sealedAnswers })
    .from(formAnswers)
    .innerJoin(attempt, onKey(attempt.attemptId, formAnswers.attemptId))
    .where(and(ours(formAnswers, call), eq(attempt.requirementId, requirementId)))
    .orderBy(desc(attempt.createdAt), desc(attempt.attemptId))
    .limit(1);
  return row ? opened(call, row) : null;
}

async function opened(call: Call, row: { attemptId: string; sealedAnswers: Buffer }): Promise<FormAnswers> {
  const { wrappedKey: key } = await organizationFacts(call);
  return JSON.parse(call.adapters.vault.open(key, answersPlace(call, row.attemptId), row.sealedAnswers));
}

/** The files of the file fields of an attempt, the latest of each field last. */
export async function fieldFiles(call: Call, attemptId: string) {
  return call.db
    .select({
      fieldKey: formFile.fieldKey,
      fileId: formFile.fileId,
      name: storedFile.name,
      bytes: storedFile.bytes,
    })
    .from(formFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, formFile.fileId))
    .where(and(ours(formFile, call), eq(formFile.attemptId, attemptId), isNull(formFile.removedAt)))
    .orderBy(asc(formFile.createdAt), asc(formFile.fileId))
    .limit(500);
}

/** The number and the settings of a version. */
export async function versionOf(call: Call, contentVersionId: string) {
  const [row] = await call.db
    .select({ number: contentVersion.number, settings: contentVersion.settings })
    .from(contentVersion)
    .where(and(ours(contentVersion, call), eq(contentVersion.contentVersionId, contentVersionId)));
  return row ?? null;
}

/** An attempt of a requirement, or null. */
export async function attemptOf(call: Call, requirementId: string, attemptId: string) {
  const [row] = await call.db
    .select({ attemptId: attempt.attemptId, contentVersionId: attempt.contentVersionId })
    .from(attempt)
    .where(and(ours(attempt, call), eq(attempt.attemptId, attemptId), eq(attempt.requirementId, requirementId)));
  return row ?? null;
}

/** Far above what one person fills in. */
const mostForms = 2_000;

/** Reads all of a person's form answers with their questions, by attempt, for an export of personal data. */
export async function answersAbout(call: Call, profileId: string) {
  const rows = await call.db
    .select({
      attemptId: formAnswers.attemptId,
      sealedAnswers: formAnswers.sealedAnswers,
      settings: contentVersion.settings,
    })
    .from(formAnswers)
    .innerJoin(attempt, onKey(attempt.attemptId, formAnswers.attemptId))
    .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, attempt.contentVersionId))
    .where(and(ours(formAnswers, call), eq(requirement.profileId, profileId)))
    .orderBy(asc(formAnswers.savedAt), asc(formAnswers.attemptId))
    .limit(mostForms);
  const key = rows.length > 0 ? (await organizationFacts(call)).wrappedKey : null;
  return new Map(
    rows.map(({ attemptId, sealedAnswers, settings }) => {
      const text = key ? call.adapters.vault.open(key, answersPlace(call, attemptId), sealedAnswers) : "{}";
      const answers = JSON.parse(text) as FormAnswers;
      const fields = settings.kind === "form" ? (settings.form?.sections ?? []).flatMap((one) => one.fields) : [];
      const entries = fields.flatMap((field) => {
        const answer = answers[field.key];
        return answer === undefined ? [] : [{ question: field.label, answer }];
      });
      return [attemptId, entries] as const;
    }),
  );
}
