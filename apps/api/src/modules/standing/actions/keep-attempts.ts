import { sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { keepFacts } from "../../../kernel/fact-record.ts";
import { attemptFacts } from "../queries/facts.ts";

/** Records what submissions say now, for the chain. Whoever writes any calls it behind that, in the same transaction. */
export async function keepAttempts(call: Call, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0) return;
  const these = sql`attempt.attempt_id = ANY(${sql.param([...attemptIds])}::uuid[])`;
  await keepFacts(call, "attempt", attemptFacts(call, these));
}
