import { expect, test } from "vitest";
import { Refusal } from "../../../errors.ts";
import { WorkerLimitError } from "../../../jobs/limited-worker.ts";
import type { Stepped } from "../../../schema/json.ts";
import { openFollowing } from "./actions/follow-sequencing.ts";
import type { SequencingStep } from "./actions/sequencing-step.ts";

const stepOf = (part: number): SequencingStep => ({
  tree: { root: { id: "a1", title: "" }, parts: [], ids: {} },
  state: null,
  values: null,
  request: "choice",
  part,
});
const done = (name: string) => ({ state: name }) as Stepped;

/** Makes steps that end when the test says so, by the part that they open. */
function steps() {
  const started: number[] = [];
  const ends = new Map<number, { ok: () => void; late: () => void }>();
  const follow = openFollowing(
    ({ part = -1 }) =>
      new Promise<Stepped>((resolve, reject) => {
        started.push(part);
        ends.set(part, {
          ok: () => resolve(done(String(part))),
          late: () => reject(new WorkerLimitError("too long")),
        });
      }),
  );
  return { started, ends, follow };
}
/** Waits until everything that doesn't depend on the test has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a course whose rules take their whole time keeps nobody waiting who takes another one", async () => {
  const { started, ends, follow } = steps();
  const order: string[] = [];
  const slow = [1, 2, 3, 4, 5].map((part) =>
    follow("slow", stepOf(part)).then((to) => order.push(`slow ${to?.state ?? "ended"}`)),
  );
  const quick = follow("quick", stepOf(10)).then(() => order.push("quick"));
  await settled();
  // Only one step of the slow package is worked out, however many are requested.
  expect(started).toEqual([1, 10]);
  ends.get(10)?.ok();
  await quick;
  expect(order).toEqual(["quick"]);
  for (const part of [1, 2, 3, 4, 5]) {
    await settled();
    ends.get(part)?.late();
  }
  await Promise.all(slow);
  expect(order).toEqual(["quick", ...Array.from({ length: 5 }, () => "slow ended")]);
});

test("a request for a course that too many are waiting for is told to try again", async () => {
  const { ends, follow } = steps();
  const waiting = Array.from({ length: 21 }, (_, part) => follow("one", stepOf(part)));
  await expect(follow("one", stepOf(99))).rejects.toBeInstanceOf(Refusal);
  const other = follow("other", stepOf(100));
  await settled();
  ends.get(100)?.ok();
  expect(await other).toEqual(done("100"));
  for (let part = 0; part < 21; part += 1) {
    await settled();
    ends.get(part)?.ok();
  }
  expect(await Promise.all(waiting)).toHaveLength(21);
});
