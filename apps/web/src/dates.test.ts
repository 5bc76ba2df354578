import { expect, test } from "vitest";
import { agoText, dayIn, lastDayText } from "./dates.ts";
import { startOfDayIn } from "./start-of-day.ts";

const zone = "America/Denver";

test("an instant falls on the organization's day, not on the reader's", () => {
  expect(dayIn("2026-05-04T05:59:59Z", zone)).toBe("2026-05-03");
  expect(startOfDayIn("2026-05-03", zone)).toBe("2026-05-03T06:00:00.000Z");
});

test("what expires at midnight counts through the day before", () => {
  expect(lastDayText("2026-05-04T06:00:00Z", zone)).toContain("3");
});

test.each([
  ["2026-05-04T17:59:30Z", "this minute"],
  ["2026-05-04T17:20:00Z", "40 minutes ago"],
  ["2026-05-04T15:00:00Z", "3 hours ago"],
  ["2026-05-04T05:30:00Z", "yesterday"],
  ["2026-04-20T12:00:00Z", "14 days ago"],
  ["2026-01-02T12:00:00Z", "Jan 2, 2026"],
  ["2026-05-04T18:00:10Z", "this minute"],
])("%s was %s", (instant, text) => {
  expect(agoText(instant, Date.parse("2026-05-04T18:00:00Z"), zone)).toBe(text);
});
