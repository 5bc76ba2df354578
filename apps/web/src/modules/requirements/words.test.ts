import { RequirementStatus } from "@touchline/contract";
import { expect, test } from "vitest";
import { groupOwed, mergeMemberships } from "./owed.ts";
import { listed, membershipWith } from "./samples.ts";
import { overallText, standsText, validityText } from "./words.ts";

const zone = "America/Denver";
/** The end of 3 May in Denver. */
const endOfMay3 = "2026-05-04T06:00:00Z";

test.each([
  [{ dueAt: endOfMay3 }, /^Due by .*3/],
  [{ dueAt: endOfMay3, mandatory: false }, /^Optional, by .*3/],
  [{ mandatory: false }, /^Optional\.$/],
  [{}, /^No due date\.$/],
  [{ status: RequirementStatus.Overdue, dueAt: endOfMay3 }, /^Was due by .*3/],
  [{ status: RequirementStatus.Expired, expiresAt: endOfMay3 }, /^Was good until .*3/],
  [{ status: RequirementStatus.ExpiringSoon, expiresAt: endOfMay3 }, /^Still good until .*3.*Renew it before then\.$/],
  [
    { status: RequirementStatus.ExpiringSoon, expiresAt: endOfMay3, renewal: true },
    /^Still good until .*3.*Its renewal is in review\.$/,
  ],
  [{ status: RequirementStatus.Completed, completedAt: "2026-05-01T18:00:00Z" }, /^Completed on .*1.*\.$/],
  [{ status: RequirementStatus.PendingReview }, /^Sent on .*1.*, in review. Your organization looks at it next\.$/],
] as const)("%j is told by the last day that counts", (change, text) => {
  expect(standsText(listed(change), zone)).toMatch(text);
});

const groups = (...changes: Parameters<typeof listed>[0][]) =>
  groupOwed(
    mergeMemberships([
      membershipWith(
        "u9",
        changes.map((change, i) => listed({ requirementId: `r${i}`, ...change })),
      ),
    ]),
  );

test("an incomplete standing says how many things need the reader, for a child by name", () => {
  const one = groups({}, { mandatory: false });
  expect(overallText("Incomplete", one, null)).toBe("1 thing needs you.");
  expect(overallText("Incomplete", groups({}, {}), "Mia")).toBe("2 things need you, for Mia.");
});

test("an incomplete standing that only waits on others says so", () => {
  const waiting = groups({ status: RequirementStatus.PendingReview });
  expect(overallText("Incomplete", waiting, null)).toContain("Nothing needs you now");
});

test.each([
  [{ type: "None" }, "Done once, it stays good."],
  [{ type: "Duration", amount: 1, unit: "years" }, "Good for 1 year from the day it was completed."],
  [{ type: "Duration", amount: 18, unit: "months" }, "Good for 18 months from the day it was completed."],
  [{ type: "PerRequirement" }, "Good until the day that the document says."],
] as const)("a validity of %j is told in words", (validity, text) => {
  expect(validityText(validity)).toBe(text);
});
