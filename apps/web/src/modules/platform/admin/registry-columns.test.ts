import { expect, test } from "vitest";
import { columnsText, type RegistryColumn, sameColumns, withField } from "./registry-columns.ts";

const columns: RegistryColumn[] = [
  { heading: "First", field: "firstName" },
  { heading: "Given", field: null },
  { heading: "AKA 1", field: "aliases" },
  { heading: "AKA 2", field: null },
];

test("only one column is the first name", () => {
  expect(withField(columns, "Given", "firstName").map(({ field }) => field)).toEqual([
    null,
    "firstName",
    "aliases",
    null,
  ]);
});

test("several columns hold other names", () => {
  expect(withField(columns, "AKA 2", "aliases").filter(({ field }) => field === "aliases")).toHaveLength(2);
});

test("a column taken for nothing leaves the others as they are", () => {
  const changed = withField(columns, "First", null);
  expect(changed.map(({ field }) => field)).toEqual([null, null, "aliases", null]);
  expect(sameColumns(changed, columns)).toBe(false);
  expect(sameColumns(withField(changed, "First", "firstName"), columns)).toBe(true);
});

test("columns are sent by their headings", () => {
  expect(JSON.parse(columnsText(columns))).toEqual({
    First: "firstName",
    Given: null,
    "AKA 1": "aliases",
    "AKA 2": null,
  });
});
