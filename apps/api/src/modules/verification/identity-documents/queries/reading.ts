import type { ReadDocument } from "@touchline/contract/verification/documents";
import { and, eq, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { documentReading } from "../../../../schema/verification.ts";

/** Where what was read from a document is sealed. */
export const readingPlace = (call: Call, attemptId: string) => ({
  tenant: call.organizationId,
  table: "document_reading",
  column: "sealed_read",
  id: attemptId,
});

/** What was read from the pictures of a submission; null: they weren't read. */
export async function readingOf(call: Call, attemptId: string) {
  const [row] = await call.db
    .select()
    .from(documentReading)
    .where(and(ours(documentReading, call), eq(documentReading.attemptId, attemptId)));
  if (!row) return null;
  const { sealedRead, doubt, outcome, readAt } = row;
  const { wrappedKey } = await organizationFacts(call);
  const read =
    sealedRead === null
      ? null
      : (JSON.parse(call.adapters.vault.open(wrappedKey, readingPlace(call, attemptId), sealedRead)) as ReadDocument);
  return { read, doubt, outcome, readAt };
}

/** The keyed hash by which a document's number is known again, in whatever requirement it was submitted. */
export const numberDigestOf = (call: Call, wrappedKey: Buffer, number: string): Buffer => {
  const { tenant, table } = readingPlace(call, "");
  return call.adapters.vault.digest(wrappedKey, { tenant, table, column: "number_digest" }, plainNumber(number));
};
/** A document's number without spaces, dashes and case. */
export const plainNumber = (number: string) => number.replaceAll(/[^\p{Letter}\p{Number}]/gu, "").toUpperCase();

/** States of a submission whose document counts for nobody. */
const releasedStates = ["withdrawn", "reset", "canceled"];

/** Whether a document with this number was submitted for somebody else, and neither withdrawn nor sent back. */
export async function isAnothersNumber(call: Call, digest: Buffer, profileId: string): Promise<boolean> {
  const { organizationId } = call;
  const { rows } = await call.db.execute(sql`
    SELECT 1 FROM (
      SELECT attempt_id FROM document_reading WHERE organization_id = ${organizationId} AND number_digest = ${digest}
      UNION ALL
      SELECT attempt_id FROM identity_check WHERE organization_id = ${organizationId} AND number_digest = ${digest}
    ) AS known
    JOIN attempt ON attempt.organization_id = ${organizationId} AND attempt.attempt_id = known.attempt_id
    JOIN requirement ON requirement.organization_id = ${organizationId}
      AND requirement.requirement_id = attempt.requirement_id
    WHERE requirement.profile_id <> ${profileId} AND attempt.state <> ALL(${sql.param(releasedStates)}::text[])
      AND attempt.submitted_at IS NOT NULL
    LIMIT 1`);
  return rows.length > 0;
}
