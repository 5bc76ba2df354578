import { RequirementStatus } from "@touchline/contract";
import type { AgeGradeStatus } from "@touchline/contract/library/content-settings";

/**
 * Returns the status of an age or grade verification by that of its requirement. `ClearedVerification` is a match without a
 * review, `ClearedReview` one that a reviewer approved.
 */
export function ageGradeStatus(status: RequirementStatus, { reviewed }: { reviewed: boolean }): AgeGradeStatus {
  switch (status) {
    case RequirementStatus.Rejected:
      return "RejectedReview";
    case RequirementStatus.PendingReview:
      return "PendingReview";
    case RequirementStatus.WaitingOnApplicant:
    case RequirementStatus.WaitingOnProvider:
      return "PendingVerification";
    case RequirementStatus.Completed:
    case RequirementStatus.ExpiringSoon:
      return reviewed ? "ClearedReview" : "ClearedVerification";
    case RequirementStatus.Incomplete:
    case RequirementStatus.Overdue:
    case RequirementStatus.Expired:
      return "Incomplete";
  }
}
