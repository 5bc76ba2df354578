import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addToDay } from "./calendar.ts";
import { dateOfBirthProblem, mayCorrectDateOfBirth, ussfIdOf, ussfIdText } from "./details.ts";

describe("a U.S. Soccer id", () => {
  const digits = fc.stringMatching(/^[0-9]{16}$/);
  const between = fc.array(fc.constantFrom("", " ", "-", "–", "\u00a0", "\t"), { minLength: 17, maxLength: 17 });

  test("is the same 16 digits however it is spaced and dashed", () => {
    fc.assert(
      fc.property(digits, between, (id, gaps) => {
        const written = gaps.map((gap, place) => gap + (id[place] ?? "")).join("");
        expect(ussfIdOf(written)).toBe(id);
      }),
    );
  });

  test("is read back from how it is shown", () => {
    fc.assert(fc.property(digits, (id) => expect(ussfIdOf(ussfIdText(id))).toBe(id)));
    expect(ussfIdText("1234567890123456")).toBe("1234 5678 9012 3456");
  });

  test("is nothing else: what comes out is 16 plain digits, or nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (written) => {
        const id = ussfIdOf(written);
        expect(id === null || /^[0-9]{16}$/.test(id)).toBe(true);
      }),
    );
  });

  test.each([
    "",
    "123456789012345",
    "12345678901234567",
    "1234-5678-9012-345a",
    "1234.5678.9012.3456",
    "+123456789012345",
  ])("%j is none", (written) => {
    expect(ussfIdOf(written)).toBeNull();
  });
});

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
