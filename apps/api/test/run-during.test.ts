import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { runDuring } from "./run-during.ts";

test("repeated calls end with the others, even if one of them fails, and none is left behind", async () => {
  let rounds = 0;
  let ended = false;
  const repeated = async () => {
    rounds += 1;
    await setImmediate();
  };
  const slow = async () => {
    for (let n = 0; n < 20; n += 1) await setImmediate();
    ended = true;
  };
  const failing = runDuring(2, repeated, () => [Promise.reject(new Error("on purpose")), slow()]);
  await expect(failing).rejects.toThrow("on purpose");
  expect(ended).toBe(true);
  expect(rounds).toBeGreaterThan(2);
  const before = rounds;
  for (let n = 0; n < 5; n += 1) await setImmediate();
  expect(rounds).toBe(before);
});

test("a failure of a loop is thrown once the others have ended", async () => {
  const broken = async () => {
    throw new Error("a loop");
  };
  await expect(runDuring(1, broken, () => [setImmediate()])).rejects.toThrow("a loop");
});
