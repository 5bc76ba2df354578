import { expect, test } from "vitest";
import { pageIn, someIn, textIn } from "./url-state.ts";

const isColor = (one: string): one is "red" | "blue" => one === "red" || one === "blue";

test("a name of the address may be there once, several times or not at all", () => {
  expect(someIn("red", isColor)).toEqual(["red"]);
  expect(someIn(["red", "blue"], isColor)).toEqual(["red", "blue"]);
  expect(someIn(undefined, isColor)).toEqual([]);
});

test("values that nobody knows, and repeated ones, are passed over", () => {
  expect(someIn(["red", "green", "red", ""], isColor)).toEqual(["red"]);
});

test.each([undefined, "", "x", "0", "-1", "1.5", "1e9", "99999999"])("page %s of an address is page 1", (value) => {
  expect(pageIn(value)).toBe(1);
});

test("of a text given twice the first counts", () => {
  expect(textIn(["maya", "lopez"])).toBe("maya");
  expect(pageIn("12")).toBe(12);
});
