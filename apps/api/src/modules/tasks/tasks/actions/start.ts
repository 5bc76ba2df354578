import { mostSubjects, undoDays } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import { actingProfile, type Call } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import { conflict, forbidden, invalid } from "../../../../errors.ts";
import { enqueue } from "../../../../jobs/jobs.ts";
import { task } from "../../../../schema/tasks.ts";
import { audit } from "../../../../security/audit.ts";
import { ownTask, undoableUntil } from "../queries.ts";
import type { DefinedTask } from "./define.ts";
import { endTask } from "./run.ts";

/**
 * Starts a task on the given subjects, which are fixed now, in their order. Authorize before; each step authorizes every
 * subject again.
 *
 * @param input.settings IDs and choices.
 * @param input.sealedText what people typed, already sealed.
 * @throws 400 without subjects or with more than `mostSubjects`; Forbidden for the system's own actors.
 */
export async function startTask(
  call: Call,
  kind: DefinedTask,
  input: { settings: Record<string, unknown>; subjects: readonly string[]; sealedText?: Buffer; taskId?: string },
): Promise<{ taskId: string }> {
  const { settings, subjects, sealedText, taskId = newId() } = input;
  if (subjects.length === 0) throw invalid("subjects", "There's no one to do this for.");
  if (subjects.length > mostSubjects) {
    throw invalid(
      "subjects",
      `Choose at most ${mostSubjects.toLocaleString("en")} people at once. Narrow the list first.`,
    );
  }
  await insertTask(call, kind, { taskId, settings, total: subjects.length, sealedText: sealedText ?? null });
  await call.db.execute(sql`
    INSERT INTO task_item (organization_id, task_id, number, subject_id)
    SELECT ${call.organizationId}::uuid, ${taskId}::uuid, given.number, given.id
    FROM unnest(${sql.param(subjects)}::uuid[]) WITH ORDINALITY AS given (id, number)`);
  await begin(call, kind, { taskId, settings, total: subjects.length });
  return { taskId };
}

type Begun = { taskId: string; settings: Record<string, unknown>; total: number };

/**
 * Starts a task without a list of items, which walks through rows. Authorize before; each part authorizes again.
 *
 * @param total as counted now
 */
export async function startWalk(call: Call, kind: DefinedTask, begun: Begun): Promise<void> {
  await insertTask(call, kind, { ...begun, sealedText: null });
  await begin(call, kind, begun);
}

async function insertTask(call: Call, kind: DefinedTask, row: Begun & { sealedText: Buffer | null }): Promise<void> {
  const createdBy = actingProfile(call);
  if (createdBy === null) throw forbidden("Only a person can start a task.", "system");
  const { organizationId, now } = call;
  await call.db
    .insert(task)
    .values({ organizationId, kind: kind.kind, state: "running", createdBy, createdAt: now, ...row });
}

async function begin(call: Call, kind: DefinedTask, { taskId, settings, total }: Begun): Promise<void> {
  await enqueue(call, kind.job, { taskId });
  await audit(call, [
    { action: "task.started", subjectId: taskId, facts: { kind: kind.kind, of: total, ...settings } },
  ]);
}

/** Stops a task of one's own between two steps; what was done stays. @throws NotFound; Conflict (it is over) */
export async function cancelTask(call: Call, taskId: string): Promise<void> {
  const row = await ownTask(call, taskId);
  if (!(await endTask(call, taskId, "canceled", null))) throw conflict("This is already finished.", row.state);
  await audit(call, [{ action: "task.canceled", subjectId: taskId, facts: { kind: row.kind } }]);
}

/**
 * Takes back what a task of one's own did, in a task of its own, last things first.
 *
 * @param kinds every kind there is.
 * @throws NotFound; Conflict (runs still, undone already, too late, or cannot be undone)
 */
export async function undoTask(call: Call, kinds: readonly DefinedTask[], undoOf: string): Promise<{ taskId: string }> {
  const row = await ownTask(call, undoOf);
  const kind = kinds.find((one) => one.kind === row.kind);
  if (!kind?.undo || row.undoOf !== null) throw conflict("This can't be undone.", "notUndoable");
  if (row.state === "running") throw conflict("This is still running. Cancel it first.", row.state);
  if (call.now >= undoableUntil(row)) {
    throw conflict(`You can undo this for ${undoDays} days only. That time is over.`, "tooLate");
  }
  if (row.done === 0) throw conflict("Nothing was changed, so there's nothing to undo.", "nothingDone");
  const taskId = newId();
  const begun = await call.db
    .insert(task)
    .values({
      organizationId: call.organizationId,
      taskId,
      kind: row.kind,
      state: "running",
      settings: row.settings,
      undoOf,
      total: row.done,
      createdBy: row.createdBy,
      createdAt: call.now,
    })
    .onConflictDoNothing()
    .returning({ id: task.taskId });
  if (begun.length === 0) throw conflict("This was already undone.", "undone");
  await call.db.execute(sql`
    INSERT INTO task_item (organization_id, task_id, number, subject_id, before)
    SELECT organization_id, ${taskId}::uuid, row_number() OVER (ORDER BY number DESC), subject_id, before
    FROM task_item
    WHERE organization_id = ${call.organizationId} AND task_id = ${undoOf} AND outcome = 'done'`);
  await enqueue(call, kind.job, { taskId });
  await audit(call, [{ action: "task.undone", subjectId: undoOf, facts: { kind: row.kind, by: taskId } }]);
  return { taskId };
}
