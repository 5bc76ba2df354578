import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { content, contentAssignment, contentAssignmentChange } from "../../../../schema/library.ts";
import { audit } from "../../../../security/audit.ts";
import { followAssignments, followContent } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { contentOrArchived } from "../queries/content-by-id.ts";
import { owedOn } from "../queries/library.ts";
import { permit } from "./permitted.ts";

type Outcome = "archived" | "removed";

/**
 * Takes a content out of use. Content that was ever assigned is archived: its assignments end, people's requirements are
 * updated, at once or step by step as with other assignments, and completed work stays. Content that was never assigned is
 * removed.
 *
 * @param most how many demands end at once; 2,000 unless given.
 * @throws NotFound, Forbidden (also if it is assigned out of reach), Conflict (already archived).
 */
export async function deleteContent(
  unlocked: Call,
  { contentId }: { contentId: string },
  most?: number,
): Promise<{ outcome: Outcome; demandsDropped: number; inProgress: boolean }> {
  const refuse = async (early: Call) => permit(early, await contentOrArchived(early, contentId), "archive");
  const call = await withLocks(unlocked, { duties: "assignments", refuse });
  const row = await contentOrArchived(call, contentId);
  await permit(call, row, "archive");
  const { levelId } = row;
  const used = await everAsked(call, contentId);
  await call.db
    .update(content)
    .set({ archivedAt: call.now, ...(used ? {} : { removedAt: call.now }) })
    .where(and(ours(content, call), eq(content.contentId, contentId), isNull(content.archivedAt)));
  if (!used) {
    await audit(call, [{ action: "content.removed", subjectId: contentId, levelId }]);
    return { outcome: "removed", demandsDropped: 0, inProgress: false };
  }
  const ended = await call.db
    .update(contentAssignment)
    .set({ endedAt: call.now })
    .where(
      and(ours(contentAssignment, call), eq(contentAssignment.contentId, contentId), isNull(contentAssignment.endedAt)),
    )
    .returning({ subjectId: contentAssignment.contentAssignmentId, levelId: contentAssignment.levelId });
  await closeChanges(
    call,
    contentId,
    ended.map((one) => one.subjectId),
  );
  await audit(call, [
    { action: "content.archived", subjectId: contentId, levelId },
    ...ended.map((one) => ({ action: "assignment.ended" as const, ...one, facts: { contentId } })),
  ]);
  const followed = await followAssignments(call, contentId, most);
  if ("round" in followed) {
    await enqueue(call, followContent, { contentId, round: followed.round });
    return { outcome: "archived", demandsDropped: 0, inProgress: true };
  }
  return { outcome: "archived", demandsDropped: followed.dropped.length, inProgress: false };
}

/** Makes earlier changes of its assignments final: undoing one would restore half of what ended with the content. */
async function closeChanges(call: Call, contentId: string, ended: string[]): Promise<void> {
  const by = actingProfile(call);
  await call.db.insert(contentAssignmentChange).values({
    ...{ organizationId: call.organizationId, changeId: newId(), contentId },
    ...{ begun: [], ended, exemptionsBegun: [], exemptionsEnded: [] },
    ...{ changedBy: by, changedAt: call.now, undoneBy: by, undoneAt: call.now },
  });
}

/** Previews taking it out of use, and how many it affects. @throws NotFound, Forbidden, Conflict as the action itself. */
export async function archiveEffect(call: Call, contentId: string) {
  await permit(call, await contentOrArchived(call, contentId), "archive");
  const { rows } = await call.db.execute<{ assignments: number; open: number; completed: number }>(sql`
    SELECT (SELECT count(*)::int FROM content_assignment
        WHERE organization_id = ${call.organizationId} AND content_id = ${contentId} AND ended_at IS NULL) AS assignments,
      (SELECT count(*)::int FROM attempt
        JOIN requirement ON requirement.organization_id = attempt.organization_id
          AND requirement.requirement_id = attempt.requirement_id
        WHERE attempt.organization_id = ${call.organizationId} AND requirement.content_id = ${contentId}
          AND attempt.state IN ('draft', 'waitingApplicant', 'waitingProvider', 'pendingReview')) AS open,
      (SELECT count(*)::int FROM requirement
        WHERE requirement.organization_id = ${call.organizationId} AND requirement.content_id = ${contentId}
          AND EXISTS (SELECT FROM attempt WHERE attempt.organization_id = requirement.organization_id
            AND attempt.requirement_id = requirement.requirement_id AND attempt.state = 'approved')) AS completed`);
  const { assignments = 0, open = 0, completed = 0 } = rows[0] ?? {};
  const outcome: Outcome = (await everAsked(call, contentId)) ? "archived" : "removed";
  const owed = await owedOn(call, [contentId]);
  return { outcome, assignments, owedOn: owed.get(contentId) ?? 0, open, completed };
}

/** Returns whether anybody had, or could have had, it as a requirement. */
async function everAsked(call: Call, contentId: string): Promise<boolean> {
  const { rows } = await call.db.execute<{ asked: boolean }>(sql`
    SELECT EXISTS (SELECT FROM content_assignment
        WHERE organization_id = ${call.organizationId} AND content_id = ${contentId})
      OR EXISTS (SELECT FROM requirement
        WHERE organization_id = ${call.organizationId} AND content_id = ${contentId}) AS asked`);
  return rows[0]?.asked ?? true;
}

/** Restores an archived content; nobody owes it until it is assigned again. @throws NotFound, Forbidden, Conflict */
export async function restoreContent(unlocked: Call, { contentId }: { contentId: string }): Promise<void> {
  const call = await withLocks(unlocked);
  const row = await contentOrArchived(call, contentId);
  await permit(call, row, "restore");
  const restored = await call.db
    .update(content)
    .set({ archivedAt: null })
    .where(and(ours(content, call), eq(content.contentId, contentId), isNotNull(content.archivedAt)))
    .returning({ id: content.contentId });
  if (restored.length === 0)
    throw conflict("Someone else restored it at the same time. Reload the page.", "notArchived");
  await audit(call, [{ action: "content.restored", subjectId: contentId, levelId: row.levelId }]);
}
