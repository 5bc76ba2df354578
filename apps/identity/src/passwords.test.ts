import { expect, test } from "vitest";
import { boundedLine, hashPassword, passwordMatches, TooBusy } from "./passwords.ts";

test("passwords are hashed with argon2id, 19 MiB, two passes, one lane", async () => {
  const stored = await hashPassword("a password");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwordMatches(stored, "a password")).toBe(true);
  expect(await passwordMatches(stored, "A password")).toBe(false);
});

test("the line runs as many as it may, keeps their order and turns away what does not fit", async () => {
  const { within: line } = boundedLine({ concurrency: 2, length: 3, maxWaitMs: 60_000 });
  const finish: (() => void)[] = [];
  const started: number[] = [];
  const tasks = [0, 1, 2, 3, 4].map((index) =>
    line(() => {
      started.push(index);
      return new Promise<number>((resolve) => {
        finish[index] = () => resolve(index);
      });
    }),
  );
  await expect(line(async () => 5)).rejects.toThrow(TooBusy);
  expect(started).toEqual([0, 1]);
  finish[1]?.();
  expect(await tasks[1]).toBe(1);
  expect(started).toEqual([0, 1, 2]);
  for (const index of [0, 2]) finish[index]?.();
  await Promise.all([tasks[0], tasks[2]]);
  for (const index of [3, 4]) finish[index]?.();
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3, 4]);
  expect(await line(async () => 6)).toBe(6);
});

test("a task that fails gives its place free", async () => {
  const { within: line } = boundedLine({ concurrency: 1, length: 1, maxWaitMs: 60_000 });
  await expect(line(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await line(async () => "yes")).toBe("yes");
});

test("no task joins a queue whose first has waited too long, and callers can check that beforehand", async () => {
  let at = 0;
  const line = boundedLine({ concurrency: 1, length: 10, maxWaitMs: 1000, now: () => at });
  const finish: (() => void)[] = [];
  const slow = () => new Promise<void>((resolve) => finish.push(resolve));
  const [first, second] = [line.within(slow), line.within(slow)];
  at = 1000;
  expect(line.assertOpen).not.toThrow();
  at = 1001;
  expect(line.assertOpen).toThrow(TooBusy);
  await expect(line.within(slow)).rejects.toThrow(TooBusy);
  finish[0]?.();
  await first;
  expect(line.assertOpen).not.toThrow();
  finish[1]?.();
  await second;
});
