import { aliasedTable, and, asc, inArray, isNotNull, not, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { waiverSignature } from "../../../../schema/requirements.ts";
import { certifyDisposal } from "../../../../security/disposal.ts";
import { isApproved, statusRestsOnIt } from "../../../compliance/index.ts";
import { destroyStored } from "../../../files/index.ts";
import { notHeld } from "../../../incidents/index.ts";
import { removeFiles } from "../../requirements/actions/remove-files.ts";

const atOnce = 200;

/**
 * Disposes of signed documents, and of who signed them from where, once they have served for the years of the setting: since the
 * requirement isn't owed anymore, or since it was signed again with approval. What the person's status rests on is kept. A legal hold on the person stops it.
 *
 * @returns whether there may be more.
 */
export async function disposeSigned(call: Call): Promise<boolean> {
  const [own] = await call.db
    .select({ years: organization.consentYears })
    .from(organization)
    .where(ours(organization, call));
  if (!own) return false;
  const { years } = own;
  const later = aliasedTable(waiverSignature, "later");
  const servedUntil = sql<Date>`least(${requirement.archivedAt}, (
    SELECT min(${later.signedAt}) FROM ${waiverSignature} AS later
    JOIN attempt AS renewed ON renewed.organization_id = later.organization_id AND renewed.attempt_id = later.attempt_id
    WHERE ${ours(later, call)} AND ${later.requirementId} = ${waiverSignature.requirementId} AND ${isApproved("renewed")}
      AND ${later.signedAt} > ${waiverSignature.signedAt}))`;
  const due = await call.db
    .select({
      ...{ id: waiverSignature.waiverSignatureId, fileId: waiverSignature.fileId },
      servedUntil: servedUntil.mapWith(waiverSignature.signedAt),
    })
    .from(waiverSignature)
    .innerJoin(requirement, onKey(requirement.requirementId, waiverSignature.requirementId))
    .innerJoin(attempt, onKey(attempt.attemptId, waiverSignature.attemptId))
    .where(
      and(
        ours(waiverSignature, call),
        isNotNull(waiverSignature.sealedFacts),
        not(statusRestsOnIt(call)),
        sql`${servedUntil} + make_interval(years => ${years}::int) <= ${call.now.toISOString()}::timestamptz`,
        notHeld(call, waiverSignature.profileId),
      ),
    )
    .orderBy(asc(waiverSignature.signedAt), asc(waiverSignature.waiverSignatureId))
    .limit(atOnce)
    .for("no key update", { of: waiverSignature, skipLocked: true });
  if (due.length === 0) return false;
  const fileIds = due.map(({ fileId }) => fileId);
  await destroyStored(call, fileIds);
  await removeFiles(call, fileIds);
  await call.db
    .update(waiverSignature)
    .set({ sealedFacts: null })
    .where(
      and(
        ours(waiverSignature, call),
        inArray(
          waiverSignature.waiverSignatureId,
          due.map(({ id }) => id),
        ),
      ),
    );
  await certifyDisposal(call, {
    ...{ kind: "signedDocuments", setting: "consentYears", value: years, unit: "years" },
    began: due.map((row) => row.servedUntil),
  });
  return due.length === atOnce;
}
