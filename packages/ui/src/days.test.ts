import { expect, test } from "vitest";
import { daysIn, weeksIn } from "./days.ts";

test("a range has each day once, across a leap day, the end of a year and a clock change", () => {
  expect(daysIn({ from: "2028-02-28", to: "2028-03-01" })).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
  expect(daysIn({ from: "2026-12-31", to: "2027-01-01" })).toEqual(["2026-12-31", "2027-01-01"]);
  const year = daysIn({ from: "2026-11-22", to: "2027-11-22" });
  expect(year).toHaveLength(366);
  expect(new Set(year).size).toBe(366);
});

test("weeks run from Sunday to Saturday, the first and last limited to the range", () => {
  expect(weeksIn({ from: "2026-11-25", to: "2026-12-06" })).toEqual([
    { from: "2026-11-25", to: "2026-11-28" },
    { from: "2026-11-29", to: "2026-12-05" },
    { from: "2026-12-06", to: "2026-12-06" },
  ]);
});
