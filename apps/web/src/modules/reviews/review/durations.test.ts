import { expect, test } from "vitest";
import { tookText } from "./durations.ts";

test("times are shown in their largest unit", () => {
  const hour = 3_600_000;
  expect([null, 20_000, hour / 2, 4.5 * hour, 47 * hour, 84 * hour].map(tookText)).toEqual([
    "–",
    "Under 1 min",
    "30 min",
    "4.5 h",
    "47 h",
    "3.5 days",
  ]);
});
