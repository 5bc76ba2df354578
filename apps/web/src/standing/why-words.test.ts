import { expect, test } from "vitest";
import {
  countsText,
  exemptionText,
  nextOverallText,
  nextText,
  overallRulesCheckedBefore,
  owedByText,
  rulesCheckedBefore,
  statusRuleText,
  type WhyRequirement,
} from "./why-words.ts";

const zone = "America/Los_Angeles";
const rung = (rule: WhyRequirement["rules"][number]["rule"], decides: boolean, at: string | null = null) => ({
  ...{ rule, status: 0 as const, holds: decides, decides, at },
});
const requirement: WhyRequirement = {
  requirementId: "r",
  contentId: "c",
  name: "Coach background check",
  type: 3,
  status: 5,
  since: null,
  decides: true,
  mandatory: true,
  dueAt: null,
  rules: [rung("disqualified", false), rung("expired", true, "2026-05-04T07:00:00.000Z")],
  next: null,
  counts: null,
  open: null,
  barred: null,
  acts: [],
  graceUntil: null,
  owedBy: [],
  formerExemptions: [],
};
const owed: WhyRequirement["owedBy"][number] = {
  assignmentId: "a",
  levelName: "State",
  includeBelow: true,
  labelNames: ["Head Coach", "Assistant"],
  mandatory: true,
  payer: "Organization",
  age: { from: 18, to: null, by: "Birthday" },
  answers: null,
  byAnswers: false,
  due: { type: "AfterJoining", date: null, days: 30 },
  dueAt: null,
  askedSince: "2026-02-01T20:00:00.000Z",
  assignedAt: "2026-01-15T20:00:00.000Z",
  assignedBy: "Dana Reyes",
  endedAt: null,
};

test("an expiration is shown by its last valid day, and an earlier check by its result", () => {
  expect(statusRuleText(requirement, zone)).toBe("Expired. It was valid through May 3, 2026.");
  expect(rulesCheckedBefore(requirement.rules)).toEqual(["It wasn't permanently rejected."]);
  expect(
    overallRulesCheckedBefore([
      { rule: "rejected", status: "Disqualified", holds: false, decides: false },
      { rule: "notConfirmed", status: "NotConfirmed", holds: true, decides: true },
      { rule: "allDone", status: "Cleared", holds: false, decides: false },
    ]),
  ).toEqual(["No requirement was permanently rejected."]);
});

test("every rule has its sentence", () => {
  const by = (rules: WhyRequirement["rules"], more: Partial<WhyRequirement> = {}) =>
    statusRuleText({ ...requirement, rules, ...more }, zone);
  const dueAt = "2026-06-01T07:00:00.000Z";
  expect(by([rung("open", true)], { dueAt })).toBe("It isn't completed. It's due by May 31, 2026.");
  expect(by([rung("open", true)], { open: { state: "draft", since: null } })).toBe("It was started but not submitted.");
  expect(by([rung("overdue", true, dueAt)])).toBe("Overdue. It's mandatory, and was due by May 31, 2026.");
  expect(by([rung("valid", true)])).toBe("Completed, with no expiration date.");
  expect(by([rung("validNotLong", true, dueAt)])).toContain("valid through May 31, 2026");
  expect(by([rung("waiting", true)], { open: { state: "pendingReview", since: dueAt } })).toBe(
    "A submission has been awaiting review since Jun 1, 2026.",
  );
  expect(by([rung("disqualified", true)], { barred: { decidedAt: dueAt, reviewerName: "Dana Reyes" } })).toBe(
    "Permanently rejected by Dana Reyes on Jun 1, 2026.",
  );
});

test("an assignment says where, to whom, by whom, when it is due and since when it is asked", () => {
  expect(owedByText(owed, zone)).toBe(
    "Mandatory: assigned to Head Coach and Assistant at State and its sublevels. Ages 18 and up. " +
      "Assigned by Dana Reyes on Jan 15, 2026. Due 30 days after joining. Required here since Feb 1, 2026.",
  );
  const answers = { match: "Any" as const, given: [{ question: "Do you drive?", answer: true }] };
  expect(owedByText({ ...owed, age: null, byAnswers: true, answers }, zone)).toContain(
    "For people who answered yes to “Do you drive?”.",
  );
  expect(owedByText({ ...owed, byAnswers: true }, zone)).toContain(
    "Depends on the answers to the organization's questions.",
  );
});

test("what counts names who decided and the decree; what comes next, the day", () => {
  const counts = {
    ...{ attemptId: "a", completedAt: "2026-05-03T20:00:00.000Z", expiresAt: "2027-05-04T07:00:00.000Z" },
    ...{ submittedAt: null, decidedAt: "2026-05-05T20:00:00.000Z", decision: "Approved" as const },
    ...{ reviewerName: "Dana Reyes", extendedUntil: "2027-05-03", way: "reviewed" as const, markedByName: null },
  };
  expect(countsText(counts, zone)).toBe(
    "Completed on May 3, 2026, valid through May 3, 2027. Extended through May 3, 2027. Approved after review by Dana Reyes on May 5, 2026.",
  );
  expect(countsText({ ...counts, way: "accepted", extendedUntil: null, expiresAt: null }, zone)).toBe(
    "Completed on May 3, 2026, with no expiration date. Accepted without review on May 5, 2026.",
  );
  expect(nextText({ at: "2026-06-01T07:00:00.000Z", status: 4 }, zone)).toBe("This becomes Overdue on Jun 1, 2026.");
  expect(nextOverallText({ at: "2026-06-01T07:00:00.000Z", status: "Incomplete" }, zone)).toBe(
    "If nothing else happens, the status becomes Incomplete on Jun 1, 2026.",
  );
  expect(nextOverallText(null, zone)).toBe("The status doesn't change by itself.");
});

test("the reason for an exception is shown only to people who may know it", () => {
  const exception = {
    ...{ contentId: "c", name: "CPR", reason: null, untilDay: "2026-06-30" },
    ...{ createdAt: "2026-05-04T20:00:00.000Z", createdBy: "Dana Reyes", endedAt: null },
  };
  const said = "Exempt from CPR since May 4, 2026, added by Dana Reyes. Valid through Jun 30, 2026.";
  expect(exemptionText(exception, zone)).toBe(said);
  expect(exemptionText({ ...exception, reason: "Injured" }, zone)).toBe(`${said} Injured`);
});
