/**
 * How many of something the steps of a job take up: as many as take about as long as is wanted, on this machine, with all else
 * that it does at the moment. So whoever looks sees progress each second, and nobody waits long behind a step.
 */
export type Pace = {
  /** How many the next step may take up. */
  readonly most: number;
  /** Tells how long a step took that took up so many, in milliseconds. */
  learn(many: number, took: number): void;
};

/** Of so much time half is lost to others now and then, and progress is still seen each second. */
const wanted = 400;

/** Kept by the process, and begun anew with it: a first step is small. */
export function openPace({ least = 20, first = 100, most = 500 } = {}): Pace {
  let next = first;
  return {
    get most() {
      return next;
    },
    learn(many, took) {
      // What little there was says little of how many would be right.
      if (many < least) return;
      const right = (many * wanted) / Math.max(took, 1);
      // Not more than half as many again: one quick step may have been luck.
      const towards = Math.min(right, next * 1.5);
      next = Math.round(Math.max(least, Math.min(most, towards)));
    },
  };
}
