import { Readable } from "node:stream";
import type { ResponseOf } from "@touchline/contract";
import {
  type listTasks as listTasksEndpoint,
  mostSubjects,
  type TaskOutcome,
  type task as taskShape,
  undoDays,
  type WorkKind,
} from "@touchline/contract/tasks/tasks";
import { type AnyColumn, and, asc, desc, eq, gt, gte, or, type SQL, sql } from "drizzle-orm";
import { alias, unionAll } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { actingProfile, type Call } from "../../../call.ts";
import { ours } from "../../../database/tenancy.ts";
import { csvOf } from "../../../documents/csv.ts";
import { notFound } from "../../../errors.ts";
import type { FileAnswer } from "../../../http/mount.ts";
import { contentFollowing, contentRedo, levelFollowing, rezoning } from "../../../schema/compliance.ts";
import { externalImport } from "../../../schema/external-review.ts";
import { content } from "../../../schema/library.ts";
import { level } from "../../../schema/people.ts";
import { rosterImport } from "../../../schema/setup.ts";
import { task, taskItem } from "../../../schema/tasks.ts";
import type { DefinedTask, TaskItem } from "./actions/define.ts";

const shownDays = 7;
const mostShown = 20;
const dayMs = 86_400_000;

type Shown = z.output<typeof taskShape>;

/** A task that the actor began. @throws NotFound */
export async function ownTask(call: Call, taskId: string) {
  const [row] = await call.db
    .select()
    .from(task)
    .where(and(ours(task, call), eq(task.taskId, taskId), eq(task.createdBy, actingProfile(call) as string)));
  if (!row) throw notFound("task");
  return row;
}

const undo = alias(task, "undo");

function tasksWhere(call: Call, kinds: readonly DefinedTask[], where: SQL): Promise<Shown[]> {
  const canUndo = new Set(kinds.flatMap((one) => (one.undo ? one.kind : [])));
  return call.db
    .select({ row: task, undone: sql<boolean>`${undo.taskId} IS NOT NULL` })
    .from(task)
    .leftJoin(undo, and(ours(undo, call), eq(undo.undoOf, task.taskId)))
    .where(and(ours(task, call), eq(task.createdBy, actingProfile(call) as string), where))
    .orderBy(desc(task.createdAt))
    .limit(mostShown)
    .then((rows) =>
      rows.map(({ row, undone }) => ({
        taskId: row.taskId,
        kind: row.kind,
        state: row.state,
        total: row.total,
        done: row.done,
        skipped: row.skipped,
        failed: row.failed,
        packing: packingOf(row),
        failure: row.failure,
        undoOf: row.undoOf,
        ...undoability(call.now, row, !undone && canUndo.has(row.kind)),
        createdAt: row.createdAt.toISOString(),
        endedAt: row.endedAt?.toISOString() ?? null,
      })),
    );
}

const packingOf = ({ state, packed, toPack }: typeof task.$inferSelect) =>
  state === "running" && packed !== null && toPack !== null ? { done: packed, total: toPack } : null;

/** Whether a task can be taken back at this moment, and until when. */
function undoability(now: Date, row: typeof task.$inferSelect, can: boolean) {
  const until = undoableUntil(row);
  const undoable = can && row.undoOf === null && row.state !== "running" && row.done > 0 && now < until;
  return { undoable, undoableUntil: undoable ? until.toISOString() : null };
}

/** After that, too much has been built on what it did. */
export const undoableUntil = ({ createdAt }: { createdAt: Date }) => new Date(createdAt.getTime() + undoDays * dayMs);

/** What the actor began in the last days, newest first. */
export const listTasks = (call: Call, kinds: readonly DefinedTask[]) =>
  tasksWhere(call, kinds, gte(task.createdAt, new Date(call.now.getTime() - shownDays * dayMs)));

