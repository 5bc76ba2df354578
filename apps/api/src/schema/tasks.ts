import type { TaskKind, TaskState } from "@touchline/contract";
import type { TaskOutcome } from "@touchline/contract/tasks/tasks";
import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** A long-running task on many items, started by one person; done in steps. */
export const task = pgTable(
  "task",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    kind: text("kind").$type<TaskKind>().notNull(),
    state: text("state").$type<TaskState>().notNull(),
    /** Ids and choices only. */
    settings: jsonb("settings").$type<Record<string, unknown>>().notNull(),
    /** Typed text, encrypted. */
    sealedText: bytes("sealed_text"),
    /** The task that this one undoes. */
    undoOf: uuid("undo_of"),
    total: integer("total").notNull(),
    done: integer("done").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    /** While a file is written from the results: how many of its parts are done. */
    packed: integer("packed"),
    toPack: integer("to_pack"),
    /** Why it couldn't continue, as a sentence. */
    failure: text("failure"),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** One item of a task, in order, with its result. */
export const taskItem = pgTable(
  "task_item",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    number: integer("number").notNull(),
    subjectId: uuid("subject_id").notNull(),
    outcome: text("outcome").$type<TaskOutcome>(),
    reason: text("reason").notNull().default(""),
    /** The previous state, in ids, which an undo restores. */
    before: jsonb("before").$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId, table.number] })],
);
