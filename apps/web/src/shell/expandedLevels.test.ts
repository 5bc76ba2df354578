import { expect, test } from "vitest";
import { readExpanded, writeExpanded } from "./expandedLevels.ts";

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
  expect([...readExpanded(storage, "coach")]).toEqual(["state", "north"]);
  expect([...readExpanded(storage, "parent")]).toEqual(["club"]);
  expect([...readExpanded(storage, "stranger")]).toEqual([]);
});

test.each(["{", "null", "7", '{"a":1}', "[1,null]"])("what was stored as %s opens nothing", (stored) => {
  expect(readExpanded(memory({ "touchline.levels.coach": stored }), "coach").size).toBe(0);
});

test("of very many open levels the last five hundred are remembered", () => {
  const storage = memory();
  writeExpanded(storage, "coach", new Set(Array.from({ length: 700 }, (_, index) => `level ${index}`)));
  const read = readExpanded(storage, "coach");
  expect(read.size).toBe(500);
  expect(read.has("level 699")).toBe(true);
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
  expect(readExpanded(refusing, "coach").size).toBe(0);
});
