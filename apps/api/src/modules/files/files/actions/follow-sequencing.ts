import { Refusal } from "../../../../errors.ts";
import { openKeyedQueue } from "../../../../jobs/keyed-queue.ts";
import { openLimitedWorker, WorkerLimitError } from "../../../../jobs/limited-worker.ts";
import type { Stepped } from "../../../../schema/json.ts";
import type { SequencingStep } from "./sequencing-step.ts";

/** How many steps are worked out at once, and how many wait: over all packages, and for one. */
const places = 3;
const longestLine = 50;
const longestLineOfOne = 20;

/**
 * Follows sequencing by one step, with a few steps at once, and one at a time for each package: slow rules delay only the
 * learners of that package.
 */
export function openFollowing(run: (step: SequencingStep) => Promise<Stepped>) {
  const queue = openKeyedQueue({ places, longestLine });
  const waiting = new Map<string, number>();
  const worked = async (step: SequencingStep) => {
    try {
      return await run(step);
    } catch (error) {
      if (error instanceof WorkerLimitError) return null;
      throw error;
    }
  };
  return async (packageId: string, step: SequencingStep): Promise<Stepped | null> => {
    const before = waiting.get(packageId) ?? 0;
    if (before > longestLineOfOne) {
      throw new Refusal("unavailable", "Too many people are taking this course right now. Try again in a moment.", {
        retryAfter: 2,
      });
    }
    waiting.set(packageId, before + 1);
    try {
      return await queue.inTurn(packageId, () => queue.inPlace(() => worked(step)));
    } finally {
      const left = (waiting.get(packageId) ?? 1) - 1;
      if (left > 0) waiting.set(packageId, left);
      else waiting.delete(packageId);
    }
  };
}

/**
 * Follows the sequencing of a package by one step, in a thread with a time limit: a step through a hundred parts takes some
 * milliseconds, but manifests are untrusted. Called with no transaction open.
 *
 * @param packageId its steps take turns.
 * @returns null when its rules take too long.
 * @throws Unavailable when too many are waiting already.
 */
export const followSequencing = openFollowing(
  openLimitedWorker<SequencingStep, Stepped>(new URL("./sequencing-worker.ts", import.meta.url), {
    seconds: 5,
    megabytes: 256,
  }),
);
