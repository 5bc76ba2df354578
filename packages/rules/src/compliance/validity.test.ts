import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addToDay, dayOf, daysBetween, endOfDay, startOfDay } from "../calendar.ts";
import {
  countedCompletion,
  countsBehind,
  earlyWindowIsOpen,
  endOfCompletion,
  expiryDay,
  expiryOf,
  shorterRenewal,
  type Validity,
  validThrough,
} from "./validity.ts";

const newYork = "America/New_York";
const noon = (day: string) => startOfDay(day, newYork) + 12 * 3_600_000;
const years = (amount: number): Validity => ({ type: "Duration", amount, unit: "years" });
const annual = (month: number, day: number, earlyDays = 0): Validity => ({ type: "Annual", month, day, earlyDays });

describe("the expiry day of a completion", () => {
  const rows: [says: string, validity: Validity, completed: string, expires: string | null][] = [
    ["None never expires", { type: "None" }, "2026-03-10", null],
    ["2 years", years(2), "2026-03-10", "2028-03-10"],
    ["a year from a leap day", years(1), "2024-02-29", "2025-02-28"],
    ["four years from a leap day", years(4), "2024-02-29", "2028-02-29"],
    ["a month from the 31st", { type: "Duration", amount: 1, unit: "months" }, "2026-01-31", "2026-02-28"],
    ["90 days across a clock change", { type: "Duration", amount: 90, unit: "days" }, "2026-02-01", "2026-05-02"],
    ["annual, before the fixed day", annual(8, 1), "2026-07-31", "2026-08-01"],
    ["annual, on the fixed day: the next one after it", annual(8, 1), "2026-08-01", "2027-08-01"],
    ["annual, after the fixed day", annual(8, 1), "2026-08-02", "2027-08-01"],
    ["annual, on the last day before the early window", annual(8, 1, 60), "2026-06-01", "2026-08-01"],
    ["annual, on the first day of the early window", annual(8, 1, 60), "2026-06-02", "2027-08-01"],
    ["annual, an early window that reaches into the last year", annual(1, 15, 30), "2026-12-20", "2028-01-15"],
    ["annual on 29 February in a year without it", annual(2, 29), "2026-01-01", "2026-02-28"],
  ];
  test.each(rows)("%s", (_says, validity, completed, expires) => {
    expect(expiryDay(validity, completed)).toBe(expires);
    expect(expiryOf(validity, { completedAt: noon(completed) }, newYork)).toBe(
      expires === null ? null : endOfDay(expires, newYork),
    );
  });

  test("is the given one for PerRequirement, which is refused without one", () => {
    expect(expiryDay({ type: "PerRequirement" }, "2026-03-10", "2027-01-31")).toBe("2027-01-31");
    expect(() => expiryDay({ type: "PerRequirement" }, "2026-03-10")).toThrow(RangeError);
  });

  test("counts from the day in the organization's zone, not in UTC", () => {
    const lateEvening = Date.UTC(2026, 2, 11, 3); // 23:00 on March 10 in New York
    expect(expiryOf(years(1), { completedAt: lateEvening }, newYork)).toBe(endOfDay("2027-03-10", newYork));
    expect(expiryOf(years(1), { completedAt: lateEvening }, "UTC")).toBe(endOfDay("2027-03-11", "UTC"));
  });

  test("is good through the whole of that day, in summer time and in winter time", () => {
    const summer = expiryOf({ type: "PerRequirement" }, { completedAt: 0, givenDay: "2026-07-01" }, newYork);
    expect(summer).toBe(Date.UTC(2026, 6, 2, 4));
    const winter = expiryOf({ type: "PerRequirement" }, { completedAt: 0, givenDay: "2026-12-01" }, newYork);
    expect(winter).toBe(Date.UTC(2026, 11, 2, 5));
  });

  test("where clocks skip midnight, ends at the first moment of the next day", () => {
    const completion = { completedAt: 0, givenDay: "2018-11-03" };
    expect(expiryOf({ type: "PerRequirement" }, completion, "America/Sao_Paulo")).toBe(Date.UTC(2018, 10, 4, 3));
  });
});

describe("by everything that was said of a completion", () => {
  const end = (day: string) => endOfDay(day, newYork);
  const said = (own: string | null, redoBy: string | null, extendedUntil: string | null) =>
    endOfCompletion(own === null ? null : end(own), { redoBy, extendedUntil, signatureEnds: null }, newYork);

  test("a day to do it again by ends it earlier, never later; also what would count for ever", () => {
    expect(said("2027-03-10", "2026-06-30", null)).toBe(end("2026-06-30"));
    expect(said("2027-03-10", "2028-06-30", null)).toBe(end("2027-03-10"));
    expect(said("2027-03-10", "2027-03-10", null)).toBe(end("2027-03-10"));
    expect(said(null, "2026-06-30", null)).toBe(end("2026-06-30"));
    expect(said(null, null, null)).toBeNull();
  });

  test("a decree lets it count longer than either, and never shorter", () => {
    expect(said("2026-03-10", null, "2026-05-01")).toBe(end("2026-05-01"));
    expect(said("2027-03-10", "2026-06-30", "2026-09-01")).toBe(end("2026-09-01"));
    expect(said("2027-03-10", "2026-06-30", "2026-05-01")).toBe(end("2026-06-30"));
    expect(said(null, null, "2026-05-01")).toBeNull();
  });

  test("what a guardian signed ends with childhood, whatever was decreed", () => {
    const signed = (own: string | null, extendedUntil: string | null) =>
      endOfCompletion(
        own === null ? null : end(own),
        { redoBy: null, extendedUntil, signatureEnds: end("2026-04-01") },
        newYork,
      );
    expect(signed("2026-03-10", "2026-05-01")).toBe(end("2026-04-01"));
    expect(signed("2026-03-10", "2026-03-20")).toBe(end("2026-03-20"));
    expect(signed("2027-03-10", null)).toBe(end("2026-04-01"));
    expect(signed(null, null)).toBe(end("2026-04-01"));
  });
});

