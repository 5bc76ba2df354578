import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMonthDay, seasonOf } from "../season.ts";
import { type AgeRule, requiredByAge, requiredByAnswers } from "./applicability.ts";

const august = { month: 8, day: 1 };
const day = fc.date({ min: new Date("1990-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
const iso = (date: Date) => date.toISOString().slice(0, 10);

describe("asked by age", () => {
  const adults: AgeRule = { from: 18, to: null, by: "Birthday" };
  const children: AgeRule = { from: null, to: 17, by: "Birthday" };
  test.each([
    ["on the day before the 18th birthday", "2008-05-10", "2026-05-09", false, true],
    ["on the 18th birthday", "2008-05-10", "2026-05-10", true, false],
    ["born on 29 February, on the 28th of a year without one", "2008-02-29", "2026-02-28", false, true],
    ["born on 29 February, on 1 March of such a year", "2008-02-29", "2026-03-01", true, false],
  ])("%s", (_, born, today, adult, child) => {
    expect(requiredByAge(adults, born, today, august)).toBe(adult);
    expect(requiredByAge(children, born, today, august)).toBe(child);
    expect(requiredByAge({ ...adults, by: "Season" }, born, today, august)).toBe(true);
  });

  test("by the season from the start of the one in which the birthday falls", () => {
    const rule: AgeRule = { from: 18, to: null, by: "Season" };
    expect(requiredByAge(rule, "2008-05-10", "2025-07-31", august)).toBe(false);
    expect(requiredByAge(rule, "2008-05-10", "2025-08-01", august)).toBe(true);
  });

  test("nobody of unknown age is asked, unless there is no age", () => {
    expect(requiredByAge(adults, null, "2026-01-01", august)).toBe(false);
    expect(requiredByAge({ ...adults, from: null }, null, "2026-01-01", august)).toBe(true);
    expect(requiredByAge(null, null, "2026-01-01", august)).toBe(true);
  });

  test("of two rules that meet at an age exactly one asks, on every day", () => {
    fc.assert(
      fc.property(day, day, fc.constantFrom("Birthday", "Season"), (born, today, by) => {
        const older = requiredByAge({ from: 18, to: null, by }, iso(born), iso(today), august);
        const younger = requiredByAge({ from: null, to: 17, by }, iso(born), iso(today), august);
        expect(older).toBe(!younger);
      }),
    );
  });
});

describe("asked by answers", () => {
  const drives = { conditionId: "drives", answer: true };
  const abroad = { conditionId: "abroad", answer: false };
  test.each([
    [
      "all, both fit",
      "All",
      [
        ["drives", true],
        ["abroad", false],
      ],
      true,
    ],
    ["all, one is not answered", "All", [["drives", true]], false],
    [
      "any, one fits",
      "Any",
      [
        ["drives", true],
        ["abroad", true],
      ],
      true,
    ],
    ["any, none is answered", "Any", [], false],
  ] as const)("%s", (_, match, answers, conditions) => {
    expect(requiredByAnswers({ match, answers: [drives, abroad] }, new Map<string, boolean>(answers))).toBe(conditions);
  });
  test("without conditions everybody", () => expect(requiredByAnswers(null, new Map())).toBe(true));
});

test("every day lies in exactly one season, which is a year long", () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), (at, month, dayOfMonth) => {
      const { firstDay, lastDay } = seasonOf(iso(at), { month, day: dayOfMonth });
      expect(firstDay <= iso(at) && iso(at) <= lastDay).toBe(true);
      expect(seasonOf(firstDay, { month, day: dayOfMonth })).toEqual({ firstDay, lastDay });
      expect(seasonOf(lastDay, { month, day: dayOfMonth })).toEqual({ firstDay, lastDay });
    }),
  );
});

test("a season begins on a day that every year has", () => {
  expect([
    isMonthDay({ month: 2, day: 29 }),
    isMonthDay({ month: 4, day: 31 }),
    isMonthDay({ month: 12, day: 31 }),
  ]).toEqual([false, false, true]);
});
