import { expect, test } from "vitest";
import { readNumber } from "./numbers.ts";

test("a comma is read as it is meant: between thousands, or before what is less than one", () => {
  expect(["1,000", "-12,500.5", "1,234,567", "1,5", "0,25", " 7 ", "3.5"].map(readNumber)).toEqual([
    1000, -12_500.5, 1_234_567, 1.5, 0.25, 7, 3.5,
  ]);
  expect(["", "1,2,3", "ten", "1.2.3", "1,0000,"].map(readNumber)).toEqual([null, null, null, null, null]);
});
