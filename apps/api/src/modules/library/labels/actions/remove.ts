import { mostSubjects } from "@touchline/contract/tasks/tasks";
import { and, eq, isNull } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { conflict, invalid, notFound } from "../../../../errors.ts";
import { label } from "../../../../schema/library.ts";
import { audit } from "../../../../security/audit.ts";
import { authorize } from "../../../../security/authorize.ts";
import { relabel, withLocks } from "../../../people/index.ts";
import { defineTask, type RunningTask, startTask, type TaskItem } from "../../../tasks/index.ts";
import { endWithoutLabels } from "../../content/actions/assign.ts";
import { holdersOf, labelById, membersOf } from "../queries.ts";
import { lockLabels, mustKeepAnAdmin } from "./admins.ts";
import { labelToEdit, ownLabel } from "./change.ts";

type Moving = { from: string; to: string };

/** Gives people with an archived label another one, step by step. */
export const moveHolders = defineTask({
  kind: "labels.delete",
  async step(unlocked, running, items) {
    const profileLevelAccessIds = items.map((item) => item.subjectId);
    const call = await withLocks(unlocked, { peopleOf: profileLevelAccessIds });
    const { from, to } = await authorizeMoving(call, running.settings as Moving);
    const moved = await relabel(call, { profileLevelAccessIds, from, to });
    return items.map((item) => outcomeOf(item, moved));
  },
  async finish(call, running: RunningTask) {
    const { from } = running.settings as Moving;
    if ((await holdersOf(call, from, 1)).length === 0) await endWithoutLabels(call, from);
  },
});

function outcomeOf({ number, subjectId }: TaskItem, moved: Awaited<ReturnType<typeof relabel>>) {
  const outcome = moved.get(subjectId);
  if (outcome === undefined) return { number, outcome: "skipped" as const, reason: "Already has another role." };
  const reason = outcome === "merged" ? "Already had the other role at this level." : "";
  return { number, outcome: "done" as const, reason };
}

/** @throws NotFound, Forbidden, Conflict when no Admin would be left. */
async function authorizeMoving(call: Call, { from, to }: Moving): Promise<Moving> {
  const [before, after] = [await labelById(call, from), await labelById(call, to)];
  if (!before || !after) throw notFound("role");
  authorize(call, "labels.edit", { organizationWide: true, roles: [before.role, after.role] });
  if (after.archivedAt !== null) throw conflict("This role was deleted.", "outOfUse");
  if (before.role === "Admin" && after.role !== "Admin") await mustKeepAnAdmin(call, from);
  return { from, to };
}

/**
 * Archives a label: it can't be assigned anymore, and people who have it get another, in a task. Repeating it continues where
 * that task stopped.
 *
 * @throws NotFound, Forbidden; 400 without another label for people who have it; Conflict: the actor has the label, or no Admin
 * would be left.
 */
export async function deleteLabel(
  unlocked: Call,
  { id, moveTo }: { id: string; moveTo: string | null },
): Promise<{ members: number; taskId: string | null }> {
  const refuse = (early: Call) => labelToEdit(early, id);
  // Keeps anybody from getting it meanwhile and being left with it.
  const call = await withLocks(unlocked, { duties: "assignments", refuse, also: lockLabels });
  const seen = await labelToEdit(call, id);
  const { members, own } = await membersOf(call, id);
  if (own) throw ownLabel();
  if (members === 0 && seen.archivedAt !== null) throw notFound("role");
  if (moveTo === id) throw invalid("moveTo", "Choose a different role for the people who have this one.");
  if (members > 0 && moveTo === null) throw invalid("moveTo", "Choose a new role for the people who have this one.");
  if (moveTo !== null) await authorizeMoving(call, { from: id, to: moveTo });
  const { role, name } = seen;
  const archived = await call.db
    .update(label)
    .set({ archivedAt: call.now, forFamily: null })
    .where(and(ours(label, call), eq(label.labelId, id), isNull(label.archivedAt)))
    .returning({ id: label.labelId });
  await audit(
    call,
    archived.map(() => ({
      action: "label.deleted",
      subjectId: id,
      facts: { role, members, moveTo },
      values: { name },
    })),
  );
  if (members === 0 || moveTo === null) {
    await endWithoutLabels(call, id);
    return { members, taskId: null };
  }
  const subjects = await holdersOf(call, id, mostSubjects);
  const { taskId } = await startTask(call, moveHolders, { settings: { from: id, to: moveTo }, subjects });
  return { members, taskId };
}
