import type { AttemptState } from "@touchline/contract";
import { sql } from "drizzle-orm";
import type { Call, Reading } from "../../../../call.ts";
import { prepared } from "../../../../database/prepared-statement.ts";
import { verdictOn } from "../../../../security/authorize.ts";
import type { MemberTarget } from "../../../people/index.ts";
import type { RequiredContent } from "./requirement-read.ts";

/** States of an attempt that answer a request for changes. A newer draft or a withdrawn attempt leaves the reviewer's note in force. */
const answersReset: readonly AttemptState[] = ["pendingReview", "approved", "disqualified"];

/** The review that requested changes, until a later attempt answers it. The caller authorizes. */
type ResetRead = { reviewId: string; sealedNotes: Buffer; wrappedKey: Buffer } | null;

export async function readReset(call: Reading, requirementId: string): Promise<ResetRead> {
  const { rows } = await prepared<NonNullable<ResetRead>>(
    call.db,
    "requirement.reset",
    sql`
    SELECT review.review_id AS "reviewId", review.sealed_notes AS "sealedNotes", organization.wrapped_key AS "wrappedKey"
    FROM (
      SELECT attempt.organization_id, attempt.attempt_id, attempt.state FROM attempt
      WHERE attempt.organization_id = ${call.organizationId} AND attempt.requirement_id = ${requirementId}
        AND attempt.state = ANY(${sql.param(["reset", ...answersReset])}::text[])
      ORDER BY attempt.created_at DESC, attempt.attempt_id DESC LIMIT 1
    ) AS last
    JOIN organization ON organization.organization_id = last.organization_id
    JOIN review ON review.organization_id = last.organization_id AND review.attempt_id = last.attempt_id
    WHERE last.state = 'reset' LIMIT 1`,
  );
  return rows[0] ?? null;
}

/**
 * Returns the reviewer's note to the member when changes were requested, until a later attempt answers it. It is null for anyone but the
 * member, their guardians, and reviewers.
 */
export function resetNoteOf(
  call: Call,
  target: MemberTarget,
  { required }: { required: RequiredContent },
  read: ResetRead,
): string | null {
  const reviews = verdictOn(call, "requirements.review", { ...target, requirementType: required.type }).allowed;
  if (!reviews && !target.self && !target.guardedChild) return null;
  return read && openNotes(call, read);
}

/** Decrypts a reviewer's note. The caller authorizes. */
export function openNotes(call: Call, row: { reviewId: string; sealedNotes: Buffer; wrappedKey: Buffer }): string {
  return call.adapters.vault.open(row.wrappedKey, notesPlace(call, row.reviewId), row.sealedNotes);
}

export const notesPlace = (call: Call, reviewId: string) => ({
  tenant: call.organizationId,
  table: "review",
  column: "notes",
  id: reviewId,
});
