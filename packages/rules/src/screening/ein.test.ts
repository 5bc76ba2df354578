import { expect, test } from "vitest";
import { einProblem, writtenEin } from "./ein.ts";

test("an EIN is written as the IRS writes it, however it was typed", () => {
  for (const typed of ["911234567", "91-1234567", " 91 1234567 ", "91-123-4567"]) {
    expect(writtenEin(typed), typed).toBe("91-1234567");
    expect(einProblem(typed), typed).toBeNull();
  }
});

test("a Social Security number is recognized, and not rewritten as an EIN", () => {
  expect(writtenEin("123-45-6789")).toBe("123-45-6789");
  expect(einProblem("123-45-6789")).toMatch(/^This looks like a Social Security number/);
});

test("what is missing, incomplete, or of a prefix that the IRS never assigned is refused", () => {
  expect(einProblem(" ")).toBe("Enter the EIN.");
  for (const typed of ["91-12345", "9112345678", "AB-1234567"]) expect(einProblem(typed)).toMatch(/^Enter nine digits/);
  for (const typed of ["00-1234567", "07-1234567", "89-1234567", "97-1234567", "11-1111111"]) {
    expect(einProblem(typed), typed).toMatch(/^The IRS doesn't assign/);
  }
});
