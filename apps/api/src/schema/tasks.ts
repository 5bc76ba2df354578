import type { TaskKind, TaskState } from "@touchline/contract";
import type { TaskOutcome } from "@touchline/contract/tasks/tasks";
import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** Long work on many, begun by one person; done in steps. */
export const task = pgTable(
  "task",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    kind: text("kind").$type<TaskKind>().notNull(),
    state: text("state").$type<TaskState>().notNull(),
    /** Ids and choices. */
    settings: jsonb("settings").$type<Record<string, unknown>>().notNull(),
    /** What people typed. */
    sealedText: bytes("sealed_text"),
    /** The task that this one takes back. */
    undoOf: uuid("undo_of"),
    total: integer("total").notNull(),
    done: integer("done").notNull().default(0),
    skipped: integer("skipped").notNull().default(0),
    failed: integer("failed").notNull().default(0),
    /** While a file is made of what was done: how many parts of how many are in it. */
    packed: integer("packed"),
    toPack: integer("to_pack"),
    /** Why it could not go on, in a sentence. */
    failure: text("failure"),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    endedAt: instantColumn("ended_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId] })],
);

/** One of the many, in the order in which they are taken up, with what came of it. */
export const taskItem = pgTable(
  "task_item",
  {
    organizationId: organizationId(),
    taskId: uuid("task_id").notNull(),
    number: integer("number").notNull(),
    subjectId: uuid("subject_id").notNull(),
    outcome: text("outcome").$type<TaskOutcome>(),
    reason: text("reason").notNull().default(""),
    /** What was there before, in ids: what an undo puts back. */
    before: jsonb("before").$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.taskId, table.number] })],
);
