import { expect, test } from "vitest";
import { leastDecided, usualReview } from "./review-times.ts";

const hours = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("within the usual time eight of ten were decided, in whatever order they are told", () => {
  expect(usualReview(hours(10), [])).toBe(8);
  expect(usualReview(hours(10).reverse(), [])).toBe(8);
});

test("of too few nothing is said", () => {
  expect(usualReview(hours(leastDecided - 1), [])).toBeNull();
  expect(usualReview([], hours(50))).toBeNull();
});

test("what has waited longer than that counts as slower; what came just now does not count as fast", () => {
  expect(usualReview(hours(10), [1, 2, 3])).toBe(8);
  expect(usualReview(hours(10), [100])).toBe(9);
  expect(usualReview(hours(10), [100, 100])).toBe(10);
});

test("where more waits than that, nobody can tell", () => {
  expect(usualReview(hours(10), [100, 100, 100])).toBeNull();
});
