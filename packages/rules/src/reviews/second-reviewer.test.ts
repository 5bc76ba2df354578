import { expect, test } from "vitest";
import { effectOfDecision } from "./second-reviewer.ts";

const two = { secondReviewer: true, proposedBy: null, by: "ana" };

test("where a disqualification takes two, the first proposes and another decides", () => {
  expect(effectOfDecision("RejectedDisqualified", two)).toBe("propose");
  expect(effectOfDecision("RejectedDisqualified", { ...two, proposedBy: "ben" })).toBe("decide");
  expect(effectOfDecision("RejectedDisqualified", { ...two, secondReviewer: false })).toBe("decide");
});

test("nobody confirms what they proposed, also when it takes one only since", () => {
  expect(effectOfDecision("RejectedDisqualified", { ...two, proposedBy: "ana" })).toBe("ownProposal");
  expect(effectOfDecision("RejectedDisqualified", { ...two, proposedBy: "ana", secondReviewer: false })).toBe(
    "ownProposal",
  );
});

test("nothing else is decided while a disqualification is proposed", () => {
  for (const decision of ["Approved", "RejectedReset"] as const) {
    expect(effectOfDecision(decision, two)).toBe("decide");
    for (const by of ["ana", "ben", null]) {
      expect(effectOfDecision(decision, { ...two, proposedBy: "ana", by })).toBe("proposed");
    }
  }
});

test("a part of the system decides by itself, and confirms what was proposed", () => {
  expect(effectOfDecision("RejectedDisqualified", { ...two, by: null })).toBe("decide");
  expect(effectOfDecision("RejectedDisqualified", { ...two, by: null, proposedBy: "ana" })).toBe("decide");
});
