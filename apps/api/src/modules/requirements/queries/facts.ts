import type { SubmissionFacts } from "@touchline/contract/submissions";
import { and, eq } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { sealingKey } from "../../notifications/queries.ts";
import { attemptFact } from "../tables.ts";

/** Where the facts of an attempt are sealed. */
export const factsPlace = (call: Call, attemptId: string) => ({
  tenant: call.organizationId,
  table: "attempt_fact",
  column: "facts",
  id: attemptId,
});

/** What was told beside the files of an attempt, unsealed. Whether the reader may have it is for the caller to know. */
export async function factsOf<Facts extends object = SubmissionFacts>(call: Call, attemptId: string): Promise<Facts> {
  const [row] = await call.db
    .select({ sealed: attemptFact.sealedFacts })
    .from(attemptFact)
    .where(and(ours(attemptFact, call), eq(attemptFact.attemptId, attemptId)));
  if (!row) return {} as Facts;
  return JSON.parse(call.adapters.vault.open(await sealingKey(call), factsPlace(call, attemptId), row.sealed)) as Facts;
}
