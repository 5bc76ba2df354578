import { expect, test } from "vitest";
import { outcomeText } from "./outcomes.ts";

const times = (count: number, outcome: "kept" | "dropped" | "added") =>
  Array.from({ length: count }, () => ({ outcome }));

test.each([
  [[], "Requirements stay the same."],
  [times(3, "kept"), "Requirements stay the same."],
  [times(1, "added"), "1 more requirement is asked for."],
  [[...times(2, "added"), ...times(1, "dropped")], "2 more requirements are asked for, 1 no longer."],
  [times(1, "dropped"), "1 requirement is no longer asked for."],
  [[...times(4, "dropped"), ...times(1, "kept")], "4 requirements are no longer asked for."],
])("%j reads: %s", (requirements, text) => {
  expect(outcomeText(requirements)).toBe(text);
});
