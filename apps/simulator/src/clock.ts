type Timer = { at: number; order: number; run: () => void | Promise<void> };

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
  #timers: Timer[] = [];
  #order = 0;
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
    this.#timers.push({ at: at.getTime(), order: this.#order++, run });
  }

  /** Runs something after a number of milliseconds on this clock. */
  after(milliseconds: number, run: Timer["run"]): void {
    this.schedule(new Date(this.now().getTime() + milliseconds), run);
  }

  /** Runs everything that is due, one after another, including what becomes due meanwhile. */
  runDue(): Promise<void> {
    this.#running = this.#running.then(() => this.#runUntil(() => this.#base().getTime() + this.#advanced));
    return this.#running;
  }

  /** Moves the clock on and runs what became due on the way. */
  advance(milliseconds: number): Promise<void> {
    this.#running = this.#running.then(() => {
      this.#advanced += milliseconds;
      return this.#runUntil(() => this.#base().getTime() + this.#advanced);
    });
    return this.#running;
  }

  async #runUntil(end: () => number): Promise<void> {
    try {
      for (;;) {
        const [next] = this.#timers.filter(({ at }) => at <= end()).sort((a, b) => a.at - b.at || a.order - b.order);
        if (next === undefined) return;
        this.#timers = this.#timers.filter((timer) => timer !== next);
        // What is late is late: time does not run backwards.
        this.#current = Math.max(next.at, this.#current ?? next.at);
        await next.run();
      }
    } finally {
      this.#current = null;
    }
  }
}
