import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addToDay } from "../calendar.ts";
import { dateOfBirthProblem, mayCorrectDateOfBirth } from "./details.ts";

describe("a date of birth", () => {
  test("lies neither in the future nor more than 120 years ago", () => {
    const today = "2026-11-22";
    expect(dateOfBirthProblem(today, today)).toBeNull();
    expect(dateOfBirthProblem("2026-11-23", today)).toBe("future");
    expect(dateOfBirthProblem("1905-11-23", today)).toBeNull();
    expect(dateOfBirthProblem("1905-11-22", today)).toBe("tooLongAgo");
  });

  test("can be for everybody from 0 to 120 years of age", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 43_000 }), (days) => {
        expect(dateOfBirthProblem(addToDay("2026-11-22", { days: -days }), "2026-11-22")).toBeNull();
      }),
    );
  });

  test("is given once by oneself, and corrected by an administrator who is somebody else", () => {
    const may = (known: boolean, related: boolean, administrator: boolean) =>
      mayCorrectDateOfBirth({ known, related, administrator });
    expect([may(false, true, false), may(false, true, true), may(false, false, true)]).toEqual([true, true, true]);
    expect(may(true, false, true)).toBe(true);
    expect([may(true, true, false), may(true, true, true)]).toEqual([false, false]);
    expect([may(false, false, false), may(true, false, false)]).toEqual([false, false]);
  });
});
