import { Refusal } from "../errors.ts";

/** Runs the work of one key in sequence, and limits how much work runs at once over all keys. */
export type KeyedQueue = {
  /** Waits for all earlier work with the same key. */
  inTurn<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Waits for a free slot. @throws Unavailable when too many are waiting already. */
  inPlace<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * Runs the work if a slot is free and otherwise returns that none is, for callers that can retry and must not hold resources while
   * waiting.
   */
  ifFree<Result>(work: () => Promise<Result>): Promise<Result | "taken">;
  isFree(): boolean;
};

/**
 * @param places how much may run at once, which limits what it holds meanwhile, such as connections.
 * @param longestLine how many may wait for a slot.
 */
export function openKeyedQueue({ places, longestLine }: { places: number; longestLine: number }): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  const line: (() => void)[] = [];
  let free = places;

  async function takePlace() {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (line.length >= longestLine) {
      throw new Refusal("unavailable", "Touchline is busy. Try again in a moment.", { retryAfter: 2 });
    }
    // A finished task passes its slot to the next in line, so that later arrivals cannot take it.
    await new Promise<void>((resolve) => line.push(resolve));
  }

  function leavePlace() {
    const next = line.shift();
    if (next) next();
    else free += 1;
  }

  async function leaving<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      leavePlace();
    }
  }

  return {
    async inTurn(key, work) {
      const mine = (last.get(key) ?? Promise.resolve()).then(work, work);
      last.set(key, mine);
      try {
        return await mine;
      } finally {
        if (last.get(key) === mine) last.delete(key);
      }
    },

    async inPlace(work) {
      await takePlace();
      return leaving(work);
    },

    async ifFree(work) {
      if (free === 0) return "taken";
      free -= 1;
      return leaving(work);
    },

    isFree: () => free > 0,
  };
}
