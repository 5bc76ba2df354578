import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { keepFacts } from "../../../../security/fact-record.ts";
import { attemptFacts } from "../queries/facts.ts";

/**
 * Records the current content of submissions for the hash chain. Every write of submissions calls this afterwards, in the same transaction.
 */
export async function keepAttempts(call: Call, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0) return;
  const these = isOneOf(sql`attempt.attempt_id`, attemptIds);
  await keepFacts(call, "attempt", attemptFacts(call, these), attemptIds.length === 1);
}