/** Work of the actor that still runs and isn't a task: rosters, assignments, deadlines, moved levels, another time zone. */
export async function runningWork(call: Call): Promise<ResponseOf<typeof listTasksEndpoint>["running"]> {
  const began = (by: AnyColumn) => eq(by, actingProfile(call) as string);
  const from = (
    kind: WorkKind,
    row: { subjectId: AnyColumn | SQL; name: AnyColumn; done: AnyColumn | SQL; total: AnyColumn | SQL },
  ) => ({
    kind: sql<WorkKind>`${kind}::text`.as("kind"),
    subjectId: sql<string | null>`${row.subjectId}`.as("subject_id"),
    name: sql<string>`${row.name}`.as("name"),
    done: sql<number>`${row.done}`.as("done"),
    total: sql<number | null>`${row.total}`.as("total"),
  });
  const results = (state: "running" | "undoing", kind: WorkKind) =>
    call.db
      .select(
        from(kind, {
          subjectId: externalImport.externalImportId,
          name: externalImport.fileName,
          done: externalImport.through,
          total: externalImport.rows,
        }),
      )
      .from(externalImport)
      .where(and(ours(externalImport, call), began(externalImport.createdBy), eq(externalImport.state, state)));
  const roster = (state: "checking" | "running", kind: WorkKind, done: AnyColumn | SQL, total: AnyColumn | SQL) =>
    call.db
      .select(from(kind, { subjectId: rosterImport.rosterImportId, name: rosterImport.fileName, done, total }))
      .from(rosterImport)
      .where(and(ours(rosterImport, call), began(rosterImport.createdBy), eq(rosterImport.state, state)));
  return unionAll(
    call.db
      .select(
        from("assignments.apply", {
          subjectId: content.contentId,
          name: content.name,
          done: contentFollowing.done,
          total: contentFollowing.total,
        }),
      )
      .from(contentFollowing)
      .innerJoin(content, and(ours(content, call), eq(content.contentId, contentFollowing.contentId)))
      .where(and(ours(contentFollowing, call), began(contentFollowing.begunBy))),
    call.db
      .select(
        from("redo.apply", {
          subjectId: content.contentId,
          name: content.name,
          done: contentRedo.done,
          total: contentRedo.total,
        }),
      )
      .from(contentRedo)
      .innerJoin(content, and(ours(content, call), eq(content.contentId, contentRedo.contentId)))
      .where(and(ours(contentRedo, call), began(contentRedo.begunBy))),
    call.db
      .select(
        from("level.move", {
          subjectId: level.levelId,
          name: level.name,
          done: levelFollowing.done,
          total: levelFollowing.total,
        }),
      )
      .from(levelFollowing)
      .innerJoin(level, and(ours(level, call), eq(level.levelId, levelFollowing.levelId)))
      .where(and(ours(levelFollowing, call), began(levelFollowing.begunBy))),
    call.db
      .select(
        from("timeZone.change", {
          subjectId: sql`NULL::uuid`,
          name: rezoning.toZone,
          done: rezoning.done,
          total: rezoning.total,
        }),
      )
      .from(rezoning)
      .where(and(ours(rezoning, call), began(rezoning.begunBy))),
    roster("checking", "roster.check", rosterImport.judged, rosterImport.rowCount),
    roster("running", "roster.write", talliedOf("done"), talliedOf("rows")),
    results("running", "results.record"),
    results("undoing", "results.undo"),
  ).limit(mostShown);
}

/** The rows of a roster that are written, or are to be, by its tally. */
const talliedOf = (count: "done" | "rows") =>
  sql`(coalesce((${rosterImport.tally} -> 'create' ->> ${count})::int, 0) + coalesce((${rosterImport.tally} -> 'join' ->> ${count})::int, 0))`;

/** Picks tasks that could not go on, and those of which something failed. */
export const failedTasks = (call: Call): Promise<Shown[]> =>
  tasksWhere(
    call,
    [],
    and(
      gte(task.createdAt, new Date(call.now.getTime() - shownDays * dayMs)),
      or(eq(task.state, "failed"), gt(task.failed, 0)),
    ) as SQL,
  );

/** @throws NotFound */
export async function getTask(call: Call, kinds: readonly DefinedTask[], taskId: string): Promise<Shown> {
  const [row] = await tasksWhere(call, kinds, eq(task.taskId, taskId));
  if (!row) throw notFound("task");
  return row;
}

type ItemQuery = { outcome?: TaskOutcome | undefined; after: number; perPage: number };

/** What came of each, in order. @throws NotFound */
export async function listTaskItems(call: Call, kinds: readonly DefinedTask[], taskId: string, query: ItemQuery) {
  const { kind } = await ownTask(call, taskId);
  const rows = await itemsOf(call, taskId, query.after, query.perPage + 1, query.outcome);
  const some = rows.slice(0, query.perPage);
  const names = await namesOf(call, kinds, kind, some);
  const data = some.map(({ before: _, ...item }) => ({ ...item, name: names.get(item.number) ?? null }));
  return { data, next: rows.length > query.perPage ? (data.at(-1)?.number ?? null) : null };
}

const outcomeWords: Record<TaskOutcome, string> = { done: "Done", skipped: "Skipped", failed: "Failed" };

/** Writes all results of a task as CSV. A task never has more than fits into memory. @throws NotFound */
export async function taskResult(call: Call, kinds: readonly DefinedTask[], taskId: string): Promise<FileAnswer> {
  const { kind } = await ownTask(call, taskId);
  const items = await itemsOf(call, taskId, 0, mostSubjects);
  const names = await namesOf(call, kinds, kind, items);
  const lines = items.map(({ number, outcome, reason }) => [
    String(number),
    names.get(number) ?? "",
    outcome === null ? "Not reached" : outcomeWords[outcome],
    reason,
  ]);
  const bytes = Buffer.from(csvOf([["Number", "Name", "Result", "Reason"], ...lines], { bom: true }));
  const stream = Readable.from([bytes]);
  return { name: "result.csv", mediaType: "text/csv; charset=utf-8", bytes: bytes.length, stream };
}

const namesOf = async (call: Call, kinds: readonly DefinedTask[], kind: string, items: readonly TaskItem[]) =>
  (await kinds.find((one) => one.kind === kind)?.names?.(call, items)) ?? new Map<number, string>();

function itemsOf(call: Call, taskId: string, after: number, most: number, outcome?: TaskOutcome) {
  return call.db
    .select({
      number: taskItem.number,
      subjectId: taskItem.subjectId,
      outcome: taskItem.outcome,
      reason: taskItem.reason,
      before: taskItem.before,
    })
    .from(taskItem)
    .where(
      and(
        ours(taskItem, call),
        eq(taskItem.taskId, taskId),
        gt(taskItem.number, after),
        outcome && eq(taskItem.outcome, outcome),
      ),
    )
    .orderBy(asc(taskItem.number))
    .limit(most);
}
