import { expect, test } from "vitest";
import { certificateIdOf, isSameName, nextTrainingStep } from "./training-steps.ts";

test("the Core comes first, then three Refreshers, then the Core again", () => {
  const taken = [];
  let last: ReturnType<typeof nextTrainingStep> | null = null;
  for (let year = 0; year < 5; year += 1) {
    last = nextTrainingStep(last);
    taken.push(last);
  }
  expect(taken).toEqual(["core", "refresher1", "refresher2", "refresher3", "core"]);
});

test("a certificate ID is the same however it is written", () => {
  expect(certificateIdOf(" sim-12 ab–c ")).toBe("SIM12ABC");
});

test("a name is the same but for accents, case and punctuation, and no other one is", () => {
  expect(isSameName({ firstName: "José", lastName: "O'Neil" }, { firstName: "jose", lastName: "ONeil" })).toBe(true);
  expect(isSameName({ firstName: "Jose", lastName: "Neil" }, { firstName: "Joseph", lastName: "Neil" })).toBe(false);
});
