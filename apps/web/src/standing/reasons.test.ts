import { RequirementStatus } from "@touchline/contract";
import { expect, test } from "vitest";
import { type Reason, reasonSentence, reasonSentences, requirementSentence } from "./reasons.ts";

const zone = "America/Denver";
const owed = (status: RequirementStatus, rest: Partial<Reason> = {}): Reason => ({
  kind: "mandatoryOpen",
  requirementId: `r${status}`,
  contentName: "Coach agreement",
  status,
  since: "2026-05-04T05:59:59Z",
  owedAs: { labelName: "Head Coach", levelName: "U12 Girls", assignedAt: ["State"] },
  ...rest,
});

test("a sentence says what is missing, for which role and level, and who assigned it", () => {
  expect(reasonSentence(owed(RequirementStatus.Incomplete), zone)).toBe(
    "Incomplete: Coach agreement hasn't been completed. Required for Head Coach at U12 Girls, assigned at State.",
  );
});

test("days are the organization's", () => {
  expect(reasonSentence(owed(RequirementStatus.Expired), zone)).toMatch(/^Incomplete: .* expired on .*3/);
});

test("several assignments are named together", () => {
  const text = reasonSentence(
    owed(RequirementStatus.PendingReview, {
      owedAs: { labelName: "Coach", levelName: "U9", assignedAt: ["State", "Lakeside FC"] },
    }),
    zone,
  );
  expect(text).toContain("has been awaiting review since");
  expect(text).toContain("assigned at State and Lakeside FC.");
});

test("a demand whose assignment is unknown names none", () => {
  const text = reasonSentence(
    owed(RequirementStatus.Overdue, { owedAs: { labelName: "Coach", levelName: "U9", assignedAt: [] } }),
    zone,
  );
  expect(text).toBe("Incomplete: Coach agreement is overdue. Required for Coach at U9.");
});

test.each([
  ["rejectedElsewhere", "Disqualified: A requirement of another membership was rejected."],
  ["notConfirmed", "Not Confirmed: The email address isn't confirmed."],
  ["notActivated", "Not Activated: The invitation wasn't accepted."],
  ["nothingDemanded", "No Requirements: No requirements are assigned here."],
  ["allDone", "Cleared: All requirements are completed."],
] as const)("%s is explained without a requirement", (kind, text) => {
  expect(reasonSentence({ kind }, zone)).toBe(text);
});

test("what is optional is not called required", () => {
  const reason = owed(RequirementStatus.Incomplete, { kind: "optionalOpen" });
  expect(requirementSentence(reason, zone)).toBe(
    "Coach agreement hasn't been completed. Optional for Head Coach at U12 Girls, assigned at State.",
  );
});

test("only the deciding reasons name the status", () => {
  const sentences = reasonSentences(
    [
      { kind: "notActivated" },
      owed(RequirementStatus.Overdue),
      owed(RequirementStatus.ExpiringSoon, { kind: "expiringSoon" }),
    ],
    zone,
  ).map(({ text }) => text);
  expect(sentences[0]).toBe("Not Activated: The invitation wasn't accepted.");
  expect(sentences[1]).toMatch(/^Coach agreement is overdue. Required for/);
  expect(sentences[2]).toMatch(/^Coach agreement expires soon/);
});

test("an upcoming expiration is shown beside being cleared, not as its cause", () => {
  const soon = owed(RequirementStatus.ExpiringSoon, { kind: "expiringSoon" });
  const sentences = reasonSentences([{ kind: "allDone" }, soon], zone).map(({ text }) => text);
  expect(sentences[0]).toMatch(/^Cleared: /);
  expect(sentences[1]).toMatch(/^Coach agreement expires soon/);
  expect(reasonSentence(soon, zone)).toMatch(/^Coach agreement expires soon/);
});
