import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { isOneOf } from "../../../../database/lists.ts";
import { keepFacts } from "../../../../security/fact-record.ts";
import { attemptFacts } from "../queries/facts.ts";

/** Records what submissions say now, for the chain. Whoever writes any calls it behind that, in the same transaction. */
export async function keepAttempts(call: Call, attemptIds: readonly string[]): Promise<void> {
  if (attemptIds.length === 0) return;
  const these = isOneOf(sql`attempt.attempt_id`, attemptIds);
  await keepFacts(call, "attempt", attemptFacts(call, these), attemptIds.length === 1);
}
