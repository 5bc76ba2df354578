/**
 * Learns how many items the steps of a job should take, so that each takes about the wanted time on this machine under its
 * present load. Then progress is visible every second, and nobody waits long behind a step.
 */
export type BatchSize = {
  /** How many items the next step may take. */
  readonly most: number;
  /** How many items the first step of a new batch may take, because a speed measured elsewhere may be wrong here. */
  readonly first: number;
  /** Records how long a step with this many items took, in milliseconds. */
  learn(many: number, took: number): void;
};

/** Under load such a step sometimes takes three times as long, and progress is still visible every second. */
const wanted = 300;

/** How much of the remembered time per item each faster step replaces. A slower step counts at once. */
const forgotten = 0.5;

/** Kept in the process, so it starts again with it: the first step is small. */
export function openBatchSize({ least = 20, first = 100, most = 500 } = {}): BatchSize {
  let next = first;
  // Under load, durations vary threefold: steps after a slow one stay small for a while.
  let each = 0;
  return {
    get first() {
      return Math.min(first, next);
    },
    get most() {
      return next;
    },
    learn(many, took) {
      // A step with few items says little about the right size.
      if (many < least) return;
      const here = Math.max(took, 1) / many;
      each = here > each ? here : each + (here - each) * forgotten;
      // At most half as many again, because one fast step may have been luck.
      const towards = Math.min(wanted / each, many * 1.5);
      next = Math.round(Math.max(least, Math.min(most, towards)));
    },
  };
}
