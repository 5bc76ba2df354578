import { outsideAdverseTexts } from "@touchline/rules";
import { conflict } from "../../../../errors.ts";
import type { ReviewNotes } from "./review.ts";

/**
 * What a consumer report found bars nobody but by an adverse action, whoever decides and however: it is the only caller that
 * comes `through` it. Sending it back would refuse the person too, without a word of the report.
 *
 * @throws Conflict
 */
export function refuseAroundAdverseAction(
  submission: { source: string | null; adverse: boolean; reported: boolean },
  { reviewDecision, through }: Pick<ReviewNotes, "reviewDecision" | "through">,
): void {
  if (through === "adverseAction") return;
  if (submission.adverse) throw conflict(outsideAdverseTexts.underWay, "adverseUnderWay");
  if (submission.source !== "FlaggedBackgroundCheck") return;
  if (reviewDecision === "RejectedDisqualified") throw conflict(outsideAdverseTexts.disqualify, "adverseActionNeeded");
  if (reviewDecision === "RejectedReset" && submission.reported) {
    throw conflict(outsideAdverseTexts.reset, "adverseActionNeeded");
  }
}
