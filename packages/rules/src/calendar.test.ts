import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addToDay,
  dayOf,
  daysBetween,
  endOfDay,
  isAfter,
  nextMonthDay,
  startOfDay,
  startOfDayBefore,
} from "./calendar.ts";

/** Zones with a clock change at midnight, half-hour changes, unusual offsets, and a day that was skipped. */
const zones = [
  "UTC",
  "America/New_York",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "America/Havana",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Africa/Cairo",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
];

/** Returns the day of an instant by the platform's own formatter. */
function formatted(instant: number, zone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
    instant,
  );
}

const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2045, 0, 1) });
const day = fc
  .date({ min: new Date("2000-01-02"), max: new Date("2044-12-30"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("days in a time zone", () => {
  test("an instant falls on the day that a wall calendar there shows", () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...zones), (at, zone) => {
        expect(dayOf(at, zone)).toBe(formatted(at, zone));
      }),
    );
  });

  test("a day begins at its first moment and is over when the next one begins", () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...zones), (date, zone) => {
        fc.pre(!(zone === "Pacific/Apia" && date === "2011-12-30"));
        const start = startOfDay(date, zone);
        expect(formatted(start, zone)).toBe(date);
        expect(formatted(start - 1, zone) < date).toBe(true);
        const end = endOfDay(date, zone);
        expect(formatted(end - 1, zone)).toBe(date);
        expect(formatted(end, zone) > date).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("where clocks skip midnight, the day begins at one o'clock", () => {
    expect(startOfDay("2018-11-04", "America/Sao_Paulo")).toBe(Date.UTC(2018, 10, 4, 3));
    expect(endOfDay("2018-11-03", "America/Sao_Paulo")).toBe(Date.UTC(2018, 10, 4, 3));
  });

  test("where clocks pass midnight twice, the day begins at the first", () => {
    // Havana sets clocks back from 01:00 to 00:00 on 1 November 2026.
    expect(startOfDay("2026-11-01", "America/Havana")).toBe(Date.UTC(2026, 10, 1, 4));
    expect(endOfDay("2026-11-01", "America/Havana") - startOfDay("2026-11-01", "America/Havana")).toBe(25 * 3_600_000);
  });

  test("the day that Samoa left out takes no time", () => {
    expect(startOfDay("2011-12-30", "Pacific/Apia")).toBe(startOfDay("2011-12-31", "Pacific/Apia"));
  });

  test("an unknown zone and a day that does not exist are refused", () => {
    expect(() => dayOf(0, "Mars/Olympus")).toThrow(RangeError);
    expect(() => startOfDay("2026-02-30", "UTC")).toThrow(RangeError);
  });
});

describe("moving days", () => {
  test("a missing day of a month becomes its last one", () => {
    expect(addToDay("2024-02-29", { years: 1 })).toBe("2025-02-28");
    expect(addToDay("2024-02-29", { years: 4 })).toBe("2028-02-29");
    expect(addToDay("2026-01-31", { months: 1 })).toBe("2026-02-28");
    expect(addToDay("2026-12-31", { days: 1 })).toBe("2027-01-01");
    expect(addToDay("2026-03-01", { days: -1 })).toBe("2026-02-28");
  });

  test("the distance of two days leads from one to the other", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -4000, max: 4000 }), (from, days) => {
        expect(daysBetween(from, addToDay(from, { days }))).toBe(days);
      }),
    );
  });

  test("so many days before an instant begins the day that counting back the days finds", () => {
    fc.assert(
      fc.property(instant, fc.nat(400), fc.constantFrom(...zones), (at, days, zone) => {
        const counted = addToDay(dayOf(at, zone), { days: -days });
        expect(startOfDayBefore(at, days, zone)).toBe(startOfDay(counted, zone));
      }),
    );
  });

  test("the next month and day lies ahead by at most a year, and is that day", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }), (from, month, dayOfMonth) => {
        const next = nextMonthDay(from, month, dayOfMonth);
        expect(next.slice(5)).toBe(`${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`);
        expect(isAfter(next, from)).toBe(true);
        expect(daysBetween(from, next)).toBeLessThanOrEqual(366);
      }),
    );
  });

  test("29 February as a fixed day is the 28th in other years, each year once", () => {
    expect(nextMonthDay("2026-02-27", 2, 29)).toBe("2026-02-28");
    expect(nextMonthDay("2026-02-28", 2, 29)).toBe("2027-02-28");
    expect(nextMonthDay("2027-02-28", 2, 29)).toBe("2028-02-29");
    expect(nextMonthDay("2028-02-28", 2, 29)).toBe("2028-02-29");
    expect(nextMonthDay("2028-02-29", 2, 29)).toBe("2029-02-28");
  });
});
