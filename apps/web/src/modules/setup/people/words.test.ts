import { expect, test } from "vitest";
import type { RosterImport } from "./queries.ts";
import { dateReadings, guardianText, leftOutText, resultText, startText } from "./words.ts";

const checked = {
  state: "checked",
  fates: { create: 412, join: 3, present: 5, duplicate: 1, error: 2 },
  invitable: 380,
  toWrite: 415,
  written: 0,
  failure: null,
} as RosterImport;

test("the button says what it does and to how many", () => {
  expect(startText(checked, true)).toBe("Add 412 people and 3 memberships, and invite 380 people");
  expect(startText(checked, false)).toBe("Add 412 people and 3 memberships");
  const one = { ...checked, fates: { ...checked.fates, create: 1, join: 0 }, invitable: 0 };
  expect(startText(one, true)).toBe("Add 1 person");
  expect(startText({ ...checked, fates: { ...checked.fates, create: 0, join: 1 } }, false)).toBe("Add 1 membership");
  expect(startText({ ...checked, state: "canceled", written: 400 }, true)).toBe("Continue with the remaining 15 rows");
});

test("beside the button stands which rows it passes over", () => {
  expect(leftOutText(checked)).toBe("2 rows need fixing and will be left out. 6 rows don't add anyone new.");
  expect(leftOutText({ fates: { ...checked.fates, present: 1, duplicate: 0, error: 1 } })).toBe(
    "1 row needs fixing and will be left out. 1 row doesn't add anyone new.",
  );
  expect(leftOutText({ fates: { ...checked.fates, present: 0, duplicate: 0, error: 0 } })).toBe("");
});

test("the result says what was added, what is left and what needs fixing", () => {
  expect(resultText({ ...checked, state: "done", written: 415 })).toBe("415 rows were added. 2 rows need fixing.");
  expect(resultText({ ...checked, state: "canceled", written: 1, fates: { ...checked.fates, error: 0 } })).toBe(
    "1 row was added. 414 rows are left.",
  );
});

test("a day that can be read two ways is shown both ways", () => {
  expect(dateReadings("03/04/2012")).toEqual({ monthFirst: "March 4, 2012", dayFirst: "April 3, 2012" });
});

test("a guardian is listed with the result", () => {
  const ana = { name: "Ana Lima", email: "ana@example.org", message: "" };
  expect(guardianText({ ...ana, fate: "new" })).toBe("Ana Lima (ana@example.org) will be added as a guardian.");
  expect(guardianText({ ...ana, fate: "left", message: "Ask a colleague." })).toBe(
    "Ana Lima (ana@example.org) won't be linked as a guardian. Ask a colleague.",
  );
});
