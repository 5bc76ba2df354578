import type { SubmissionFacts } from "@touchline/contract/requirements/submissions";
import { and, eq, sql } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { attemptFact } from "../../../../schema/requirements.ts";

/** The context that binds the encrypted facts to their attempt. */
export const factsPlace = (call: Call, attemptId: string) => ({
  tenant: call.organizationId,
  table: "attempt_fact",
  column: "facts",
  id: attemptId,
});

/** Decrypts the facts entered along with an attempt's files. The caller authorizes. */
export async function factsOf<Facts extends object = SubmissionFacts>(call: Call, attemptId: string): Promise<Facts> {
  const [row] = await call.db
    .select({ sealed: attemptFact.sealedFacts })
    .from(attemptFact)
    .where(and(ours(attemptFact, call), eq(attemptFact.attemptId, attemptId)));
  if (!row) return {} as Facts;
  return JSON.parse(
    call.adapters.vault.open((await organizationFacts(call)).wrappedKey, factsPlace(call, attemptId), row.sealed),
  ) as Facts;
}

/** Reads the facts of many attempts, by attempt. At most some thousands. */
export async function factsOfAll(call: Call, attemptIds: readonly string[]): Promise<Map<string, object>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await call.db
    .select({ attemptId: attemptFact.attemptId, sealed: attemptFact.sealedFacts })
    .from(attemptFact)
    .where(and(ours(attemptFact, call), sql`${attemptFact.attemptId} = ANY(${sql.param([...attemptIds])}::uuid[])`));
  const key = rows.length > 0 ? (await organizationFacts(call)).wrappedKey : null;
  const open = (attemptId: string, sealed: Buffer) =>
    JSON.parse(call.adapters.vault.open(key as Buffer, factsPlace(call, attemptId), sealed)) as object;
  return new Map(rows.map(({ attemptId, sealed }) => [attemptId, open(attemptId, sealed)]));
}
