import { expect, test } from "vitest";
import { completionColumns, dayIn, missingColumns, readCompletion } from "./completion-rows.ts";

const headers = ["Email", "First name", "Last name", "Date of birth", "Requirement", "Completed on", "Valid until"];
const read = (...cells: string[]) => readCompletion(completionColumns(headers), { number: 2, cells, fault: null });

test.each([
  ["2026-03-01", "2026-03-01"],
  ["3/1/2026", "2026-03-01"],
  [" 12/31/2025 ", "2025-12-31"],
  ["2026-02-29", null],
  ["13/1/2026", null],
  ["1.3.2026", null],
  ["0001-01-01", null],
  ["", null],
])("the day in %s is %s", (cell, day) => {
  expect(dayIn(cell)).toBe(day);
});

test("columns are found by their usual names, in any order, and what is missing is named", () => {
  const columns = completionColumns(["DOB", "Course", "Completion date", "Last", "First", "Expires"]);
  expect(columns).toEqual({
    ...{ dateOfBirth: 0, requirement: 1, completedOn: 2, lastName: 3, firstName: 4, validUntil: 5 },
    email: null,
  });
  expect(missingColumns(columns)).toBeNull();
  expect(missingColumns(completionColumns(["First", "Last", "Course"]))).toBe(
    "Missing from the first row: Completed on, Email (or First name, Last name, and Date of birth). Add the columns and choose the file again.",
  );
});

test("a row names a person by email, or by name and date of birth, and says what is wrong with it", () => {
  expect(read("Ana@Clubs.example", "", "", "", "First aid", "3/1/2026", "")).toMatchObject({
    ...{ email: "ana@clubs.example", completedOn: "2026-03-01", validUntil: null, wrong: null },
  });
  expect(read("", "Ana", "Lima", "2012-05-01", "First aid", "3/1/2026", "").wrong).toBeNull();
  expect(read("", "Ana", "Lima", "", "First aid", "3/1/2026", "").wrong).toContain("Enter an email, or");
  expect(read("a@b.example", "", "", "", "", "3/1/2026", "").wrong).toBe("Enter the name of the requirement.");
  expect(read("a@b.example", "", "", "", "First aid", "yesterday", "").wrong).toContain("can't be read");
  expect(read("a@b.example", "", "", "", "First aid", "3/1/2026", "soon").wrong).toContain("last valid day");
});
