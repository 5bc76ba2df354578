import { expect, test } from "vitest";
import { openPace } from "./pace.ts";

test("steps grow while they are short, by half at most, and never over the bound", () => {
  const pace = openPace({ first: 100, most: 200 });
  pace.learn(100, 10);
  expect(pace.most).toBe(150);
  pace.learn(150, 10);
  expect(pace.most).toBe(200);
  pace.learn(200, 10);
  expect(pace.most).toBe(200);
});

test("a step that took too long makes the next one as short as wanted at once, and never shorter than the least", () => {
  const pace = openPace({ first: 100, least: 20 });
  pace.learn(100, 800);
  expect(pace.most).toBe(50);
  pace.learn(50, 60_000);
  expect(pace.most).toBe(20);
});

test("a few at the end say nothing of how many would be right", () => {
  const pace = openPace({ first: 100, least: 20 });
  pace.learn(3, 5_000);
  pace.learn(0, 0);
  expect(pace.most).toBe(100);
});
