import { outsideAdverseTexts } from "@touchline/rules";
import { conflict } from "../../../../errors.ts";
import type { ReviewInput } from "./review.ts";

/**
 * Refuses to disqualify a person over a background check report except through an adverse action, which passes `through`. Requesting
 * changes is refused too, because it would reject the person without mentioning the report.
 *
 * @throws Conflict
 */
export function refuseAroundAdverseAction(
  submission: { source: string | null; adverse: boolean; reported: boolean },
  { reviewDecision, through }: Pick<ReviewInput, "reviewDecision" | "through">,
): void {
  if (through === "adverseAction") return;
  if (submission.adverse) throw conflict(outsideAdverseTexts.underWay, "adverseUnderWay");
  if (submission.source !== "FlaggedBackgroundCheck") return;
  if (reviewDecision === "RejectedDisqualified") throw conflict(outsideAdverseTexts.disqualify, "adverseActionNeeded");
  if (reviewDecision === "RejectedReset" && submission.reported) {
    throw conflict(outsideAdverseTexts.reset, "adverseActionNeeded");
  }
}
