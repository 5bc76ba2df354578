import { expect, test } from "vitest";
import { readExpanded, writeExpanded } from "./expanded-levels.ts";

function memory(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("each profile has its own open levels", () => {
  const storage = memory();
  writeExpanded(storage, "coach", new Set(["state", "north"]));
  writeExpanded(storage, "parent", new Set(["club"]));
  expect(readExpanded(storage, "coach")).toEqual(new Set(["state", "north"]));
  expect(readExpanded(storage, "parent")).toEqual(new Set(["club"]));
  expect(readExpanded(storage, "stranger")).toBeNull();
});

test.each(["{", "null", "7", '{"a":1}'])("what was stored as %s is as good as nothing", (stored) => {
  expect(readExpanded(memory({ "touchline.levels.coach": stored }), "coach")).toBeNull();
});

test("who has closed everything finds it closed", () => {
  const storage = memory();
  writeExpanded(storage, "coach", new Set());
  expect(readExpanded(storage, "coach")).toEqual(new Set());
});

test("of very many open levels the last five hundred are remembered", () => {
  const storage = memory();
  writeExpanded(storage, "coach", new Set(Array.from({ length: 700 }, (_, index) => `level ${index}`)));
  const read = readExpanded(storage, "coach");
  expect(read?.size).toBe(500);
  expect(read?.has("level 699")).toBe(true);
});

test("a browser that stores nothing does no harm", () => {
  const refusing = {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
  };
  writeExpanded(refusing, "coach", new Set(["state"]));
  expect(readExpanded(refusing, "coach")).toBeNull();
});
