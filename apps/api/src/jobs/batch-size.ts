/**
 * How many of something the steps of a job take up: as many as take about as long as is wanted, on this machine, with all else
 * that it does at the moment. So whoever looks sees progress each second, and nobody waits long behind a step.
 */
export type BatchSize = {
  /** How many the next step may take up. */
  readonly most: number;
  /** How many the first step of something new may: what was quick elsewhere may be slow here. */
  readonly first: number;
  /** Tells how long a step took that took up so many, in milliseconds. */
  learn(many: number, took: number): void;
};

/** With what else goes on such a step takes three times as long now and then, and progress is still seen each second. */
const wanted = 300;

/** How much of what one of many took before is forgotten with each quicker step. What was slow counts at once. */
const forgotten = 0.5;

/** Kept by the process, and begun anew with it: a first step is small. */
export function openBatchSize({ least = 20, first = 100, most = 500 } = {}): BatchSize {
  let next = first;
  // Where much else goes on, steps differ threefold: those that follow a slow one stay small for a while.
  let each = 0;
  return {
    get first() {
      return Math.min(first, next);
    },
    get most() {
      return next;
    },
    learn(many, took) {
      // What little there was says little of how many would be right.
      if (many < least) return;
      const here = Math.max(took, 1) / many;
      each = here > each ? here : each + (here - each) * forgotten;
      // Not more than half as many again: one quick step may have been luck.
      const towards = Math.min(wanted / each, many * 1.5);
      next = Math.round(Math.max(least, Math.min(most, towards)));
    },
  };
}
