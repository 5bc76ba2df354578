import type { TaskKind } from "@touchline/contract";
import type { TaskOutcome } from "@touchline/contract/tasks/tasks";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { batchJob } from "../../../../jobs/batch-job.ts";
import { type BatchSize, openBatchSize } from "../../../../jobs/batch-size.ts";
import type { Job } from "../../../../jobs/jobs.ts";
import type { task, taskItem } from "../../../../schema/tasks.ts";
import { foldSoon } from "../../../compliance/index.ts";
import { continueTask } from "./run.ts";

/** One of the items of a step. */
export type TaskItem = Pick<typeof taskItem.$inferSelect, "number" | "subjectId" | "before">;

/** What came of one. `before`: what an undo puts back, in ids. `reason`: a sentence, for what was not done. */
export type ItemOutcome = {
  readonly number: number;
  readonly outcome: TaskOutcome;
  readonly reason?: string;
  readonly before?: Readonly<Record<string, unknown>>;
};

export type RunningTask = typeof task.$inferSelect;

/**
 * What a kind of task does with the next items, with an outcome for each. It runs on behalf of the person who started it, with
 * their current permissions.
 */
export type TaskStep = (
  call: Call,
  running: RunningTask,
  items: readonly TaskItem[],
) => Promise<readonly ItemOutcome[]>;

/** What a part of a walk came to: how many it took up, or, in a sentence, why it does not go on. */
export type WalkedPart = { readonly done: number } | { readonly refused: string };

export type DefinedTask = {
  readonly kind: TaskKind;
  readonly step?: TaskStep;
  /**
   * Instead of items, for more than can be listed in advance: processes at most this many from its last position, which it
   * keeps in a table of its own. If there are fewer, they were the last ones.
   */
  readonly walk?: (call: Call, running: RunningTask, most: number) => Promise<WalkedPart>;
  /** Puts back what was done, from `before`. Without it the task cannot be undone. */
  readonly undo?: TaskStep;
  /** Once, after the last item, in the transaction that ends the task. */
  readonly finish?: (call: Call, running: RunningTask) => Promise<void>;
  /** Instead, for what is done outside: a job that is enqueued after the last item, and ends the task (`endTask`). */
  readonly last?: Job<{ taskId: string }>;
  /** Whom items are about, by their numbers, as far as the actor sees them. */
  readonly names?: (call: Call, items: readonly TaskItem[]) => Promise<Map<number, string>>;
  /** The most items of a step, in one transaction. */
  readonly atOnce: number;
  readonly size: { readonly step: BatchSize; readonly undo: BatchSize };
  readonly job: Job<{ taskId: string }>;
};

/**
 * Declares a kind of bulk task, which continues when the page is closed or the process ends. Each step processes a limited
 * number in one transaction with their outcomes, so nothing is done twice.
 *
 * @param kind.step returns outcomes for all of its items. If it throws, the whole step is retried.
 * @param kind.atOnce 500 by default.
 */
export function defineTask(
  kind: Pick<DefinedTask, "kind"> &
    (Required<Pick<DefinedTask, "step">> | Required<Pick<DefinedTask, "walk">>) &
    Partial<Pick<DefinedTask, "undo" | "finish" | "last" | "names" | "atOnce">>,
): DefinedTask {
  const { atOnce = 500 } = kind;
  const defined: DefinedTask = {
    ...kind,
    atOnce,
    size: { step: openBatchSize({ most: atOnce }), undo: openBatchSize({ most: atOnce }) },
    job: batchJob({
      name: `tasks.${kind.kind}`,
      payload: z.object({ taskId: z.uuid() }),
      step: (call, { taskId }) => continueTask(call, defined, taskId),
      after: foldSoon,
    }),
  };
  return defined;
}
