import { expect, test } from "vitest";
import { usualSettings } from "./content.ts";
import { changesInWords, sameValue, valueWords } from "./content-words.ts";
import { type LibraryItem, takenUpdate, updateFields } from "./library-update.ts";

const item = (name: string, change: object = {}): LibraryItem => ({
  name,
  description: "",
  settings: { ...usualSettings.document, ...change },
});

test("what differs is told with who changed it; what is alike on both sides is not", () => {
  const base = item("Card", { instructions: "One side." });
  const here = item("Our card", { instructions: "Both sides.", linkUrl: "https://example.org" });
  const there = item("Card", { instructions: "Both sides.", reviewRequired: false });
  expect(updateFields(base, here, there).map((one) => [one.field, one.changedHere, one.changedThere])).toEqual([
    ["name", true, false],
    ["linkUrl", true, false],
    ["reviewRequired", false, true],
  ]);
});

test("an update takes everything but what is kept, and never a day by which to do it again", () => {
  const here = item("Our card", { linkUrl: "https://example.org", redoBy: "2027-01-31" });
  const there = item("Card", { instructions: "Both sides." });
  expect(takenUpdate(here, there, new Set(["name"]))).toEqual({ ...there, name: "Our card" });
  expect(takenUpdate(here, there, new Set(["linkUrl", "unknown"])).settings).toMatchObject({
    ...{ linkUrl: "https://example.org", instructions: "Both sides.", redoBy: null },
  });
});

test("values are the same whatever the order of their names", () => {
  const one = { type: "Duration", amount: 1, unit: "years" };
  expect(sameValue(one, { unit: "years", amount: 1, type: "Duration" })).toBe(true);
  expect(sameValue(["pdf", "png"], ["png", "pdf"])).toBe(false);
});

test.each([
  ["price", 0, "Free"],
  ["price", 2450, "$24.50"],
  ["licenses", ["coach_16", "coach_999"], "Pro License, coach_999"],
  ["documents", [1, 2], "Government Issued Passport, Government Issued ID"],
  ["linkUrl", null, "None"],
  ["acceptsReports", false, "No"],
])("%s of %j reads: %s", (field, value, words) => {
  expect(valueWords(field, value)).toBe(words);
});

test("a form that changed is told, though it reads alike", () => {
  const form = (label: string) => ({ form: { sections: [{ fields: [{ label }] }] } });
  expect(changesInWords(form("One"), form("Two"))).toEqual([
    { field: "form", label: "Online form", before: "1 question", after: "1 question, changed" },
  ]);
});
