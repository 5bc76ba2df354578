import { expect, test } from "vitest";
import { pageIn, someIn, textIn } from "./url-state.ts";

const isColour = (one: string): one is "red" | "blue" => one === "red" || one === "blue";

test("a name of the address may be there once, several times or not at all", () => {
  expect(someIn("red", isColour)).toEqual(["red"]);
  expect(someIn(["red", "blue"], isColour)).toEqual(["red", "blue"]);
  expect(someIn(undefined, isColour)).toEqual([]);
});

test("values that nobody knows, and repeated ones, are passed over", () => {
  expect(someIn(["red", "green", "red", ""], isColour)).toEqual(["red"]);
});

test.each([undefined, "", "x", "0", "-1", "1.5", "1e9", "99999999"])("page %s of an address is page 1", (value) => {
  expect(pageIn(value)).toBe(1);
});

test("of a text given twice the first counts", () => {
  expect(textIn(["maya", "lopez"])).toBe("maya");
  expect(pageIn("12")).toBe(12);
});
