import { expect, test } from "vitest";
import type { Call } from "../call.ts";
import { openBatch, partOf } from "./batch-job.ts";
import { openBatchSize } from "./batch-size.ts";

const call = {} as Call;
const aWeek = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Makes a walk through a week that stores the day it reached, as a table would. */
function aWalk({ days = aWeek, refused = false } = {}) {
  const kept = { after: -1, done: [] as string[], over: false, canceled: false, batchSizes: [] as number[] };
  const walk = openBatch<object, { after: number }, number>({
    size: openBatchSize({ first: 2, most: 3 }),
    begin: async () => (kept.over || kept.canceled ? null : { after: kept.after }),
    isFirst: ({ after }) => after < 0,
    async take(_call, { after }, most) {
      kept.batchSizes.push(most);
      if (refused) return null;
      const items = days.slice(after + 1, after + 1 + most);
      kept.done.push(...items);
      return partOf(items, most, () => after + items.length);
    },
    advance: async (_call, _state, { next }) => {
      kept.after = next;
    },
    finish: async () => {
      kept.over = true;
    },
  });
  return { kept, step: (most?: number) => walk.step(call, {}, most), stepFrom: walk.stepFrom };
}

test("a batch takes up each item once, in order, and says when nothing is left", async () => {
  const { kept, step } = aWalk();
  expect([await step(3), await step(3), await step(3)]).toEqual([true, true, false]);
  expect(kept).toMatchObject({ done: aWeek, over: true });
  expect(await step()).toBe(false);
  expect(kept.done).toEqual(aWeek);
});

test("items that fill the last step exactly are followed by an empty one that ends it", async () => {
  const { kept, step } = aWalk({ days: aWeek.slice(0, 4) });
  expect([await step(2), await step(2), await step(2)]).toEqual([true, true, false]);
  expect(kept).toMatchObject({ done: aWeek.slice(0, 4), over: true });
});

test("a batch that was canceled or replaced takes up nothing", async () => {
  const { kept, step } = aWalk();
  await step(2);
  kept.canceled = true;
  expect(await step(2)).toBe(false);
  expect(kept).toMatchObject({ done: ["Mon", "Tue"], over: false });
});

test("a batch that may not continue ends without being finished or advanced", async () => {
  const { kept, step } = aWalk({ refused: true });
  expect(await step()).toBe(false);
  expect(kept).toMatchObject({ after: -1, over: false });
});

test("the first step is small, and the caller's own number overrides what was learned", async () => {
  const { kept, step, stepFrom } = aWalk();
  await step();
  await step(1);
  await stepFrom(call, { after: kept.after }, 5);
  expect(kept.batchSizes).toEqual([2, 1, 5]);
});
