import { expect, test } from "vitest";
import { reportingDuties, statesWithDuties } from "./duties.ts";

test("each step but the emergency call names the law that asks for it and where to read it", () => {
  for (const state of [...statesWithDuties, "AK", null]) {
    const { stateName, steps } = reportingDuties(state, "Abuse");
    expect(stateName === null).toBe(state === null || !statesWithDuties.includes(state));
    expect(steps.map(({ key }) => key).slice(0, 2)).toEqual(["danger", "federal"]);
    for (const { law, url } of steps.slice(1)) {
      expect(law).toMatch(/\d/);
      expect(URL.canParse(url ?? "")).toBe(true);
    }
  }
});

test("California asks for a written report within 36 hours, Ohio for none, and a state that isn't listed adds nothing", () => {
  const texts = (state: string) => reportingDuties(state, "Abuse").steps.map(({ text }) => text);
  expect(texts("CA").at(-1)).toBe("Send the report in writing within 36 hours.");
  expect(texts("MN").at(-1)).toBe("Send the report in writing within 72 hours, not counting weekends and holidays.");
  expect(texts("OH")).toHaveLength(3);
  expect(texts("AK")).toHaveLength(2);
});

test.each(["Bullying", "Injury", "SafetyConcern", "Other"] as const)(
  "the steps are also shown for %s, which may be abuse",
  (kind) => {
    expect(reportingDuties("CA", "Abuse").reach).toBe("always");
    expect(reportingDuties("CA", kind)).toMatchObject({ reach: "ifAbuse", steps: { length: 4 } });
  },
);
