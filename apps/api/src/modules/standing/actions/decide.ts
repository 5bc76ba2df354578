import type { ReviewDecision } from "@touchline/contract";
import { nextAttemptState } from "@touchline/rules";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../kernel/call.ts";
import { conflict } from "../../../kernel/errors.ts";
import { ours } from "../../../kernel/tenancy.ts";
import { attempt } from "../tables.ts";
import { recordRequirementEvents } from "./record.ts";
import type { Subject } from "./transition.ts";

/** From when and until when an approved submission counts. */
export type CompletionDates = { completedAt: Date; validUntil: string | null; expiresAt: Date | null };

/** One submission that awaits review and what becomes of it. */
export type AttemptDecision = {
  subject: Subject;
  attemptId: string;
  decision: Exclude<ReviewDecision, "Pending">;
  /** Of an approval. */
  completion: CompletionDates | null;
};

/**
 * Decides submissions that await review, all in two statements, with history. The caller holds the people locked and
 * derives the statuses afterwards (`restand`).
 *
 * @returns the attempts that were decided; one that is not among them no longer awaited review.
 */
export async function decideAttempts(call: Call, decisions: readonly AttemptDecision[]): Promise<Set<string>> {
  if (decisions.length === 0) return new Set();
  const outcomes = decisions.map(({ decision, ...one }) => {
    const outcome = nextAttemptState("pendingReview", { kind: "reviewed", decision });
    if (!("to" in outcome)) throw conflict("This decision is not possible here.", "pendingReview");
    return { ...one, to: outcome.to };
  });
  const iso = (date: Date | null | undefined) => date?.toISOString() ?? null;
  const { rows } = await call.db.execute<{ attempt_id: string }>(sql`
    UPDATE attempt SET
      state = decided.state,
      decided_at = ${iso(call.now)}::timestamptz,
      completed_at = coalesce(decided.completed_at, attempt.completed_at),
      valid_until = coalesce(decided.valid_until, attempt.valid_until),
      expires_at = decided.expires_at
    FROM unnest(
      ${sql.param(outcomes.map((one) => one.attemptId))}::uuid[],
      ${sql.param(outcomes.map((one) => one.to))}::text[],
      ${sql.param(outcomes.map((one) => iso(one.completion?.completedAt)))}::timestamptz[],
      ${sql.param(outcomes.map((one) => one.completion?.validUntil ?? null))}::date[],
      ${sql.param(outcomes.map((one) => iso(one.completion?.expiresAt)))}::timestamptz[]
    ) AS decided (attempt_id, state, completed_at, valid_until, expires_at)
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = decided.attempt_id
      AND attempt.state = 'pendingReview'
    RETURNING attempt.attempt_id`);
  const moved = new Set(rows.map((row) => row.attempt_id));
  await recordRequirementEvents(
    call,
    outcomes
      .filter(({ attemptId }) => moved.has(attemptId))
      .map(({ subject, attemptId, to }) => ({
        ...subject,
        attemptId,
        kind: "attempt" as const,
        fromState: "pendingReview" as const,
        toState: to,
      })),
  );
  return moved;
}

/**
 * Takes decided attempts of a requirement back, so that they no longer count. The caller holds the person locked, records
 * why and derives the statuses.
 *
 * @param states `approved`: completions; `disqualified`: what bars the person.
 * @throws Conflict when none of them counts any more.
 */
export async function voidAttempts(
  call: Call,
  requirementId: string,
  states: readonly ("approved" | "disqualified")[],
): Promise<void> {
  const gone = await call.db
    .update(attempt)
    .set({ voidedAt: call.now })
    .where(
      and(
        ours(attempt, call),
        eq(attempt.requirementId, requirementId),
        inArray(attempt.state, [...states]),
        isNull(attempt.voidedAt),
      ),
    )
    .returning({ attemptId: attempt.attemptId });
  if (gone.length === 0) throw conflict("Somebody else has taken this back already. Look again.", "concurrentChange");
}

/**
 * Corrects the dates of a completion that counts. The caller holds the person locked, records it and derives the statuses.
 *
 * @throws Conflict when it no longer counts.
 */
export async function redate(
  call: Call,
  attemptId: string,
  dates: Pick<CompletionDates, "completedAt" | "expiresAt">,
): Promise<void> {
  const moved = await call.db
    .update(attempt)
    .set(dates)
    .where(
      and(
        ours(attempt, call),
        eq(attempt.attemptId, attemptId),
        eq(attempt.state, "approved"),
        isNull(attempt.voidedAt),
      ),
    )
    .returning({ attemptId: attempt.attemptId });
  if (moved.length === 0) throw conflict("Somebody else has taken this back. Look again.", "concurrentChange");
}
