import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Call } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { openBatch, type Part, partOf } from "../../../../jobs/batch-job.ts";
import { enqueue, type Within } from "../../../../jobs/jobs.ts";
import { hasNoJob } from "../../../../jobs/queue.ts";
import { task, taskItem } from "../../../../schema/tasks.ts";
import { type NewNotice, notify } from "../../../messages/index.ts";
import { actingAgain } from "../../../people/index.ts";
import type { DefinedTask, ItemOutcome, RunningTask } from "./define.ts";

type State = { kind: DefinedTask; running: RunningTask; as: Call };

const batch = openBatch<{ kind: DefinedTask; taskId: string }, State, number>({
  size: ({ kind, running }) => (running.undoOf === null ? kind.size.step : kind.size.undo),
  async begin(call, { kind, taskId }) {
    // One step of a task at a time.
    const [running] = await call.db
      .select()
      .from(task)
      .where(and(ours(task, call), eq(task.taskId, taskId)))
      .for("update");
    if (running?.state !== "running") return null;
    const as = await actingAgain(call, running.createdBy);
    if (as) return { kind, running, as };
    await endTask(call, taskId, "failed", "The person who started this is no longer a member of this organization.");
    return null;
  },
  async take(call, { kind, running, as }, some) {
    const most = Math.min(kind.atOnce, some);
    return kind.walk ? walkOn(as, kind.walk, running, most) : doItems(call, { kind, running, as }, most);
  },
  // What came of the items has moved the task on.
  advance: async () => undefined,
  finish: (_call, { kind, running, as }) => closing(as, kind, running),
});

/**
 * Does the next items of a running task in the call's transaction, as the person who began it.
 *
 * @returns whether items are left.
 */
export const continueTask = (call: Call, kind: DefinedTask, taskId: string): Promise<boolean> =>
  batch.step(call, { kind, taskId });

/** The next items of a task, one after the other. */
async function doItems(call: Call, { kind, running, as }: State, most: number): Promise<Part<number>> {
  const { taskId } = running;
  const step = running.undoOf === null ? kind.step : kind.undo;
  if (!step) throw new Error(`${kind.kind} can't be undone.`);
  const items = await call.db
    .select({ number: taskItem.number, subjectId: taskItem.subjectId, before: taskItem.before })
    .from(taskItem)
    .where(
      and(
        ours(taskItem, call),
        eq(taskItem.taskId, taskId),
        gt(taskItem.number, running.done + running.skipped + running.failed),
      ),
    )
    .orderBy(asc(taskItem.number))
    .limit(most);
  if (items.length > 0) await record(call, taskId, await step(as, running, items), items.length);
  return partOf(items, most, (last) => last.number);
}

/** The next part of a task without items; null when it is refused, and has ended. */
async function walkOn(
  call: Call,
  walk: NonNullable<DefinedTask["walk"]>,
  running: RunningTask,
  most: number,
): Promise<Part<number> | null> {
  const { taskId } = running;
  const part = await walk(call, running, most);
  if ("refused" in part) {
    await endTask(call, taskId, "failed", part.refused);
    return null;
  }
  const left = part.done === most;
  const done = running.done + part.done;
  // How many it would be was counted when it began; in the end it is as many as there were.
  const total = left ? Math.max(running.total, done) : done;
  await call.db
    .update(task)
    .set({ done, total })
    .where(and(ours(task, call), eq(task.taskId, taskId)));
  return { taken: part.done, next: left ? done : null };
}

/** Runs after all items are processed. */
async function closing(as: Call, kind: DefinedTask, running: RunningTask): Promise<void> {
  if (running.undoOf === null) {
    await kind.finish?.(as, running);
    if (kind.last) return enqueue(as, kind.last, { taskId: running.taskId });
  }
  await completeTask(as, running.taskId);
}

/** The least milliseconds between two reports of the packing progress. */
const reportInterval = 500;

/**
 * Reports the progress of a task's last part: all items are processed, and a file is made of them.
 *
 * @returns a function to be called with how many of `total` are packed, before the next one is.
 */
export function openPacking(within: Within, taskId: string, total: number): (packed: number) => Promise<void> {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return async (packed) => {
    if (performance.now() - reportedAt < reportInterval) return;
    reportedAt = performance.now();
    await within((call) =>
      call.db
        .update(task)
        .set({ packed, toPack: total })
        .where(and(ours(task, call), eq(task.taskId, taskId), eq(task.state, "running"))),
    );
  };
}

/** What came of the items of a step; their number moves the task on. */
async function record(call: Call, taskId: string, outcomes: readonly ItemOutcome[], reported: number): Promise<void> {
  if (new Set(outcomes.map((one) => one.number)).size !== reported) {
    throw new Error("A step says of each of its items what came of it.");
  }
  const rows = outcomes.map(({ number, outcome, reason = "", before = null }) => ({ number, outcome, reason, before }));
  await call.db.execute(sql`
    UPDATE task_item SET outcome = new.outcome, reason = new.reason, before = coalesce(new.before, task_item.before)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS new (number integer, outcome text, reason text, before jsonb)
    WHERE task_item.organization_id = ${call.organizationId} AND task_item.task_id = ${taskId}
      AND task_item.number = new.number`);
  const count = (outcome: ItemOutcome["outcome"]) => outcomes.filter((one) => one.outcome === outcome).length;
  await call.db
    .update(task)
    .set({
      done: sql`${task.done} + ${count("done")}`,
      skipped: sql`${task.skipped} + ${count("skipped")}`,
      failed: sql`${task.failed} + ${count("failed")}`,
    })
    .where(and(ours(task, call), eq(task.taskId, taskId)));
}

/** Ends a task all of whose items are done. @returns whether it ran still: it may have been canceled. */
export const completeTask = (call: Call, taskId: string) => endTask(call, taskId, "done", null);

/** Ends a task that runs. @returns whether it ran. */
export async function endTask(
  call: Call,
  taskId: string,
  state: "done" | "canceled" | "failed",
  failure: string | null,
): Promise<boolean> {
  const ended = await call.db
    .update(task)
    .set({ state, failure, endedAt: call.now })
    .where(and(ours(task, call), eq(task.taskId, taskId), eq(task.state, "running")))
    .returning();
  await notify(call, ended.flatMap(noticesOf));
  return ended.length > 0;
}

/** Whoever began it hears how it ended, unless they stopped it themselves. */
function noticesOf({ taskId, kind, state, undoOf, done, total, createdBy }: typeof task.$inferSelect): NewNotice[] {
  if (state === "canceled") return [];
  const facts = { taskId, task: kind, state, undo: undoOf !== null, done, total };
  return [{ to: createdBy, kind: "task", key: `task:${taskId}`, facts }];
}

/** Ends those that no job works on anymore: it was tried as often as it may be. */
export async function giveUpAbandoned(call: Call): Promise<void> {
  const failure = "Something went wrong on our side. Finished items are kept. Try the rest again.";
  const abandoned = await call.db
    .select({ id: task.taskId })
    .from(task)
    .where(and(ours(task, call), eq(task.state, "running"), hasNoJob("taskId", task.taskId)))
    .limit(1_000);
  if (abandoned.length === 0) return;
  const ids = abandoned.map((one) => one.id);
  const ended = await call.db
    .update(task)
    .set({ state: "failed", failure, endedAt: call.now })
    .where(and(ours(task, call), inArray(task.taskId, ids), eq(task.state, "running"), isNull(task.endedAt)))
    .returning();
  await notify(call, ended.flatMap(noticesOf));
}
