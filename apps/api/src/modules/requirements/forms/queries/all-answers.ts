import type { AttemptState } from "@touchline/contract";
import type { FormAnswers, FormField } from "@touchline/contract/library/form-definition";
import { and, asc, count, desc, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { storedFile } from "../../../../schema/files.ts";
import { contentVersion, label } from "../../../../schema/library.ts";
import { level, profile, profileLevelAccess } from "../../../../schema/people.ts";
import { formAnswers, formFile } from "../../../../schema/requirements.ts";
import { answersPlace } from "./answers.ts";

/** One submission of a form that was filled in on the page. */
export type SubmittedAnswers = {
  requirementId: string;
  attemptId: string;
  profileId: string;
  firstName: string;
  lastName: string;
  levelName: string | null;
  labelName: string | null;
  submittedAt: Date;
  state: AttemptState;
  voided: boolean;
  version: number;
  answers: FormAnswers;
  files: ReadonlyMap<string, { name: string; sha256: string }>;
};

/** Versions of one form; far more than anybody saves. */
const mostVersions = 1_000;

/** Lists the questions of every version of a form, latest first. @param last the latest version to include */
export async function fieldsOfVersions(
  call: Call,
  contentId: string,
  last?: number,
): Promise<{ number: number; fields: FormField[] }[]> {
  const rows = await call.db
    .select({ number: contentVersion.number, settings: contentVersion.settings })
    .from(contentVersion)
    .where(
      and(
        ours(contentVersion, call),
        eq(contentVersion.contentId, contentId),
        last === undefined ? undefined : lte(contentVersion.number, last),
      ),
    )
    .orderBy(desc(contentVersion.number))
    .limit(mostVersions);
  return rows.flatMap(({ number, settings }) =>
    settings.kind === "form" && settings.form
      ? [{ number, fields: settings.form.sections.flatMap((section) => section.fields) }]
      : [],
  );
}

/** Which submissions are meant. `within`: the caller's reach, over `level`. `until`: those that were sent by then. */
type Sent = { contentId: string; within: SQL; until: Date };

const isMeant = (call: Call, { contentId, within, until }: Sent) =>
  and(ours(requirement, call), eq(requirement.contentId, contentId), lte(formAnswers.submittedAt, until), within);

/** How many submissions of a form there are by members within reach. */
export async function countSent(call: Call, of: Sent): Promise<number> {
  const [row] = await call.db
    .select({ count: count() })
    .from(requirement)
    .innerJoin(attempt, onKey(attempt.requirementId, requirement.requirementId))
    .innerJoin(formAnswers, onKey(formAnswers.attemptId, attempt.attemptId))
    .innerJoin(profileLevelAccess, onKey(profileLevelAccess.profileLevelAccessId, attempt.profileLevelAccessId))
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .where(isMeant(call, of));
  return row?.count ?? 0;
}

/**
 * The next submissions of a form by members within reach, opened; in three statements. Along the index of a content's
 * requirements, so that the last ones cost no more than the first.
 *
 * @param of.after the one that was read last.
 * @param of.most at most so many.
 */
export async function submittedAnswers(
  call: Call,
  of: Sent & { after: { requirementId: string; attemptId: string } | null; most: number },
): Promise<SubmittedAnswers[]> {
  const { after } = of;
  const rows = await call.db
    .select({
      requirementId: requirement.requirementId,
      attemptId: attempt.attemptId,
      profileId: profile.profileId,
      firstName: profile.firstName,
      lastName: profile.lastName,
      levelName: level.name,
      labelName: label.name,
      submittedAt: formAnswers.submittedAt,
      state: attempt.state,
      voidedAt: attempt.voidedAt,
      version: contentVersion.number,
      sealedAnswers: formAnswers.sealedAnswers,
    })
    .from(requirement)
    .innerJoin(attempt, onKey(attempt.requirementId, requirement.requirementId))
    .innerJoin(formAnswers, onKey(formAnswers.attemptId, attempt.attemptId))
    .innerJoin(contentVersion, onKey(contentVersion.contentVersionId, attempt.contentVersionId))
    .innerJoin(profile, onKey(profile.profileId, requirement.profileId))
    .innerJoin(profileLevelAccess, onKey(profileLevelAccess.profileLevelAccessId, attempt.profileLevelAccessId))
    .innerJoin(level, onKey(level.levelId, profileLevelAccess.levelId))
    .innerJoin(label, onKey(label.labelId, profileLevelAccess.labelId))
    .where(
      and(
        isMeant(call, of),
        after === null ? undefined : gte(requirement.requirementId, after.requirementId),
        after === null
          ? undefined
          : sql`(${requirement.requirementId}, ${attempt.attemptId}) > (${after.requirementId}::uuid, ${after.attemptId}::uuid)`,
      ),
    )
    .orderBy(asc(requirement.requirementId), asc(attempt.attemptId))
    .limit(of.most);
  if (rows.length === 0) return [];
  const files = await filesOfAnswers(
    call,
    rows.map((row) => row.attemptId),
  );
  const { wrappedKey: key } = await organizationFacts(call);
  return rows.map(({ sealedAnswers, submittedAt, voidedAt, ...row }) => ({
    ...row,
    submittedAt: submittedAt as Date,
    voided: voidedAt !== null,
    answers: JSON.parse(call.adapters.vault.open(key, answersPlace(call, row.attemptId), sealedAnswers)) as FormAnswers,
    files: files.get(row.attemptId) ?? new Map(),
  }));
}

async function filesOfAnswers(call: Call, attemptIds: readonly string[]) {
  const rows = await call.db
    .select({
      attemptId: formFile.attemptId,
      fileId: formFile.fileId,
      name: storedFile.name,
      sha256: storedFile.sha256,
    })
    .from(formFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, formFile.fileId))
    .where(and(ours(formFile, call), inArray(formFile.attemptId, [...attemptIds]), isNull(formFile.removedAt)))
    .orderBy(asc(formFile.attemptId), asc(formFile.fileId))
    .limit(300 * attemptIds.length);
  const of = Map.groupBy(rows, (row) => row.attemptId);
  return new Map(
    [...of].map(([attemptId, all]) => [
      attemptId,
      new Map(all.map(({ fileId, name, sha256 }) => [fileId, { name, sha256 }])),
    ]),
  );
}
