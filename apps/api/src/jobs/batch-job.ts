import { type AnyColumn, and, lte, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "../call.ts";
import type { BatchSize } from "./batch-size.ts";
import { defineJob, defineSharedJob, type Job, type Limits, type SharedCall, type SharedJob } from "./jobs.ts";
import { hasNoJob } from "./queue.ts";

/** The result of one step of a batch. `next`: where the following step continues; null when nothing is left. */
export type Part<Cursor> = { readonly taken: number; readonly next: Cursor | null };

/**
 * Work on many items, done in steps of one transaction each. Its position and progress are in a table of its own, locked by
 * each step: so steps never overlap, progress can be read at any time, and a batch is canceled or replaced by changing that
 * row.
 */
export type Batch<Input, State, Cursor, Done extends Part<Cursor> = Part<Cursor>, Context = Call> = {
  /** How many items a step takes, based on how long earlier steps took. */
  size: BatchSize | ((state: State) => BatchSize);
  /** Locks and reads the position of the batch. Null when it was canceled, was replaced by another one, or is over. */
  begin(call: Context, input: Input): Promise<State | null>;
  /**
   * Returns whether nothing was processed so far. Such a step is small, because a speed measured elsewhere may be wrong here.
   */
  isFirst?(state: State): boolean;
  /** Processes at most this many items. Null when the batch ended itself, because it may not continue. */
  take(call: Context, state: State, most: number): Promise<Done | null>;
  /** Stores where the next step continues, and the progress. */
  advance(call: Context, state: State, part: Done & { readonly next: Cursor }): Promise<unknown>;
  /** Ends the batch after its last item. @returns true if another batch of the same job follows. */
  finish(call: Context, state: State, part: Done): Promise<unknown>;
};

/** @returns whether more is left; false also when the batch was canceled, was replaced, or is over. */
export type BatchStep<Input, Context = Call> = (call: Context, input: Input, most?: number) => Promise<boolean>;

export type OpenedBatch<Input, State, Context = Call> = {
  /** Does one step. `most` overrides the learned size. */
  readonly step: BatchStep<Input, Context>;
  /** Does one step from a state that the caller holds already, for a batch that is begun in the same transaction. */
  readonly stepFrom: (call: Context, state: State, most: number) => Promise<boolean>;
};

/** Makes the part that consists of these items: fewer than the maximum are the last ones. */
export const partOf = <Item, Cursor>(
  items: readonly Item[],
  most: number,
  cursorOf: (last: Item) => Cursor,
): Part<Cursor> => {
  const last = items.at(-1);
  return { taken: items.length, next: last !== undefined && items.length === most ? cursorOf(last) : null };
};

/** Makes the steps of a batch. */
export function openBatch<Input, State, Cursor, Done extends Part<Cursor> = Part<Cursor>, Context = Call>(
  batch: Batch<Input, State, Cursor, Done, Context>,
): OpenedBatch<Input, State, Context> {
  const sizeOf = (state: State) => (typeof batch.size === "function" ? batch.size(state) : batch.size);

  async function stepFrom(call: Context, state: State, most: number, began = performance.now()): Promise<boolean> {
    const part = await batch.take(call, state, most);
    if (part === null) return false;
    sizeOf(state).learn(part.taken, performance.now() - began);
    const { next } = part;
    if (next === null) return (await batch.finish(call, state, part)) === true;
    await batch.advance(call, state, { ...part, next });
    return true;
  }

  return {
    async step(call, input, most) {
      const began = performance.now();
      const state = await batch.begin(call, input);
      if (state === null) return false;
      const size = sizeOf(state);
      return stepFrom(call, state, most ?? (batch.isFirst?.(state) ? size.first : size.most), began);
    },
    stepFrom: (call, state, most) => stepFrom(call, state, most),
  };
}

/**
 * Declares a job that continues step by step until nothing is left.
 *
 * @param job.step does a bounded part and returns whether more is left.
 * @param job.after runs at the end of every step, in its transaction.
 */
export const batchJob = <Shape extends z.ZodRawShape>({
  step,
  after,
  ...job
}: {
  name: string;
  payload: z.ZodObject<Shape>;
  step(call: Call, payload: z.output<z.ZodObject<Shape>>): Promise<boolean>;
  after?(call: Call): Promise<void>;
  whileSuspended?: boolean;
} & Limits): Job<z.output<z.ZodObject<Shape>>> =>
  defineJob({
    ...job,
    async work(call, payload) {
      const left = await step(call, payload);
      await after?.(call);
      return left ? "again" : undefined;
    },
  });

/** Declares a batch job outside every organization, on shared tables. */
export const sharedBatchJob = <Shape extends z.ZodRawShape>({
  step,
  ...job
}: {
  name: string;
  payload: z.ZodObject<Shape>;
  step(call: SharedCall, payload: z.output<z.ZodObject<Shape>>): Promise<boolean>;
} & Limits): SharedJob<z.output<z.ZodObject<Shape>>> =>
  defineSharedJob({ ...job, work: async (call, payload) => ((await step(call, payload)) ? "again" : undefined) });

/** Milliseconds without progress after which a batch may have been given up. */
const stillFor = 60_000;

/**
 * The condition that a batch has made no progress for a minute and no job works on it: it was given up, and must be resumed.
 */
export const isAbandoned = ({ now }: Pick<Call, "now">, movedAt: AnyColumn, field: string, id: AnyColumn): SQL =>
  and(lte(movedAt, new Date(now.getTime() - stillFor)), hasNoJob(field, id)) as SQL;
