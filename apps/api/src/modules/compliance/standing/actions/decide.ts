import type { AttemptState, ReviewDecision } from "@touchline/contract";
import { nextAttemptState } from "@touchline/rules";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { givenRows } from "../../../../database/lists.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { attempt } from "../../../../schema/compliance.ts";
import { keepAttempts } from "./keep-attempts.ts";
import { recordRequirementEvents } from "./record.ts";
import { applyRedo } from "./redo.ts";
import type { AttemptSubject } from "./transition.ts";

/** From when and until when an approved submission is valid. */
export type CompletionDates = { completedAt: Date; validUntil: string | null; expiresAt: Date | null };

/** A submission pending review and its decision. */
export type AttemptDecision = {
  subject: AttemptSubject;
  attemptId: string;
  decision: Exclude<ReviewDecision, "Pending">;
  /** From when and until when an approval is valid. */
  completion: CompletionDates | null;
  /**
   * The last day on which it is valid according to a later version of the content; null: no version sets one. Read from the
   * database unless given.
   */
  redoBy?: string | null;
};

/**
 * Decides submissions pending review, with history: in two statements sent together, and three more when a later version limits
 * how long earlier completions are valid. The caller has read them with the people locked, and derives the statuses afterwards
 * (`restand`).
 *
 * @throws Conflict when one of them is no longer pending review: then none is decided.
 */
export async function decideAttempts(call: Call, decisions: readonly AttemptDecision[]): Promise<void> {
  if (decisions.length === 0) return;
  const outcomes = decisions.map(({ decision, ...one }) => {
    const outcome = nextAttemptState("pendingReview", { kind: "reviewed", decision });
    if (!("to" in outcome)) throw conflict("This decision isn't available here.", "pendingReview");
    return { ...one, to: outcome.to };
  });
  const [decided] = await Promise.all([
    moveAttempts(call, outcomes),
    recordRequirementEvents(
      call,
      outcomes.map(({ subject, attemptId, to }) => ({
        ...subject,
        attemptId,
        kind: "attempt" as const,
        fromState: "pendingReview" as const,
        toState: to,
      })),
    ),
    keepAttempts(
      call,
      outcomes.map(({ attemptId }) => attemptId),
    ),
  ]);
  if (decided !== outcomes.length) {
    throw conflict("Someone else already decided this. Reload the page.", "concurrentChange");
  }
  // Submissions started on an earlier version finish on it, and are valid no longer than that version allows.
  const approved = outcomes.filter(({ to, redoBy }) => to === "approved" && redoBy !== null);
  await applyRedo(
    call,
    approved.map((one) => one.attemptId),
  );
}

type Outcome = Pick<AttemptDecision, "attemptId" | "completion"> & { to: AttemptState };

/** @returns how many were pending review until now. */
async function moveAttempts(call: Call, outcomes: readonly Outcome[]): Promise<number | null> {
  const iso = (date: Date | null | undefined) => date?.toISOString() ?? null;
  const { rowCount } = await prepared(
    call.db,
    outcomes.length === 1 ? "standing.decide" : null,
    sql`
    UPDATE attempt SET
      state = decided.state,
      decided_at = ${iso(call.now)}::timestamptz,
      completed_at = coalesce(decided.completed_at, attempt.completed_at),
      valid_until = coalesce(decided.valid_until, attempt.valid_until),
      expires_at = decided.expires_at
    FROM ${givenRows(
      [outcomes.map((one) => one.attemptId), "uuid"],
      [outcomes.map((one) => one.to), "text"],
      [outcomes.map((one) => iso(one.completion?.completedAt)), "timestamptz"],
      [outcomes.map((one) => one.completion?.validUntil ?? null), "date"],
      [outcomes.map((one) => iso(one.completion?.expiresAt)), "timestamptz"],
    )} AS decided (attempt_id, state, completed_at, valid_until, expires_at)
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = decided.attempt_id
      AND attempt.state = 'pendingReview'
      -- Nobody is barred by a consumer report before the waiting period of an adverse action is over, by whatever route.
      AND (decided.state <> 'disqualified' OR attempt.source IS DISTINCT FROM 'FlaggedBackgroundCheck' OR EXISTS (
        SELECT FROM adverse_action WHERE adverse_action.organization_id = ${call.organizationId}
          AND adverse_action.attempt_id = attempt.attempt_id AND adverse_action.state = 'waiting'
          AND adverse_action.ends_at <= ${iso(call.now)}::timestamptz))`,
  );
  return rowCount;
}

/**
 * Voids decided attempts of a requirement, so that they no longer count. The caller holds the person locked, records why and
 * derives the statuses.
 *
 * @param states `approved`: completions; `disqualified`: disqualifications.
 * @param attemptId only this attempt.
 * @throws Conflict when none of them counts anymore.
 */
export async function voidAttempts(
  call: Call,
  requirementId: string,
  states: readonly ("approved" | "disqualified")[],
  attemptId?: string,
): Promise<void> {
  const deleted = await call.db
    .update(attempt)
    .set({ voidedAt: call.now })
    .where(
      and(
        ours(attempt, call),
        eq(attempt.requirementId, requirementId),
        attemptId === undefined ? undefined : eq(attempt.attemptId, attemptId),
        inArray(attempt.state, [...states]),
        isNull(attempt.voidedAt),
      ),
    )
    .returning({ attemptId: attempt.attemptId });
  if (deleted.length === 0) throw conflict("Someone else already undid this. Reload the page.", "concurrentChange");
  await keepAttempts(
    call,
    deleted.map((one) => one.attemptId),
  );
}

/**
 * Corrects the dates of a completion that counts. The caller holds the person locked, records it and derives the statuses.
 *
 * @throws Conflict when it no longer counts.
 */
export async function redate(
  call: Call,
  attemptId: string,
  dates: Pick<CompletionDates, "completedAt" | "expiresAt"> & Partial<Pick<CompletionDates, "validUntil">>,
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
  if (moved.length === 0) throw conflict("Someone else undid this. Reload the page.", "concurrentChange");
  await keepAttempts(call, [attemptId]);
}

/** A signed completion: until when it is valid, null: without end; and when the signature ends by a corrected date of birth. */
export type SignedEnd = { attemptId: string; end: number | null; signatureEndsAt: number | null };

/**
 * Changes until when signed completions are valid. The caller holds the people, records why in the history, and derives the
 * statuses.
 */
export async function moveEnds(call: Call, ends: readonly SignedEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  await call.db.execute(sql`
    UPDATE attempt SET expires_at = moved.ends, signature_ends_at = moved.signature_ends_at
    FROM unnest(
      ${sql.param(ends.map((one) => one.attemptId))}::uuid[],
      ${sql.param(ends.map(({ end }) => iso(end)))}::timestamptz[],
      ${sql.param(ends.map(({ signatureEndsAt }) => iso(signatureEndsAt)))}::timestamptz[]
    ) AS moved (attempt_id, ends, signature_ends_at)
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = moved.attempt_id
      AND attempt.state = 'approved'`);
  await keepAttempts(
    call,
    ends.map((one) => one.attemptId),
  );
}
