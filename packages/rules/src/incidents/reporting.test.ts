import type { IncidentKind } from "@touchline/contract/incidents/incidents";
import { expect, test } from "vitest";
import { clockOf, reportDueAt } from "./reporting.ts";

const reported = Date.parse("2026-03-07T20:00:00Z");
const due = reportDueAt(reported);
const after = (hours: number) => reported + hours * 3_600_000;

test("an authority must be told within a day of the report", () => {
  expect(new Date(due).toISOString()).toBe("2026-03-08T20:00:00.000Z");
});

test.each([
  ["runs until then", null, false, after(24), "running"],
  ["is overdue from then on", null, false, after(24) + 1, "overdue"],
  ["has stopped in time at the last instant", after(24), false, after(100), "inTime"],
  ["has stopped late after it", after(24) + 1, false, after(100), "late"],
  ["has stopped in time for what was told before the report", after(-2), false, after(1), "inTime"],
  ["has stopped for what was closed and never reported", null, true, after(100), "closed"],
  ["warns of suspected abuse that was closed and never reported", null, true, after(100), "unreported", "Abuse"],
  ["has stopped for suspected abuse that is closed before the deadline", null, true, after(20), "closed", "Abuse"],
  ["still says that it was late for what was closed afterwards", after(30), true, after(100), "late"],
] as const)("the clock %s", (_, toldAt, isClosed, now, state, kind: IncidentKind = "Injury") => {
  expect(clockOf({ dueAt: due, toldAt, isClosed, kind }, now)).toBe(state);
});
