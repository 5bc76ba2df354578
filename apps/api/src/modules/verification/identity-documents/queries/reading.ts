import type { ReadDocument } from "@touchline/contract/verification/documents";
import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { attempt } from "../../../../schema/compliance.ts";
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

/** States of a submission whose document counts for nobody. */
const given = ["withdrawn", "reset", "canceled"] as const;

/** Whether a document with this number was submitted for somebody else, and neither withdrawn nor sent back. */
export async function isAnothersNumber(call: Call, digest: Buffer, profileId: string): Promise<boolean> {
  const rows = await call.db
    .select({ one: sql`1` })
    .from(documentReading)
    .where(
      and(
        ours(documentReading, call),
        eq(documentReading.numberDigest, digest),
        ne(documentReading.profileId, profileId),
        notExists(
          call.db
            .select({ one: sql`1` })
            .from(attempt)
            .where(
              and(
                ours(attempt, call),
                onKey(attempt.attemptId, documentReading.attemptId),
                inArray(attempt.state, given),
              ),
            ),
        ),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
