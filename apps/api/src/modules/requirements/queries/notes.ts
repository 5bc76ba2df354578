import type { AttemptState } from "@touchline/contract";
import { and, desc, eq, inArray } from "drizzle-orm";
import { verdictOn } from "../../../kernel/authorize.ts";
import type { Call } from "../../../kernel/call.ts";
import { onKey, ours } from "../../../kernel/tenancy.ts";
import { organization } from "../../organizations/tables.ts";
import type { MemberTarget } from "../../profiles/queries.ts";
import { review } from "../../reviews/tables.ts";
import type { OwedHere } from "../../standing/queries/people.ts";
import { attempt } from "../../standing/tables.ts";
import type { AskedContent } from "./owed.ts";

/** What answers a submission that was sent back. One that was begun or withdrawn since leaves the note in force. */
const answersReset: readonly AttemptState[] = ["pendingReview", "approved", "disqualified"];

/**
 * What the reviewer wrote to the member when a submission was sent back, until a later one has answered it; else null. For
 * the member, their guardians and whoever reviews it; null to all others.
 */
export async function resetNoteOf(
  call: Call,
  target: MemberTarget,
  { owed, asked }: { owed: OwedHere; asked: AskedContent },
): Promise<string | null> {
  const { requirementId } = owed.requirement;
  const reviews = verdictOn(call, "requirements.review", { ...target, requirementType: asked.type }).allowed;
  if (!reviews && !target.self && !target.guardedChild) return null;
  const [last] = await call.db
    .select({
      state: attempt.state,
      reviewId: review.reviewId,
      sealedNotes: review.sealedNotes,
      wrappedKey: organization.wrappedKey,
    })
    .from(attempt)
    .innerJoin(organization, eq(organization.organizationId, attempt.organizationId))
    .leftJoin(review, onKey(review.attemptId, attempt.attemptId))
    .where(
      and(
        ours(attempt, call),
        eq(attempt.requirementId, requirementId),
        inArray(attempt.state, ["reset", ...answersReset]),
      ),
    )
    .orderBy(desc(attempt.createdAt), desc(attempt.attemptId))
    .limit(1);
  if (last?.state !== "reset" || last.reviewId === null || last.sealedNotes === null) return null;
  return openNotes(call, { reviewId: last.reviewId, sealedNotes: last.sealedNotes, wrappedKey: last.wrappedKey });
}

/** A reviewer's words, unsealed. Whether the reader may have them is for the caller to know. */
export function openNotes(call: Call, row: { reviewId: string; sealedNotes: Buffer; wrappedKey: Buffer }): string {
  return call.adapters.vault.open(row.wrappedKey, notesPlace(call, row.reviewId), row.sealedNotes);
}

export const notesPlace = (call: Call, reviewId: string) => ({
  tenant: call.organizationId,
  table: "review",
  column: "notes",
  id: reviewId,
});
