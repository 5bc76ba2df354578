import { expect, test } from "vitest";
import { clockOf, reportDueAt } from "./reporting.ts";

const reported = Date.parse("2026-03-07T20:00:00Z");
const due = reportDueAt(reported);
const after = (hours: number) => reported + hours * 3_600_000;

test("an authority must be told within a day of the report", () => {
  expect(new Date(due).toISOString()).toBe("2026-03-08T20:00:00.000Z");
});

test.each([
  ["runs until then", null, after(24), "running"],
  ["is overdue from then on", null, after(24) + 1, "overdue"],
  ["has stopped in time at the last instant", after(24), after(100), "inTime"],
  ["has stopped late after it", after(24) + 1, after(100), "late"],
  ["has stopped in time for what was told before the report", after(-2), after(1), "inTime"],
] as const)("the clock %s", (_, toldAt, now, state) => {
  expect(clockOf({ dueAt: due, toldAt }, now)).toBe(state);
});
