import { and, eq, inArray, isNull } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { conflict } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { contentAssignment, contentAssignmentChange, contentExemption } from "../../../../schema/library.ts";
import { level } from "../../../../schema/people.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { endGrace, followAssignments, followContent } from "../../../compliance/index.ts";
import { withLocks } from "../../../people/index.ts";
import { lastChange } from "../queries/assignments.ts";
import { contentOrArchived } from "../queries/content-by-id.ts";
import { endExceptions, mayExcept } from "./exceptions.ts";
import { permit } from "./permitted.ts";

/**
 * Restores the assignments and exceptions of a content from before its last change, and updates people. Those at a level that
 * was deleted since don't come back.
 *
 * @param most how many demands change at once; 2,000 unless given.
 * @throws NotFound, Forbidden (a level out of reach), Conflict (not the last change, already undone, or older than seven days)
 */
export async function undoAssignments(
  unlocked: Call,
  input: { contentId: string; changeId: string },
  most?: number,
): Promise<{ inProgress: boolean }> {
  const { contentId } = input;
  const refuse = async (early: Call) => permit(early, await contentOrArchived(early, contentId), "assign");
  const call = await withLocks(unlocked, { duties: "assignments", refuse });
  await permit(call, await contentOrArchived(call, contentId), "assign");
  const change = await lastChange(call, contentId);
  if (change?.changeId !== input.changeId) {
    throw conflict(
      "This change was changed again, undone, or made more than seven days ago. Reload the page.",
      "notLast",
    );
  }
  const { changeId, begun, ended, exemptionsBegun, exemptionsEnded } = change;
  const concerned = await call.db
    .select({ levelPre: level.pre, id: contentAssignment.contentAssignmentId, archivedAt: level.archivedAt })
    .from(contentAssignment)
    .innerJoin(level, onKey(level.levelId, contentAssignment.levelId))
    .where(and(ours(contentAssignment, call), inArray(contentAssignment.contentAssignmentId, [...begun, ...ended])));
  const there = concerned.filter((one) => one.archivedAt === null);
  for (const { levelPre } of there) authorize(call, "content.assign", { levelPre });
  const back = there.filter((one) => ended.includes(one.id)).map((one) => one.id);
  const within = (ids: readonly string[]) =>
    and(ours(contentAssignment, call), inArray(contentAssignment.contentAssignmentId, [...ids]));
  await call.db
    .update(contentAssignment)
    .set({ endedAt: call.now })
    .where(and(within(begun), isNull(contentAssignment.endedAt)));
  await call.db.update(contentAssignment).set({ endedAt: null }).where(within(back));
  await putExceptionsBack(call, exemptionsBegun, exemptionsEnded);
  await endGrace(call, changeId);
  await call.db
    .update(contentAssignmentChange)
    .set({ undoneAt: call.now, undoneBy: actingProfile(call) })
    .where(and(ours(contentAssignmentChange, call), eq(contentAssignmentChange.changeId, changeId)));
  await audit(call, [{ action: "assignment.undone", subjectId: changeId, facts: { contentId, begun, ended } }]);
  const followed = await followAssignments(call, contentId, most);
  if (!("round" in followed)) return { inProgress: false };
  await enqueue(call, followContent, { contentId, round: followed.round });
  return { inProgress: true };
}

async function putExceptionsBack(call: Call, begun: readonly string[], ended: readonly string[]): Promise<void> {
  const rows = await call.db
    .select()
    .from(contentExemption)
    .where(and(ours(contentExemption, call), inArray(contentExemption.contentExemptionId, [...begun, ...ended])));
  await mayExcept(call, rows);
  await endExceptions(call, begun);
  await endExceptions(call, ended, null);
}
