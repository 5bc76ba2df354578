type Timer = { at: number; run: () => void | Promise<void> };

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * The simulator's clock: the injected one plus what it was advanced by. What is due is run in the order of its time, and
 * sees that time, so that a week passed in one step leaves the same traces as a week waited for.
 */
export class SimulatedClock {
  readonly #base: () => Date;
  #advanced = 0;
  #current: number | null = null;
  /** In the order of their times; of equal times, what was scheduled first is first. */
  readonly #timers: Timer[] = [];
  #running: Promise<void> = Promise.resolve();

  constructor(base: () => Date) {
    this.#base = base;
  }

  now(): Date {
    return new Date(this.#current ?? this.#base().getTime() + this.#advanced);
  }

  /** The present moment as ISO 8601, which every vendor writes. */
  iso(): string {
    return this.now().toISOString();
  }

  /** Runs something once the clock has reached a time; a time in the past is due at once. */
  schedule(at: Date, run: Timer["run"]): void {
    const timer = { at: at.getTime(), run };
    this.#timers.splice(this.#timers.findLastIndex((other) => other.at <= timer.at) + 1, 0, timer);
  }

  /** Runs something after a number of milliseconds on this clock. */
  after(milliseconds: number, run: Timer["run"]): void {
    this.schedule(new Date(this.now().getTime() + milliseconds), run);
  }

  /** Runs everything that is due, one after another, including what becomes due meanwhile. */
  runDue(): Promise<void> {
    return this.#next(() => this.#runUntil(() => this.#base().getTime() + this.#advanced));
  }

  /** Moves the clock on and runs what became due on the way. */
  advance(milliseconds: number): Promise<void> {
    return this.#next(() => {
      this.#advanced += milliseconds;
      return this.#runUntil(() => this.#base().getTime() + this.#advanced);
    });
  }

  /** One run follows another; one that failed does not keep the next from running. */
  #next(run: () => Promise<void>): Promise<void> {
    const result = this.#running.then(run);
    this.#running = result.catch(() => {});
    return result;
  }

  async #runUntil(end: () => number): Promise<void> {
    try {
      for (;;) {
        const [next] = this.#timers;
        if (next === undefined || next.at > end()) return;
        this.#timers.shift();
        // What is late is late: time does not run backwards.
        this.#current = Math.max(next.at, this.#current ?? next.at);
        await next.run();
      }
    } finally {
      this.#current = null;
    }
  }
}
