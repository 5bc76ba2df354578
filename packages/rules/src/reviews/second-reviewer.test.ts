import { expect, test } from "vitest";
import { weightOf } from "./second-reviewer.ts";

const two = { secondReviewer: true, proposedBy: null, by: "ana" };

test("where a disqualification takes two, the first proposes and another decides", () => {
  expect(weightOf("RejectedDisqualified", two)).toBe("propose");
  expect(weightOf("RejectedDisqualified", { ...two, proposedBy: "ben" })).toBe("decide");
  expect(weightOf("RejectedDisqualified", { ...two, secondReviewer: false })).toBe("decide");
});

test("nobody confirms what they proposed, also when it takes one only since", () => {
  expect(weightOf("RejectedDisqualified", { ...two, proposedBy: "ana" })).toBe("ownProposal");
  expect(weightOf("RejectedDisqualified", { ...two, proposedBy: "ana", secondReviewer: false })).toBe("ownProposal");
});

test("nothing else is decided while a disqualification is proposed", () => {
  for (const decision of ["Approved", "RejectedReset"] as const) {
    expect(weightOf(decision, two)).toBe("decide");
    for (const by of ["ana", "ben", null]) {
      expect(weightOf(decision, { ...two, proposedBy: "ana", by })).toBe("proposed");
    }
  }
});

test("a part of the system decides by itself, and confirms what was proposed", () => {
  expect(weightOf("RejectedDisqualified", { ...two, by: null })).toBe("decide");
  expect(weightOf("RejectedDisqualified", { ...two, by: null, proposedBy: "ana" })).toBe("decide");
});