describe("valid through a day", () => {
  test("holds when the completion expires on that day or later, or never", () => {
    const expiresAt = endOfDay("2026-11-30", newYork);
    expect(validThrough(expiresAt, "2026-11-30", newYork)).toBe(true);
    expect(validThrough(expiresAt, "2026-12-01", newYork)).toBe(false);
    expect(validThrough(expiresAt - 1, "2026-11-30", newYork)).toBe(false);
    expect(validThrough(null, "2099-01-01", newYork)).toBe(true);
  });
});

describe("the early window", () => {
  const validity = annual(8, 1, 60);
  const expiresAt = endOfDay("2026-08-01", newYork);
  test("is open from N days before the fixed day on", () => {
    expect(earlyWindowIsOpen(validity, expiresAt, noon("2026-06-01"), newYork)).toBe(false);
    expect(earlyWindowIsOpen(validity, expiresAt, noon("2026-06-02"), newYork)).toBe(true);
    expect(earlyWindowIsOpen(validity, endOfDay("2027-08-01", newYork), noon("2026-06-02"), newYork)).toBe(false);
  });
  test("does not exist for other validities or without an expiry", () => {
    expect(earlyWindowIsOpen(years(1), expiresAt, noon("2026-07-30"), newYork)).toBe(false);
    expect(earlyWindowIsOpen(validity, null, noon("2026-07-30"), newYork)).toBe(false);
  });
});

describe("the completion that counts", () => {
  const short = { completedAt: 1, expiresAt: 50 };
  const long = { completedAt: 1, expiresAt: 60 };
  const endless = { completedAt: 1, expiresAt: null };

  test("is the one that is good for longest, whenever it was completed or recorded", () => {
    const renewal = { completedAt: 2, expiresAt: 55 };
    for (const [one, other] of [
      [long, short],
      [long, renewal],
      [endless, long],
      [endless, renewal],
    ] as const) {
      expect(countedCompletion([one, other])).toBe(one);
      expect(countedCompletion([other, one])).toBe(one);
    }
    expect(countedCompletion([short, renewal])).toBe(renewal);
    expect(countedCompletion([])).toBeNull();
  });

  test("is the later of two that are good for as long", () => {
    const later = { ...long, completedAt: 2 };
    expect(countedCompletion([long, later])).toBe(later);
    expect(countedCompletion([later, long])).toBe(later);
  });

  test("leaves out the latest renewal that is good for a shorter time", () => {
    const [first, second] = [
      { completedAt: 2, expiresAt: 55 },
      { completedAt: 3, expiresAt: 40 },
    ];
    expect(shorterRenewal([first, second, long])).toBe(second);
    expect(shorterRenewal([short, first])).toBeNull();
    expect(shorterRenewal([short])).toBeNull();
    expect(shorterRenewal([])).toBeNull();
  });

  test("is never one that was completed before what is on record and is good for no longer", () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(5), fc.option(fc.nat(9)), (onRecord, completedAt, end) => {
        const before = { completedAt: onRecord, expiresAt: 5 };
        const completion = { completedAt, expiresAt: end };
        if (countsBehind(completion, before)) expect(countedCompletion([before, completion])).toBe(before);
        else if (completedAt < onRecord) expect(countedCompletion([before, completion])).toBe(completion);
        expect(countsBehind(completion, null)).toBe(false);
      }),
    );
  });
});

const zone = fc.constantFrom("UTC", newYork, "Asia/Beirut", "America/Havana", "Pacific/Apia", "Australia/Lord_Howe");
const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
const validity: fc.Arbitrary<Validity> = fc.oneof(
  fc.record({
    type: fc.constant("Duration" as const),
    amount: fc.integer({ min: 1, max: 48 }),
    unit: fc.constantFrom("days", "months", "years"),
  }),
  fc.record({
    type: fc.constant("Annual" as const),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
    earlyDays: fc.integer({ min: 0, max: 180 }),
  }),
);

describe("any validity, any zone", () => {
  test("expires after the completion, at the start of a local day", () => {
    fc.assert(
      fc.property(validity, instant, zone, (rule, completedAt, where) => {
        const expiresAt = expiryOf(rule, { completedAt }, where) ?? 0;
        expect(expiresAt).toBeGreaterThan(completedAt);
        expect(dayOf(expiresAt - 1, where) < dayOf(expiresAt, where)).toBe(true);
      }),
    );
  });

  test("a later completion never expires earlier", () => {
    fc.assert(
      fc.property(validity, instant, fc.nat(400 * 86_400_000), zone, (rule, completedAt, later, where) => {
        const first = expiryOf(rule, { completedAt }, where) ?? 0;
        expect(expiryOf(rule, { completedAt: completedAt + later }, where)).toBeGreaterThanOrEqual(first);
      }),
    );
  });

  test("Annual ends on the first fixed day that is more than the early window away", () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 200 }), (completedAt, earlyDays) => {
        const completedOn = dayOf(completedAt, "UTC");
        let naive = addToDay(completedOn, { days: 1 });
        while (!(naive.endsWith("-08-01") && daysBetween(completedOn, naive) > earlyDays)) {
          naive = addToDay(naive, { days: 1 });
        }
        expect(expiryDay(annual(8, 1, earlyDays), completedOn)).toBe(naive);
      }),
      { numRuns: 40 },
    );
  });
});
