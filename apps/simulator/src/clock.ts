import type { KeptState } from "./state.ts";

/** What is to be run at a time: which task, and about what. */
type Timer = { at: number; task: string; facts: unknown };
type Run = (facts: unknown) => void | Promise<void>;

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * The simulator's clock: the injected one plus what it was advanced by. What is due is run in the order of its time, and
 * sees that time, so that a week passed in one step leaves the same traces as a week waited for. What is to come is kept over
 * a restart: a timer names its task, and whoever runs that says so by `task`.
 */
export class SimulatedClock {
  readonly #base: () => Date;
  #current: number | null = null;
  readonly #kept: {
    advanced: number;
    /** In the order of their times; of equal times, what was scheduled first is first. */
    timers: Timer[];
    /** What was begun and has not ended: run again after a restart. */
    begun: Timer | null;
  };
  readonly #tasks = new Map<string, Run>();
  #running: Promise<void> = Promise.resolve();

  constructor(base: () => Date, state: KeptState) {
    this.#base = base;
    this.#kept = state.part("clock", () => ({ advanced: 0, timers: [], begun: null }));
    const { begun, timers } = this.#kept;
    if (begun !== null) timers.unshift(begun);
    this.#kept.begun = null;
  }

  now(): Date {
    return new Date(this.#current ?? this.#base().getTime() + this.#kept.advanced);
  }

  /** The present moment as ISO 8601, which every vendor writes. */
  iso(): string {
    return this.now().toISOString();
  }

  /**
   * Says how a task is run.
   *
   * @returns what schedules it after a number of milliseconds on this clock; none is due at once.
   */
  task<Facts>(name: string, run: (facts: Facts) => void | Promise<void>): (after: number, facts: Facts) => void {
    if (this.#tasks.has(name)) throw new Error(`The task "${name}" is there already.`);
    this.#tasks.set(name, run as Run);
    return (after, facts) => {
      const timer = { at: this.now().getTime() + after, task: name, facts };
      const { timers } = this.#kept;
      timers.splice(timers.findLastIndex((other) => other.at <= timer.at) + 1, 0, timer);
    };
  }

  /** Runs everything that is due, one after another, including what becomes due meanwhile. @returns whether there was any. */
  runDue(): Promise<boolean> {
    return this.#next(() => this.#runUntil(() => this.#base().getTime() + this.#kept.advanced));
  }

  /** Moves the clock on and runs what became due on the way; by less than nothing, back, where nothing is due. */
  advance(milliseconds: number): Promise<boolean> {
    return this.#next(() => {
      this.#kept.advanced += milliseconds;
      return this.#runUntil(() => this.#base().getTime() + this.#kept.advanced);
    });
  }

  /** One run follows another; one that failed does not keep the next from running. */
  #next(run: () => Promise<boolean>): Promise<boolean> {
    const result = this.#running.then(run);
    this.#running = result.then(
      () => {},
      () => {},
    );
    return result;
  }

  async #runUntil(end: () => number): Promise<boolean> {
    const kept = this.#kept;
    let some = false;
    try {
      for (;;) {
        const [next] = kept.timers;
        if (next === undefined || next.at > end()) return some;
        some = true;
        kept.timers.shift();
        kept.begun = next;
        // What is late is late: time does not run backwards.
        this.#current = Math.max(next.at, this.#current ?? next.at);
        const run = this.#tasks.get(next.task);
        if (run === undefined) throw new Error(`Nothing runs the task "${next.task}".`);
        await run(next.facts);
        kept.begun = null;
      }
    } finally {
      this.#current = null;
      kept.begun = null;
    }
  }
}
