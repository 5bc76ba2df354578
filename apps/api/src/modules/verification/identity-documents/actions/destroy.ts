import { RequirementType } from "@touchline/contract";
import { isOpen } from "@touchline/rules";
import { and, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { storedFile } from "../../../../schema/files.ts";
import { content } from "../../../../schema/library.ts";
import { attemptFile } from "../../../../schema/requirements.ts";
import { documentReading } from "../../../../schema/verification.ts";
import { audit } from "../../../../security/audit.ts";
import { transition } from "../../../compliance/index.ts";
import { destroyStored, sealFiles } from "../../../files/index.ts";
import { removeFiles } from "../../../requirements/index.ts";
import { dropReadings, dropReadingsOf } from "../queries/kept-readings.ts";

/** Files of one organization that are destroyed in one turn. */
const atOnce = 200;
/** Days after which files and pictures go that nobody submitted, and those on which nobody decided. */
export const abandonedDays = 30;
export const longestDays = 365;
/** Minutes after which a file that wasn't sealed is retried. */
const unsealedMinutes = 10;

/** Files that show documents of people and still exist, with their submission. */
const keptFiles = (call: Call, which: SQL | undefined) =>
  call.db
    .select({
      ...{ fileId: storedFile.fileId, attemptId: attempt.attemptId, state: attempt.state },
      ...{ requirementId: attempt.requirementId, contentVersionId: attempt.contentVersionId },
      ...{ profileLevelAccessId: attempt.profileLevelAccessId, profileId: requirement.profileId },
      contentId: requirement.contentId,
    })
    .from(storedFile)
    .innerJoin(attemptFile, and(ours(attemptFile, call), onKey(attemptFile.fileId, storedFile.fileId)))
    .innerJoin(attempt, and(ours(attempt, call), onKey(attempt.attemptId, attemptFile.attemptId)))
    .innerJoin(requirement, and(ours(requirement, call), onKey(requirement.requirementId, attempt.requirementId)))
    .innerJoin(content, and(ours(content, call), onKey(content.contentId, requirement.contentId)))
    .where(
      and(
        ours(storedFile, call),
        isNull(storedFile.destroyedAt),
        inArray(content.type, [RequirementType.AgeVerification, RequirementType.IdentityVerification]),
        which,
      ),
    )
    .orderBy(storedFile.fileId)
    .limit(atOnce);
type KeptFile = Awaited<ReturnType<typeof keptFiles>>[number];

/**
 * Destroys files whose time is over: some days after the decision, or after the requirement isn't owed anymore; at once what was
 * withdrawn; after a month what nobody submitted; and after a year what nobody decided on.
 *
 * @returns whether there may be more.
 */
export async function destroyDueFiles(call: Call, keepDays: number): Promise<boolean> {
  const before = (days: number) =>
    sql`${call.now.toISOString()}::timestamptz - make_interval(days => ${days}::integer)`;
  const endedAt = sql`coalesce(${attempt.decidedAt}, ${attempt.submittedAt}, ${attempt.createdAt})`;
  const due = sql`(
    (${attempt.state} IN ('approved', 'reset', 'disqualified', 'canceled') AND ${endedAt} <= ${before(keepDays)})
    OR ${attempt.state} = 'withdrawn'
    OR (${attempt.submittedAt} IS NULL AND ${storedFile.createdAt} <= ${before(abandonedDays)})
    OR ${storedFile.createdAt} <= ${before(longestDays)}
    OR ${requirement.archivedAt} <= ${before(keepDays)})`;
  const rows = await keptFiles(call, due).for("no key update", { of: attempt, skipLocked: true });
  await destroyFiles(call, rows, "retention");
  return rows.length === atOnce;
}

/** Has files sealed whose job was lost, failed for good, or was never enqueued. */
export async function sealOverdueFiles(call: Call): Promise<void> {
  const before = new Date(call.now.getTime() - unsealedMinutes * 60_000);
  const rows = await keptFiles(call, and(isNull(storedFile.wrappedKey), lte(storedFile.createdAt, before)));
  await sealFiles(
    call,
    rows.map(({ fileId }) => fileId),
  );
}

/** Destroys files with their keys, takes the files off their submissions, and removes what was read from them. */
async function destroyFiles(call: Call, rows: readonly KeptFile[], why: "retention" | "asked" | "accountClosed") {
  if (rows.length === 0) return;
  const fileIds = rows.map(({ fileId }) => fileId);
  const attempts = new Map(rows.map((row) => [row.attemptId, row]));
  await destroyStored(call, fileIds);
  await dropReadings(call, [...attempts.keys()]);
  await removeFiles(call, fileIds);
  await call.db
    .update(documentReading)
    // The hash of the number stays on schedule: the same document is still known when it comes for someone else.
    .set({ sealedRead: null, ...(why !== "retention" && { numberDigest: null }) })
    .where(and(ours(documentReading, call), inArray(documentReading.attemptId, [...attempts.keys()])));
  await audit(
    call,
    [...attempts.values()].map(({ attemptId, profileId, contentId }) => ({
      ...{ action: "identity.erased" as const, subjectId: attemptId, profileId },
      facts: { contentId, why },
    })),
  );
}

/**
 * Destroys all files of a person that show documents. A submission that isn't decided is withdrawn; decisions stay. The caller holds the
 * person, and derives the statuses afterwards.
 *
 * @returns the number of submissions.
 */
export async function eraseFiles(call: Call, profileId: string, why: "asked" | "accountClosed"): Promise<number> {
  await dropReadingsOf(call, profileId);
  const erased = new Set<string>();
  let rows: KeptFile[];
  do {
    rows = await keptFiles(call, eq(requirement.profileId, profileId));
    for (const row of rows) {
      if (!erased.has(row.attemptId)) await withdrawOpen(call, row);
      erased.add(row.attemptId);
    }
    await destroyFiles(call, rows, why);
  } while (rows.length === atOnce);
  return erased.size;
}

type Submission = Pick<
  KeptFile,
  "state" | "requirementId" | "contentId" | "contentVersionId" | "profileLevelAccessId" | "profileId"
>;

/** Withdraws a submission whose pictures are destroyed, unless it was decided on. */
export async function withdrawOpen(call: Call, { state, contentVersionId, ...row }: Submission): Promise<void> {
  if (!isOpen(state) || state === "draft") return;
  const { requirementId, contentId, profileLevelAccessId, profileId } = row;
  const subject = { requirementId, contentId, profileLevelAccessId, profileId };
  await transition(call, subject, { kind: "withdrawn", reason: "fileDeleted" }, contentVersionId);
}

/** Whether files that show documents of a person exist. */
export const hasFiles = async (call: Call, profileId: string): Promise<boolean> =>
  (await keptFiles(call, eq(requirement.profileId, profileId))).length > 0;
