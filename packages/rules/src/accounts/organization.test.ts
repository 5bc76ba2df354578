import { states } from "@touchline/contract/regions";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addToDay, dayOf, startOfDay } from "../calendar.ts";
import { initialsOf, movedMidnight, stateFits, usualPlural, usualZone } from "./organization.ts";

test.each([
  ["Cascade Youth Soccer", "CYS"],
  ["Harbor Lights FC", "HLF"],
  ["  Ünited ", "ÜN"],
  ["St. Mary's Youth Athletic Association", "SMS"],
  ["🦅", "?"],
])("%s begins with %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test.each([
  ["Club", "Clubs"],
  ["Branch", "Branches"],
  ["Academy", "Academies"],
  ["Class", "Classes"],
  ["Bay", "Bays"],
])("several of %s are %s", (singular, plural) => {
  expect(usualPlural(singular)).toBe(plural);
});

describe("a state", () => {
  test("is one of its own country's, or none is said", () => {
    expect(stateFits("UnitedStates", "WA")).toBe(true);
    expect(stateFits("Canada", "BC")).toBe(true);
    expect(stateFits("Canada", "WA")).toBe(false);
    expect(stateFits("Other", "WA")).toBe(false);
    expect(stateFits("Other", null)).toBe(true);
  });

  test("each has a time zone that there is", () => {
    for (const { stateId, country } of states) {
      // The uninhabited Minor Outlying Islands have several zones, so the administrator has to choose.
      if (stateId === "US-UM") continue;
      const zone = usualZone(country === "US" ? "UnitedStates" : "Canada", stateId.slice(3));
      expect(zone, stateId).not.toBeNull();
      expect(() => dayOf(0, zone ?? "")).not.toThrow();
    }
    expect(usualZone("UnitedStates", "HI")).toBe("Pacific/Honolulu");
    // If a state has two zones, the one where most people live.
    expect(usualZone("UnitedStates", "TN")).toBe("America/Chicago");
    expect(usualZone("UnitedStates", "IN")).toBe("America/New_York");
  });

  test("says the time zone only where it is known: else somebody is asked", () => {
    expect(usualZone("UnitedStates", null)).toBeNull();
    expect(usualZone("Canada", null)).toBeNull();
    expect(usualZone("Other", null)).toBeNull();
  });
});

describe("a day in another time zone", () => {
  const zone = fc.constantFrom(
    "America/Los_Angeles",
    "America/New_York",
    "UTC",
    "Europe/Berlin",
    "Asia/Kolkata",
    "Asia/Beirut",
    "America/Havana",
    "Australia/Lord_Howe",
    "Pacific/Auckland",
  );
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addToDay("1990-01-01", { days }));

  test("stays the day it is, and moved twice it is moved once", () => {
    fc.assert(
      fc.property(day, zone, zone, (on, from, to) => {
        const moved = movedMidnight(startOfDay(on, from), from, to);
        expect(dayOf(moved, to)).toBe(on);
        expect(movedMidnight(moved, from, to)).toBe(moved);
      }),
    );
  });

  test("between zones whose midnights coincide an instant stays: by which of them it was written cannot be told", () => {
    const midnight = startOfDay("2026-06-30", "Pacific/Honolulu");
    expect(movedMidnight(midnight, "Pacific/Honolulu", "Pacific/Kiritimati")).toBe(midnight);
  });

  test("what is no midnight stays where it is", () => {
    const noon = startOfDay("2026-06-30", "UTC") + 12 * 3_600_000;
    expect(movedMidnight(noon, "UTC", "Asia/Kolkata")).toBe(noon);
  });
});
