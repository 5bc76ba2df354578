import { expect, test } from "vitest";
import { birthsAgree, comparedWords, inReadingOrder, namesAgree } from "./registry-comparison.ts";

test("names agree whatever their accents, capitals and punctuation", () => {
  expect(namesAgree(["José O'Neil"], ["JOSE ONEIL"])).toBe("same");
});

test("a name that shares one word agrees partly", () => {
  expect(namesAgree(["Robert Miller"], ["Bob Miller", "Rob Mills"])).toBe("partly");
  expect(namesAgree(["Robert Miller"], ["Anna Smith"])).toBe("different");
});

test("the words that agree are marked", () => {
  expect(comparedWords("Robert A. Miller", ["Robert Müller", "Bob Miller"])).toEqual([
    { word: "Robert", agrees: true },
    { word: "A.", agrees: false },
    { word: "Miller", agrees: true },
  ]);
});

test.each([
  ["1980-02-03", "1980-02-03", "same"],
  ["1980-02-03", "1980-03-02", "different"],
  ["1980-02-03", null, "unknown"],
  [null, "1980-02-03", "unknown"],
])("the dates of birth %s and %s are: %s", (one, other, agreement) => {
  expect(birthsAgree(one, other)).toBe(agreement);
});

test("matches that were found to be another person come last, the best first", () => {
  const matches = [
    { score: 95, dismissed: true },
    { score: 90, dismissed: false },
    { score: 70, dismissed: false },
  ];
  expect(inReadingOrder(matches).map(({ score }) => score)).toEqual([90, 70, 95]);
});
