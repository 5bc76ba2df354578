import { expect, test } from "vitest";
import { plural } from "./plural.ts";

test("a count chooses the form of its text and is written with separators", () => {
  const people = { one: "# person is cleared", other: "# people are cleared" };
  expect(plural(1, people)).toBe("1 person is cleared");
  expect(plural(0, people)).toBe("0 people are cleared");
  expect(plural(1200, people)).toBe("1,200 people are cleared");
});
