import { expect, test } from "vitest";
import { plural } from "./plural.ts";

test("a count is written in the form and with the separators of its language", () => {
  const people = { one: "# person", other: "# people" };
  expect(plural(1, people)).toBe("1 person");
  expect(plural(0, people)).toBe("0 people");
  expect(plural(12_000, people)).toBe("12,000 people");
  expect(plural(12_000, { one: "# persona", other: "# personas" }, "es")).toBe("12.000 personas");
});
