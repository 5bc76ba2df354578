import { aliasedTable, and, asc, inArray, isNotNull, not, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { organization } from "../../../../schema/accounts.ts";
import { attempt, requirement } from "../../../../schema/compliance.ts";
import { screeningConsent } from "../../../../schema/screening.ts";
import { certifyDisposal } from "../../../../security/disposal.ts";
import { isApproved, statusRestsOnIt } from "../../../compliance/index.ts";
import { notHeld } from "../../../incidents/index.ts";

const atOnce = 200;

/**
 * Disposes of who signed a consent, and from where, once it has served for the years of the setting: since the requirement isn't owed
 * anymore, or since the same document was signed again for a check that was approved. What a check that counts was made with is kept. A legal hold on the person stops it.
 *
 * @returns whether there may be more.
 */
export async function disposeConsents(call: Call): Promise<boolean> {
  const [own] = await call.db
    .select({ years: organization.consentYears })
    .from(organization)
    .where(ours(organization, call));
  if (!own) return false;
  const { years } = own;
  const later = aliasedTable(screeningConsent, "later");
  const checkedAt = sql`coalesce(made.ordered_at, attempt.submitted_at)`;
  const checks = sql`SELECT FROM attempt LEFT JOIN screening_order AS made
    ON made.organization_id = attempt.organization_id AND made.attempt_id = attempt.attempt_id
    WHERE ${ours(attempt, call)} AND attempt.requirement_id = ${screeningConsent.requirementId}`;
  const servedUntil = sql<Date>`least(${requirement.archivedAt}, (
    SELECT min(${later.signedAt}) FROM ${screeningConsent} AS later
    WHERE ${ours(later, call)} AND ${later.requirementId} = ${screeningConsent.requirementId}
      AND ${later.kind} = ${screeningConsent.kind} AND ${later.signedAt} > ${screeningConsent.signedAt}
      AND EXISTS (${checks} AND ${isApproved("attempt")} AND ${checkedAt} >= ${later.signedAt})))`;
  const serves = sql`EXISTS (${checks} AND ${statusRestsOnIt(call)} AND ${checkedAt} >= ${screeningConsent.signedAt}
    AND NOT EXISTS (SELECT FROM ${screeningConsent} AS later
      WHERE ${ours(later, call)} AND ${later.requirementId} = ${screeningConsent.requirementId}
        AND ${later.kind} = ${screeningConsent.kind} AND ${later.signedAt} > ${screeningConsent.signedAt}
        AND ${later.signedAt} <= ${checkedAt}))`;
  const due = await call.db
    .select({ id: screeningConsent.screeningConsentId, servedUntil: servedUntil.mapWith(screeningConsent.signedAt) })
    .from(screeningConsent)
    .innerJoin(requirement, onKey(requirement.requirementId, screeningConsent.requirementId))
    .where(
      and(
        ours(screeningConsent, call),
        isNotNull(screeningConsent.sealedFacts),
        not(serves),
        sql`${servedUntil} + make_interval(years => ${years}::int) <= ${call.now.toISOString()}::timestamptz`,
        notHeld(call, screeningConsent.profileId),
      ),
    )
    .orderBy(asc(screeningConsent.signedAt), asc(screeningConsent.screeningConsentId))
    .limit(atOnce)
    .for("no key update", { of: screeningConsent, skipLocked: true });
  if (due.length === 0) return false;
  await call.db
    .update(screeningConsent)
    .set({ sealedFacts: null })
    .where(
      and(
        ours(screeningConsent, call),
        inArray(
          screeningConsent.screeningConsentId,
          due.map(({ id }) => id),
        ),
      ),
    );
  await certifyDisposal(call, {
    ...{ kind: "consents", setting: "consentYears", value: years, unit: "years" },
    began: due.map((row) => row.servedUntil),
  });
  return due.length === atOnce;
}
