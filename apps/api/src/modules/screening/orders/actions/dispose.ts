import { and, asc, inArray, isNull, not, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { storedFile } from "../../../../schema/files.ts";
import { attemptFile } from "../../../../schema/requirements.ts";
import { screeningOrder } from "../../../../schema/screening.ts";
import { certifyDisposal } from "../../../../security/disposal.ts";
import { isApproved, statusRestsOnIt } from "../../../compliance/index.ts";
import { destroyStored } from "../../../files/index.ts";
import { notHeld } from "../../../incidents/index.ts";
import { removeFiles } from "../../../requirements/index.ts";

const atOnce = 200;

/**
 * Disposes of results of background checks that have served for the years of the setting: since the requirement isn't owed anymore, or
 * since a later check that was approved was submitted. What the person's status rests on is kept. The provider's ID of the report,
 * links and answers are deleted, and files of the submission are destroyed; that there was a check stays. A legal hold on the person stops it.
 *
 * @returns whether there may be more.
 */
export async function disposeResults(call: Call): Promise<boolean> {
  const [own] = await call.db
    .select({ years: organization.outcomeYears })
    .from(organization)
    .where(ours(organization, call));
  if (!own) return false;
  const { years } = own;
  const servedUntil = sql<Date>`least(${requirement.archivedAt}, (
    SELECT min(later.submitted_at) FROM ${attempt} AS later
    WHERE later.organization_id = ${call.organizationId} AND later.requirement_id = ${attempt.requirementId}
      AND ${isApproved("later")}
      AND later.submitted_at > ${attempt.submittedAt}))`;
  const due = await call.db
    .select({ attemptId: screeningOrder.attemptId, servedUntil: servedUntil.mapWith(attempt.createdAt) })
    .from(screeningOrder)
    .innerJoin(attempt, onKey(attempt.attemptId, screeningOrder.attemptId))
    .innerJoin(requirement, onKey(requirement.requirementId, attempt.requirementId))
    .where(
      and(
        ours(screeningOrder, call),
        isNull(screeningOrder.disposedAt),
        isNull(screeningOrder.nextLookAt),
        not(statusRestsOnIt(call)),
        sql`${servedUntil} + make_interval(years => ${years}::int) <= ${call.now.toISOString()}::timestamptz`,
        notHeld(call, requirement.profileId),
      ),
    )
    .orderBy(asc(screeningOrder.orderedAt), asc(screeningOrder.attemptId))
    .limit(atOnce)
    .for("no key update", { of: screeningOrder, skipLocked: true });
  if (due.length === 0) return false;
  const ids = due.map(({ attemptId }) => attemptId);
  const files = await call.db
    .select({ fileId: attemptFile.fileId })
    .from(attemptFile)
    .innerJoin(storedFile, onKey(storedFile.fileId, attemptFile.fileId))
    .where(and(ours(attemptFile, call), inArray(attemptFile.attemptId, ids), isNull(storedFile.destroyedAt)));
  const fileIds = files.map(({ fileId }) => fileId);
  await destroyStored(call, fileIds);
  if (fileIds.length > 0) await removeFiles(call, fileIds);
  await call.db
    .update(screeningOrder)
    .set({
      ...{ sealedLink: null, sealedAnswer: null, providerReportId: null, hasReport: false, disposedAt: call.now },
      revision: sql`${screeningOrder.revision} + 1`,
    })
    .where(and(ours(screeningOrder, call), inArray(screeningOrder.attemptId, ids)));
  await certifyDisposal(call, {
    ...{ kind: "screeningResults", setting: "outcomeYears", value: years, unit: "years" },
    began: due.map((row) => row.servedUntil),
  });
  return due.length === atOnce;
}
