import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "./search-params.ts";

test("a name repeated is a list", () => {
  expect(parseSearch("?label=a&label=b&page=2")).toEqual({ label: ["a", "b"], page: "2" });
});

test("what is not set is left out", () => {
  expect(stringifySearch({ page: undefined, labels: [] })).toBe("");
});

test("what was written is what is read", () => {
  const value = fc.oneof(fc.string(), fc.array(fc.string(), { minLength: 2, maxLength: 4 }));
  const name = fc.string({ minLength: 1 }).filter((text) => text !== "__proto__");
  fc.assert(
    fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual(search);
    }),
  );
});
