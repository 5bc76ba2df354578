import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ussfIdOf, ussfIdText } from "./ussf.ts";

describe("a U.S. Soccer ID", () => {
  const digits = fc.stringMatching(/^[0-9]{16}$/);
  const between = fc.array(fc.constantFrom("", " ", "-", "–", "\u00a0", "\t"), { minLength: 17, maxLength: 17 });

  const piece = fc.constantFrom("1", "42", "1234", "１", "٣", "²", "a", "-", " ", ".", "\u202e", "\u0301");
  const anything = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

  test("is the same 16 digits however it is spaced and dashed", () => {
    fc.assert(
      fc.property(digits, between, (id, gaps) => {
        const written = gaps.map((gap, place) => gap + (id[place] ?? "")).join("");
        expect(ussfIdOf(written)).toBe(id);
      }),
    );
  });

  test("is read back from how it is shown", () => {
    fc.assert(fc.property(digits, (id) => ussfIdOf(ussfIdText(id)) === id));
    expect(ussfIdText("1234567890123456")).toBe("1234 5678 9012 3456");
  });

  test("is nothing else: what comes out is 16 plain digits, or nothing", () => {
    fc.assert(
      fc.property(anything, (written) => {
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
