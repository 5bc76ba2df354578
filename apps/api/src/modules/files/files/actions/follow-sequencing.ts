import { Refusal } from "../../../../errors.ts";
import { openKeyedQueue } from "../../../../jobs/keyed-queue.ts";
import { openLimitedWorker, WorkerLimitError } from "../../../../jobs/limited-worker.ts";
import type { Stepped } from "../../../../schema/json.ts";
import type { SequencingStep } from "./sequencing-step.ts";

/** How many steps are worked out at once, and how many wait for it: of all packages, and of one. */
const places = 3;
const longestLine = 50;
const longestLineOfOne = 20;

/**
 * Follows sequencing one step further with a few steps at once, of which those of one package take turns: one whose rules
 * take long keeps those alone waiting who take it.
 */
export function openFollowing(run: (step: SequencingStep) => Promise<Stepped>) {
  const turns = openKeyedQueue({ places, longestLine });
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
      return await turns.inTurn(packageId, () => turns.inPlace(() => worked(step)));
    } finally {
      const left = (waiting.get(packageId) ?? 1) - 1;
      if (left > 0) waiting.set(packageId, left);
      else waiting.delete(packageId);
    }
  };
}

/**
 * Follows the sequencing of a package one step further, in a thread that its rules can't hold up for long: a step through a
 * hundred parts takes some milliseconds, but a manifest is a stranger's. It is called with no transaction open.
 *
 * @param packageId whose steps take turns.
 * @returns null when its rules take too long to follow. @throws Unavailable when too many wait already.
 */
export const followSequencing = openFollowing(
  openLimitedWorker<SequencingStep, Stepped>(new URL("./sequencing-worker.ts", import.meta.url), {
    seconds: 5,
    megabytes: 256,
  }),
);
