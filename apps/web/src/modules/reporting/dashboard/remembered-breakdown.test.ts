import { expect, test } from "vitest";
import { readBreakdown, writeBreakdown } from "./remembered-breakdown.ts";

function memory() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

test("each profile finds open what it left open", () => {
  const storage = memory();
  writeBreakdown(storage, "registrar", "levels");
  expect(readBreakdown(storage, "registrar")).toBe("levels");
  expect(readBreakdown(storage, "director")).toBeNull();
  writeBreakdown(storage, "registrar", null);
  expect(readBreakdown(storage, "registrar")).toBeNull();
});

test("a browser that stores nothing, or something else, does no harm", () => {
  const denied = () => {
    throw new Error("denied");
  };
  writeBreakdown({ setItem: denied }, "registrar", "roles");
  expect(readBreakdown({ getItem: denied }, "registrar")).toBeNull();
  expect(readBreakdown({ getItem: () => "horoscope" }, "registrar")).toBeNull();
});
