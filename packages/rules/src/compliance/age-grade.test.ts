import { RequirementStatus } from "@touchline/contract";
import { ageGradeStatuses } from "@touchline/contract/library/content-settings";
import { expect, test } from "vitest";
import { ageGradeStatus } from "./age-grade.ts";

test("a verification of age or grade has one of six statuses, by its requirement and whether somebody reviewed it", () => {
  const found = Object.values(RequirementStatus).flatMap((status) =>
    [true, false].map((reviewed) => ageGradeStatus(status, { reviewed })),
  );
  expect(new Set(found)).toEqual(new Set(ageGradeStatuses));
  expect(ageGradeStatus(RequirementStatus.Completed, { reviewed: true })).toBe("ClearedReview");
  expect(ageGradeStatus(RequirementStatus.ExpiringSoon, { reviewed: false })).toBe("ClearedVerification");
  expect(ageGradeStatus(RequirementStatus.Rejected, { reviewed: true })).toBe("RejectedReview");
  expect(ageGradeStatus(RequirementStatus.Overdue, { reviewed: true })).toBe("Incomplete");
});
