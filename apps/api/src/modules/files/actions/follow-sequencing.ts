import { openLimitedWorker, WorkerLimitError } from "../../../kernel/limited-worker.ts";
import { openTurns } from "../../../kernel/turns.ts";
import type { Step, Stepped } from "./sequencing-step.ts";

/** A step through a hundred parts takes some milliseconds; a manifest may ask for rules that never end. */
const run = openLimitedWorker<Step, Stepped>(new URL("./sequencing-worker.ts", import.meta.url), {
  seconds: 5,
  megabytes: 256,
});
const turns = openTurns({ places: 1, longestLine: 50 });

/**
 * Follows the sequencing of a package one step further, in a thread that its rules can't hold up for long.
 *
 * @returns null when its rules take too long to follow.
 */
export async function followSequencing(step: Step): Promise<Stepped | null> {
  return turns.inPlace(async () => {
    try {
      return await run(step);
    } catch (error) {
      if (error instanceof WorkerLimitError) return null;
      throw error;
    }
  });
}
