import type { AttemptState } from "@touchline/contract";
import { sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { keepAttempts } from "./keep-attempts.ts";
import { recordRequirementEvents } from "./record.ts";
import type { AttemptSubject } from "./transition.ts";

/** A submission that an external result moved by mistake. */
export type Reopened = AttemptSubject & {
  attemptId: string;
  /** The state after the result, and the state before it. */
  from: AttemptState;
  to: AttemptState;
  /** When the result completed it; null: it didn't. */
  decidedAt: Date | null;
  completedAt: Date | null;
};

/**
 * Reverts an external result: the submission is pending again as before. The caller holds the person, records why, and derives
 * the statuses.
 *
 * @returns whether it was reverted: not if it was decided or changed since, another one followed, or a pre-adverse notice was
 * sent for it.
 */
export async function reopenAttempt(call: Call, one: Reopened): Promise<boolean> {
  const { attemptId, from, to, decidedAt, completedAt, ...subject } = one;
  if (from === to) return true;
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  const { rowCount } = await call.db.execute(sql`
    UPDATE attempt SET state = ${to}, completed_at = ${iso(completedAt)}::timestamptz, decided_at = NULL, expires_at = NULL,
      source = CASE WHEN ${to} = 'pendingReview' THEN source END
    WHERE attempt.organization_id = ${call.organizationId} AND attempt.attempt_id = ${attemptId} AND attempt.state = ${from}
      AND attempt.voided_at IS NULL
      AND (${iso(decidedAt)}::timestamptz IS NULL OR attempt.decided_at = ${iso(decidedAt)}::timestamptz)
      AND NOT EXISTS (SELECT FROM attempt AS later WHERE later.organization_id = attempt.organization_id
        AND later.requirement_id = attempt.requirement_id AND later.created_at > attempt.created_at)
      AND NOT EXISTS (SELECT FROM review_proposal WHERE review_proposal.organization_id = attempt.organization_id
        AND review_proposal.attempt_id = attempt.attempt_id)
      AND NOT EXISTS (SELECT FROM adverse_action WHERE adverse_action.organization_id = attempt.organization_id
        AND adverse_action.attempt_id = attempt.attempt_id)`);
  if (rowCount === 0) return false;
  await keepAttempts(call, [attemptId]);
  await recordRequirementEvents(call, [{ ...subject, attemptId, kind: "attempt", fromState: from, toState: to }]);
  return true;
}
