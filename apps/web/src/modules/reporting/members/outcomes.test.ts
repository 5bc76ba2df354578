import { expect, test } from "vitest";
import { outcomeText } from "./outcomes.ts";

const times = (count: number, outcome: "kept" | "dropped" | "added") =>
  Array.from({ length: count }, () => ({ outcome }));

test.each([
  [[], "Requirements stay the same."],
  [times(3, "kept"), "Requirements stay the same."],
  [times(1, "added"), "1 requirement was added."],
  [[...times(2, "added"), ...times(1, "dropped")], "2 requirements were added. 1 requirement no longer applies."],
  [times(1, "dropped"), "1 requirement no longer applies."],
  [[...times(4, "dropped"), ...times(1, "kept")], "4 requirements no longer apply."],
])("%j reads: %s", (requirements, text) => {
  expect(outcomeText(requirements)).toBe(text);
});
