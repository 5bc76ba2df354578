import type { TaskOutcome, task as taskShape } from "@touchline/contract/tasks";
import { and, asc, desc, eq, gt, gte, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { actingProfile, type Call } from "../../kernel/call.ts";
import { notFound } from "../../kernel/errors.ts";
import { ours } from "../../kernel/tenancy.ts";
import type { DefinedTask } from "./actions/define.ts";
import { task, taskItem } from "./tables.ts";

const shownDays = 7;
const dayMs = 86_400_000;

type Shown = z.output<typeof taskShape>;

/** A task that the actor began. @throws NotFound */
export async function ownTask(call: Call, taskId: string) {
  const [row] = await call.db
    .select()
    .from(task)
    .where(and(ours(task, call), eq(task.taskId, taskId), eq(task.createdBy, actingProfile(call) as string)));
  if (!row) throw notFound("The task");
  return row;
}

const undo = alias(task, "undo");

function shown(call: Call, kinds: readonly DefinedTask[], where: SQL): Promise<Shown[]> {
  const canUndo = new Set(kinds.flatMap((one) => (one.undo ? one.kind : [])));
  return call.db
    .select({ row: task, undone: sql<boolean>`${undo.taskId} IS NOT NULL` })
    .from(task)
    .leftJoin(undo, and(ours(undo, call), eq(undo.undoOf, task.taskId)))
    .where(and(ours(task, call), eq(task.createdBy, actingProfile(call) as string), where))
    .orderBy(desc(task.createdAt))
    .limit(20)
    .then((rows) =>
      rows.map(({ row, undone }) => ({
        taskId: row.taskId,
        kind: row.kind,
        state: row.state,
        total: row.total,
        done: row.done,
        skipped: row.skipped,
        failed: row.failed,
        failure: row.failure,
        undoOf: row.undoOf,
        undoable: !undone && row.undoOf === null && row.state !== "running" && row.done > 0 && canUndo.has(row.kind),
        createdAt: row.createdAt.toISOString(),
        endedAt: row.endedAt?.toISOString() ?? null,
      })),
    );
}

/** What the actor began in the last days, newest first. */
export const listTasks = (call: Call, kinds: readonly DefinedTask[]) =>
  shown(call, kinds, gte(task.createdAt, new Date(call.now.getTime() - shownDays * dayMs)));

/** @throws NotFound */
export async function getTask(call: Call, kinds: readonly DefinedTask[], taskId: string): Promise<Shown> {
  const [row] = await shown(call, kinds, eq(task.taskId, taskId));
  if (!row) throw notFound("The task");
  return row;
}

/** What came of each, in order. @throws NotFound */
export async function listTaskItems(
  call: Call,
  taskId: string,
  query: { outcome?: TaskOutcome | undefined; after: number; perPage: number },
) {
  await ownTask(call, taskId);
  const rows = await call.db
    .select({
      number: taskItem.number,
      subjectId: taskItem.subjectId,
      outcome: taskItem.outcome,
      reason: taskItem.reason,
    })
    .from(taskItem)
    .where(
      and(
        ours(taskItem, call),
        eq(taskItem.taskId, taskId),
        gt(taskItem.number, query.after),
        query.outcome && eq(taskItem.outcome, query.outcome),
      ),
    )
    .orderBy(asc(taskItem.number))
    .limit(query.perPage + 1);
  const data = rows.slice(0, query.perPage);
  return { data, next: rows.length > query.perPage ? (data.at(-1)?.number ?? null) : null };
}
