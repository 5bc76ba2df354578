import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { taskKinds, taskStates } from "../enums.ts";
import { id, instant } from "../values.ts";

/** The outcome of an item. `skipped`: there was nothing to do, or it isn't permitted; the reason says why. */
export const taskOutcomes = ["done", "skipped", "failed"] as const;
export type TaskOutcome = (typeof taskOutcomes)[number];

/** The days for which a task can be undone. */
export const undoDays = 7;

/** The most items in one task. */
export const mostSubjects = 100_000;

export const task = z.object({
  taskId: id,
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  total: z.int(),
  done: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** All items are done, and a file is being written from them: how many of its parts are done. */
  packing: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Why it couldn't continue, in a sentence. */
  failure: z.string().nullable(),
  /** The task that this one undoes. */
  undoOf: id.nullable(),
  /** Whether it can be undone now. */
  undoable: z.boolean(),
  /** Until when it can be undone; null if it can't. */
  undoableUntil: instant.nullable(),
  createdAt: instant,
  endedAt: instant.nullable(),
});

const taskItem = z.object({
  number: z.int(),
  subjectId: id,
  /** The person it is about, as far as the caller sees them. */
  name: z.string().nullable(),
  outcome: z.enum(taskOutcomes).nullable(),
  /** The reason, in a sentence; empty if there is none. */
  reason: z.string(),
});

/** Work in steps that has a page of its own, or runs automatically after something was saved. */
export const workKinds = [
  "assignments.apply",
  "level.move",
  "redo.apply",
  "results.record",
  "results.undo",
  "roster.check",
  "roster.write",
  "timeZone.change",
] as const;
export type WorkKind = (typeof workKinds)[number];

const work = z.object({
  kind: z.enum(workKinds),
  /** The requirement, the level or the import; null for the time zone. */
  subjectId: id.nullable(),
  /** The name of the requirement, the level, the file or the time zone. */
  name: z.string(),
  done: z.int(),
  /** Null until it was counted. */
  total: z.int().nullable(),
});

export const listTasks = endpoint({
  method: "GET",
  path: "/api/app/task",
  summary:
    "Lists the background tasks that the caller started in the last seven days, newest first, and the other work of theirs that is still running; at most 20 of each.",
  response: z.object({ tasks: z.array(task), running: z.array(work) }),
});

export const getTask = endpoint({
  method: "GET",
  path: "/api/app/task/{id}",
  summary: "Gets the progress of one of the caller's tasks.",
  response: task,
});

export const listTaskItems = endpoint({
  method: "GET",
  path: "/api/app/task/{id}/items",
  summary: "Lists the results of a task in order, after the number `after`.",
  query: {
    outcome: z.enum(taskOutcomes).optional(),
    after: z.coerce.number().int().min(0).default(0),
    perPage: z.coerce.number().int().min(1).max(500).default(25),
  },
  response: z.object({ data: z.array(taskItem), next: z.int().nullable() }),
});

export const downloadTaskResult = endpoint({
  method: "GET",
  path: "/api/app/task/{id}/result",
  summary: "Downloads the results of a task as CSV. No cell is read as a formula.",
  costly: true,
  response: fileContent,
});

export const cancelTask = endpoint({
  method: "POST",
  path: "/api/app/task/{id}/cancel",
  summary: "Stops a task between two steps. What is done stays, and can be undone.",
  errors: [409],
  response: task,
});

export const undoTask = endpoint({
  method: "POST",
  path: "/api/app/task/{id}/undo",
  summary: "Undoes a task in a new task, within seven days.",
  errors: [403, 409],
  response: task,
});
