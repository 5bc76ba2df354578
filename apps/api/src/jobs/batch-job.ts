import { type AnyColumn, and, lte, type SQL } from "drizzle-orm";
import type { z } from "zod";
import type { Call } from "../call.ts";
import type { BatchSize } from "./batch-size.ts";
import { defineJob, defineSharedJob, type Job, type Limits, type SharedCall, type SharedJob } from "./jobs.ts";
import { hasNoJob } from "./queue.ts";

/** What one step of a batch took up. `next`: where the following step goes on; null when nothing is left. */
export type Part<Cursor> = { readonly taken: number; readonly next: Cursor | null };

/**
 * Work on many, done in steps of one transaction each. Where it is and how far it has come lies in a table of its own, locked
 * by each step: so steps never overlap, progress can be read at any time, and a batch is canceled or replaced by changing that
 * row.
 */
export type Batch<Input, State, Cursor, Done extends Part<Cursor> = Part<Cursor>, Context = Call> = {
  /** How many items a step takes up, which follows from how long the steps before took. */
  size: BatchSize | ((state: State) => BatchSize);
  /** Locks and reads where the batch is. Null when it was canceled, was replaced by another one, or is over. */
  begin(call: Context, input: Input): Promise<State | null>;
  /** Whether nothing was taken up so far. Such a step is small: what was quick elsewhere may be slow here. */
  isFirst?(state: State): boolean;
  /** Takes up at most so many items. Null when the batch ended itself, as it may not go on. */
  take(call: Context, state: State, most: number): Promise<Done | null>;
  /** Keeps where the next step goes on, and the progress. */
  advance(call: Context, state: State, part: Done & { readonly next: Cursor }): Promise<unknown>;
  /** Ends the batch after its last item. @returns true where another batch of the same job is to follow. */
  finish(call: Context, state: State, part: Done): Promise<unknown>;
};

/** @returns whether more is left; false also when the batch was canceled, was replaced, or is over. */
export type BatchStep<Input, Context = Call> = (call: Context, input: Input, most?: number) => Promise<boolean>;

export type OpenedBatch<Input, State, Context = Call> = {
  /** Takes one step. `most` overrides the size that was learned. */
  readonly step: BatchStep<Input, Context>;
  /** Takes one step from a state that the caller holds already, for a batch that is begun in the same transaction. */
  readonly stepFrom: (call: Context, state: State, most: number) => Promise<boolean>;
};

/** The part that consists of these items: fewer than there may have been are the last ones. */
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
 * Declares a job that goes on step by step until nothing is left.
 *
 * @param job.step does a bounded part and says whether more is left.
 * @param job.after is done at the end of every step, in its transaction.
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

/** Milliseconds after which a batch that does not move may have been given up. */
const stillFor = 60_000;

/** The condition that a batch has stood still for a minute and no job works on it: it was given up, and is to be resumed. */
export const isAbandoned = ({ now }: Pick<Call, "now">, movedAt: AnyColumn, field: string, id: AnyColumn): SQL =>
  and(lte(movedAt, new Date(now.getTime() - stillFor)), hasNoJob(field, id)) as SQL;
