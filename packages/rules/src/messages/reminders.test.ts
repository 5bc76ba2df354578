import { RequirementStatus } from "@touchline/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addToDay, daysBetween, startOfDay } from "../calendar.ts";
import { isDigestDue, isReminderDue, nextReminderDay, type ReminderSeries, remindedStatuses } from "./reminders.ts";

const zone = "America/New_York";
const opened = "2026-01-31";
const openedAt = startOfDay(opened, zone) + 23 * 3_600_000;

/** Returns the first `count` days of a series, each computed from the previous one. */
function days(series: ReminderSeries, count: number): string[] {
  const found: string[] = [];
  for (let day = nextReminderDay(series, openedAt, null, zone); day !== null && found.length < count; ) {
    found.push(day);
    day = nextReminderDay(series, openedAt, day, zone);
  }
  return found;
}

describe("reminders", () => {
  test("of an activation come on days 0, 2, 4, 7 and 10, and no more", () => {
    expect(days("activation", 99).map((day) => daysBetween(opened, day))).toEqual([0, 2, 4, 7, 10]);
  });
  test("of an open requirement come on the ten days of the specification", () => {
    expect(days("openRequirement", 99).map((day) => daysBetween(opened, day))).toEqual([
      2, 4, 6, 10, 17, 27, 37, 47, 57, 67,
    ]);
  });
  test("of a content with a frequency come every week, month or quarter, the 31st where there is one", () => {
    expect(days("Weekly", 3)).toEqual(["2026-02-07", "2026-02-14", "2026-02-21"]);
    expect(days("Monthly", 4)).toEqual(["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]);
    expect(days("Quarterly", 3)).toEqual(["2026-04-30", "2026-07-31", "2026-10-31"]);
  });
  test("that were missed are not made up for: the next one after a day is the next in the series", () => {
    expect(nextReminderDay("openRequirement", openedAt, addToDay(opened, { days: 11 }), zone)).toBe(
      addToDay(opened, { days: 17 }),
    );
    expect(nextReminderDay("openRequirement", openedAt, addToDay(opened, { days: 67 }), zone)).toBeNull();
    expect(nextReminderDay("Weekly", openedAt, "2025-01-01", zone)).toBe("2026-02-07");
  });

  test("with a frequency are the first of the series after any day, however late", () => {
    const frequency = fc.constantFrom("Weekly", "Monthly", "Quarterly");
    fc.assert(
      fc.property(frequency, fc.integer({ min: -10, max: 4000 }), (series, later) => {
        const after = addToDay(opened, { days: later });
        const step = { Weekly: { days: 7 }, Monthly: { months: 1 }, Quarterly: { months: 3 } }[series];
        const nth = (n: number) =>
          addToDay(opened, "days" in step ? { days: 7 * n } : { months: (step.months ?? 0) * n });
        let n = 1;
        while (nth(n) <= after) n += 1;
        expect(nextReminderDay(series, openedAt, after, zone)).toBe(nth(n));
      }),
    );
  });

  test("are served once each, however many days lie between two looks, and never on the day of opening", () => {
    const series = fc.constantFrom<ReminderSeries>("activation", "openRequirement", "Weekly", "Monthly");
    fc.assert(
      fc.property(series, fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 }), (of, steps) => {
        let since = addToDay(opened, { days: -1 });
        for (const step of steps) {
          const today = addToDay(since, { days: step });
          const next = nextReminderDay(of, openedAt, since > opened ? since : opened, zone);
          expect(isReminderDue(of, openedAt, since, today, zone)).toBe(next !== null && next <= today);
          since = today;
        }
        expect(isReminderDue(of, openedAt, addToDay(opened, { days: -1 }), opened, zone)).toBe(false);
      }),
    );
  });

  test("are of what the member has to do: not of what is done, waits on others, or was refused for good", () => {
    expect([...remindedStatuses].sort()).toEqual([
      RequirementStatus.Incomplete,
      RequirementStatus.WaitingOnApplicant,
      RequirementStatus.Overdue,
      RequirementStatus.Expired,
    ]);
  });

  test("come with a digest on Mondays, in whatever year", () => {
    const days = Array.from({ length: 1_000 }, (_, n) => addToDay("2022-11-21", { days: n * 3 }));
    for (const day of days) {
      const monday = new Date(`${day}T12:00:00Z`).getUTCDay() === 1;
      expect(isDigestDue(addToDay(day, { days: -1 }), day)).toBe(monday);
    }
  });

  test("come with the digest of a Monday on which nothing ran, on the first day after it", () => {
    expect(isDigestDue("2026-11-22", "2026-11-24")).toBe(true);
    expect(isDigestDue("2026-11-23", "2026-11-24")).toBe(false);
    expect(isDigestDue("2026-11-24", "2026-11-24")).toBe(false);
    expect(isDigestDue("2026-11-10", "2026-11-29")).toBe(true);
  });
});
