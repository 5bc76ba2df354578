import type { KeptState } from "./state.ts";

/** Something to run at a time: the task and its subject. */
type Timer = { at: number; task: string; facts: unknown };
type Run = (facts: unknown) => void | Promise<void>;

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * The simulator's clock: the injected clock plus the time it was advanced by. Due timers run in order and see their own time,
 * so advancing by a week leaves the same traces as waiting for a week. Timers survive a restart: a timer names its task, and
 * the owner of the task registers it with `task`.
 */
export class SimulatedClock {
  readonly #base: () => Date;
  #current: number | null = null;
  readonly #kept: {
    advanced: number;
    /** Sorts timers by time. Timers with equal times keep the order in which they were scheduled. */
    timers: Timer[];
    /** Timers that started and haven't finished. They run again after a restart. */
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

  /** Returns the current time as ISO 8601, which every vendor uses. */
  iso(): string {
    return this.now().toISOString();
  }

  /**
   * Registers how a task is run.
   *
   * @returns a function that schedules the task after a number of milliseconds on this clock.
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

  /**
   * Runs everything that is due, one at a time, including what becomes due in the process.
   *
   * @returns whether anything ran.
   */
  runDue(): Promise<boolean> {
    return this.#next(() => this.#runUntil(() => this.#base().getTime() + this.#kept.advanced));
  }

  /** Advances the clock and runs what became due. A negative number sets it back; then nothing is due. */
  advance(milliseconds: number): Promise<boolean> {
    return this.#next(() => {
      this.#kept.advanced += milliseconds;
      return this.#runUntil(() => this.#base().getTime() + this.#kept.advanced);
    });
  }

  /** Runs happen one after another. A failed run doesn't stop the next one. */
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
        // Late timers run at the current time, because time doesn't run backwards.
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
