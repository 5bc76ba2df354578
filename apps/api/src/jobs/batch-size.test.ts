import { expect, test } from "vitest";
import { openBatchSize } from "./batch-size.ts";

test("steps grow while they are short, by half at most, and never over the bound", () => {
  const size = openBatchSize({ first: 100, most: 200 });
  size.learn(100, 10);
  expect(size.most).toBe(150);
  size.learn(150, 10);
  expect(size.most).toBe(200);
  size.learn(200, 10);
  expect(size.most).toBe(200);
});

test("a step that took too long makes the next one as short as wanted at once, and never shorter than the least", () => {
  const size = openBatchSize({ first: 100, least: 20 });
  size.learn(100, 600);
  expect(size.most).toBe(50);
  size.learn(50, 60_000);
  expect(size.most).toBe(20);
});

test("a few at the end say nothing of how many would be right", () => {
  const size = openBatchSize({ first: 100, least: 20 });
  size.learn(3, 5_000);
  size.learn(0, 0);
  expect(size.most).toBe(100);
});

test("what was slow is not forgotten by one quick step: those that follow stay small for a while", () => {
  const size = openBatchSize({ first: 400, most: 1_000 });
  size.learn(400, 4_000);
  expect(size.most).toBe(30);
  // Ten times as fast: with each such step the remembered time per item moves halfway to the new one.
  size.learn(300, 300);
  expect(size.most).toBe(55);
  size.learn(300, 300);
  expect(size.most).toBe(92);
});

test("the first step of something new is small, however large the steps of another have become", () => {
  const size = openBatchSize({ first: 100, most: 1_000 });
  for (let step = 0; step < 10; step += 1) size.learn(size.most, 10);
  expect(size.most).toBe(1_000);
  expect(size.first).toBe(100);
  // It grows by what it has taken itself, not by what others took.
  size.learn(100, 10);
  expect(size.most).toBe(150);
  // If even that is too many, only the right number.
  size.learn(100, 3_000);
  expect(size.first).toBe(size.most);
});
