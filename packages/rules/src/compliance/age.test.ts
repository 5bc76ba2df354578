import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addToDay, startOfDay } from "../calendar.ts";
import { adultDutiesFrom, ageAt, ageOn, birthday, comesOfAgeAt, isMinor } from "./age.ts";

const newYork = "America/New_York";

describe("age", () => {
  test("goes up on the birthday, not the day before", () => {
    expect(ageOn("2008-05-10", "2026-05-09")).toBe(17);
    expect(ageOn("2008-05-10", "2026-05-10")).toBe(18);
    expect(ageOn("2008-05-10", "2008-05-10")).toBe(0);
    expect(ageOn("2008-05-10", "2008-05-09")).toBe(-1);
  });

  test("of someone born on 29 February goes up on 1 March of other years", () => {
    expect(birthday("2008-02-29", 18)).toBe("2026-03-01");
    expect(birthday("2008-02-29", 20)).toBe("2028-02-29");
    expect(ageOn("2008-02-29", "2026-02-28")).toBe(17);
    expect(ageOn("2008-02-29", "2026-03-01")).toBe(18);
    expect(birthday("1888-02-29", 12)).toBe("1900-03-01");
    expect(birthday("1988-02-29", 12)).toBe("2000-02-29");
  });

  test("changes at local midnight of the organization's zone", () => {
    const midnight = Date.UTC(2026, 4, 10, 4);
    expect(comesOfAgeAt("2008-05-10", newYork)).toBe(midnight);
    expect(isMinor("2008-05-10", midnight - 1, newYork)).toBe(true);
    expect(isMinor("2008-05-10", midnight, newYork)).toBe(false);
    expect(isMinor("2008-05-10", midnight - 1, "UTC")).toBe(false);
    expect(ageAt("2008-05-10", midnight - 1, newYork)).toBe(17);
  });

  const day = fc
    .date({ min: new Date("1930-01-01"), max: new Date("2020-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const zone = fc.constantFrom("UTC", newYork, "Asia/Beirut", "America/Havana", "Pacific/Apia");

  test("counts the birthdays that have begun", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 40_000 }), (born, later) => {
        const today = addToDay(born, { days: later });
        const age = ageOn(born, today);
        expect(birthday(born, age) <= today && today < birthday(born, age + 1)).toBe(true);
      }),
    );
  });

  test("ends minority exactly at the moment of coming of age, in any zone", () => {
    fc.assert(
      fc.property(day, zone, (born, where) => {
        const at = comesOfAgeAt(born, where);
        expect([isMinor(born, at - 1, where), isMinor(born, at, where)]).toEqual([true, false]);
      }),
    );
  });
});

describe("duties of adults", () => {
  const season = { firstDay: "2026-03-01", lastDay: "2026-06-30" };
  test("begin on the 18th birthday", () => {
    expect(adultDutiesFrom("2008-05-10", [], newYork)).toBe(startOfDay("2026-05-10", newYork));
  });
  test("begin with the season in which the birthday falls, its first and last day included", () => {
    const begins = startOfDay("2026-03-01", newYork);
    for (const born of ["2008-05-10", "2008-03-01", "2008-06-30"]) {
      expect(adultDutiesFrom(born, [season], newYork)).toBe(begins);
    }
    for (const born of ["2008-02-28", "2008-07-01"]) {
      expect(adultDutiesFrom(born, [season], newYork)).toBe(comesOfAgeAt(born, newYork));
    }
  });
});
