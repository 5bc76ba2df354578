import { expect, test } from "vitest";
import { momentIn, momentOf, monthBefore, partsOf, sinceIn } from "./moment.ts";

test("an address may mean a day or a minute, and nothing else", () => {
  expect(momentIn({ asOf: "2026-02-28" })).toBe("2026-02-28");
  expect(momentIn({ asOf: "2026-02-28T14:30" })).toBe("2026-02-28T14:30");
  for (const asOf of ["yesterday", "2026-13-01", "2026-02-28T25:00", "2026-02-28T14:30:10Z", undefined, ["x"]]) {
    expect(momentIn({ asOf })).toBe("");
  }
});

test("a moment is a day and a time, and both are the moment", () => {
  for (const moment of ["2026-02-28", "2026-02-28T14:30"]) expect(momentOf(partsOf(moment))).toBe(moment);
  expect(momentOf({ day: "2026-02-28", time: "" })).toBe("2026-02-28");
});

test("what a moment is compared with is a moment of its own, a month before until another is chosen", () => {
  expect(sinceIn({ asOf: "2026-02-28", since: "2026-01-29" })).toBe("2026-01-29");
  expect(sinceIn({ since: "soon" })).toBe("");
  expect([monthBefore("2026-03-01"), monthBefore("2024-03-30T14:30")]).toEqual(["2026-01-30", "2024-02-29"]);
});
