import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { keepAttempts } from "./keep-attempts.ts";

/** The state of a completion before it was extended. */
export type ExtensionBefore = { attemptId: string; expiresAt: string | null; extendedUntil: string | null };

const iso = (at: Date | null) => at?.toISOString() ?? null;

/**
 * Extends completions through a day, or restores their earlier end. A completion that somebody has changed meanwhile stays. The
 * caller holds the people, records it and derives the statuses.
 *
 * @param changes `was` and `wasExtended`: as it was read, or as the extension left it.
 * @returns the attempts that were changed.
 */
export async function changeExtensions(
  call: Call,
  changes: readonly {
    attemptId: string;
    was: Date | null;
    wasExtended: string | null;
    expiresAt: Date | null;
    extendedUntil: string | null;
  }[],
): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const { rows } = await call.db.execute<{ attempt_id: string }>(sql`
    UPDATE attempt SET expires_at = new.expires_at, extended_until = new.extended_until
    FROM unnest(
      ${sql.param(changes.map((one) => one.attemptId))}::uuid[],
      ${sql.param(changes.map((one) => iso(one.was)))}::timestamptz[],
      ${sql.param(changes.map((one) => one.wasExtended))}::date[],
      ${sql.param(changes.map((one) => iso(one.expiresAt)))}::timestamptz[],
      ${sql.param(changes.map((one) => one.extendedUntil))}::date[]
    ) AS new (attempt_id, was, was_extended, expires_at, extended_until)
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = new.attempt_id
      AND attempt.state = 'approved' AND attempt.voided_at IS NULL
      AND attempt.expires_at IS NOT DISTINCT FROM new.was
      AND attempt.extended_until IS NOT DISTINCT FROM new.was_extended
    RETURNING attempt.attempt_id`);
  const changed = rows.map((row) => row.attempt_id);
  await keepAttempts(call, changed);
  return new Set(changed);
}
