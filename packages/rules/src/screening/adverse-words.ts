/** The texts about an adverse action: its state, what comes next, and why something isn't possible. */
import type {
  AdverseDocumentKind,
  AdverseRefusal,
  AdverseState,
  AdverseStepKind,
  DisputeReporter,
  DisputeResult,
} from "@touchline/contract/screening/adverse-action";

type Days = { lastDay: string; finalFrom: string; ended: boolean };

/** The state in words for the person. */
export const adverseTexts: Record<AdverseState, string> = {
  waiting: "Your organization may decide against you because of your background check. No decision has been made.",
  disputed: "You dispute the report. Nothing is decided until the dispute is closed.",
  cleared: "Your organization approved your background check after all.",
  final: "Your organization decided against you because of your background check.",
  stopped: "This notice no longer applies.",
};

/** The state in words for a reviewer. */
export const adverseTextsForReviewers: Record<AdverseState, string> = {
  waiting: "The pre-adverse notice was sent.",
  disputed: "The report is disputed. The waiting period is stopped.",
  cleared: "The check was approved after the pre-adverse notice.",
  final: "The final notice was sent, and the person was disqualified.",
  stopped: "This adverse action ended without a decision, as its review ended.",
};

/** What the person can do, and by when. */
export function adverseNext(state: AdverseState, { lastDay, ended }: Days): string {
  switch (state) {
    case "waiting":
      return ended
        ? "The waiting period is over. You can still add a statement or dispute the report until there's a decision."
        : `You have through ${lastDay} to dispute the report or to add a statement.`;
    case "disputed":
      return "The agency has up to 30 days to investigate. You get its answer from the agency. After that you have at least five more business days.";
    case "final":
      return "You can still dispute the report with the agency, and get a free copy of it within 60 days of the final notice.";
    case "cleared":
    case "stopped":
      return "You don't need to do anything.";
  }
}

/** What reviewers can do, and from when. */
export function adverseNextForReviewers(state: AdverseState, { finalFrom, lastDay, ended }: Days): string {
  switch (state) {
    case "waiting":
      return ended
        ? "The waiting period is over. Clear the check, or send the final notice."
        : `The person can respond through ${lastDay}. You can send the final notice starting ${finalFrom}, and clear the check at any time.`;
    case "disputed":
      return "Close the dispute when the agency has answered. The waiting period then continues for at least five business days.";
    case "final":
      return "If the agency corrects the report later, an Admin can reinstate the person.";
    case "cleared":
    case "stopped":
      return "Nothing is left to do.";
  }
}

/** Explains why an action isn't possible now. */
export const adverseRefusalTexts: Record<AdverseRefusal, string> = {
  noFinding: "No flagged background check is pending review here.",
  underWay: "A pre-adverse notice was sent already.",
  noNotice: "No pre-adverse notice was sent yet. Send one first.",
  alreadyDisputed: "This report is disputed already.",
  noDispute: "There's no open dispute.",
  agencyInvestigates: "The agency is still investigating a dispute. Wait for its answer.",
  periodRuns: "The waiting period isn't over yet.",
  disputeOpen: "The report is disputed. Wait until the dispute is closed and the waiting period has ended.",
  reportClear: "The provider's report is clear now. Approve the check, or wait for another report.",
  assessAgain: "The person added something after your last assessment. Read it, and add another assessment first.",
  decided: "The final notice was sent already.",
  ended: "This adverse action has ended.",
  noReport: "The provider hasn't made a report yet, so there's nothing to send a copy of. Wait for the report.",
};

/** Says when a final notice may be sent, if it is too early. */
export const finalFromText = (finalFrom: string): string =>
  `You can send the final notice starting ${finalFrom}, after the waiting period.`;

/** Refuses a review decision that would bypass the adverse action. */
export const outsideAdverseTexts = {
  disqualify:
    "Nobody is disqualified because of a background check without an adverse action. Send a pre-adverse notice in the background check panel.",
  reset:
    "The report is at hand, so there's nothing for the member to submit again. Approve the check, or send a pre-adverse notice.",
  underWay: "An adverse action is in progress. Clear the check or send the final notice in the background check panel.",
} as const;

const results: Record<DisputeResult, string> = {
  unchanged: "The agency confirmed the report.",
  changed: "The agency changed the report.",
  clear: "The agency has nothing to report anymore.",
  answered: "The agency closed it.",
};
const reporters: Record<DisputeReporter, string> = {
  applicant: "The person disputed the report.",
  agency: "The agency reported a dispute.",
  reviewer: "A reviewer recorded a dispute.",
};

export type AdverseStepFacts = {
  reporter?: DisputeReporter;
  /** The reporter, in steps that were recorded first: history never changes. */
  teller?: DisputeReporter;
  result?: DisputeResult;
  /** The last day of the waiting period, and its length, as set by this step. */
  lastDay?: string;
  businessDays?: number;
  document?: AdverseDocumentKind | "statementFile";
  documentId?: string;
  sha256?: string;
  bytes?: number;
  files?: number;
};

/** The documents that can be opened, by kind. */
export const adverseDocumentNames: Record<AdverseDocumentKind, string> = {
  report: "Background check report",
  preAdverseNotice: "Pre-adverse notice with the summary of rights",
  finalNotice: "Final notice",
};

/** Describes a step in a sentence. `dayText` formats a day. */
export function adverseStepText(
  kind: AdverseStepKind,
  facts: AdverseStepFacts,
  dayText: (day: string) => string,
): string {
  const through = facts.lastDay === undefined ? "" : ` The waiting period lasts through ${dayText(facts.lastDay)}.`;
  switch (kind) {
    case "started":
      return `The pre-adverse notice was sent, with the report and the summary of rights.${through}`;
    case "assessed":
      return "An individualized assessment was added.";
    case "statement":
      return "The person added a statement.";
    case "disputed":
      return `${reporters[facts.reporter ?? facts.teller ?? "reviewer"]} The waiting period stopped.`;
    case "disputeClosed":
      return `The dispute was closed. ${results[facts.result ?? "answered"]}${through}`;
    case "disputedLate":
      return "The person disputed the report after the final notice.";
    case "periodEnded":
      return "The waiting period ended.";
    case "reportCleared":
      return "The provider's report is clear now.";
    case "reportFlagged":
      return "The provider's report has something to consider again.";
    case "finalProposed":
      return "The decision was proposed. Another reviewer has to confirm it.";
    case "final":
      return "The final notice was sent.";
    case "cleared":
      return "The background check was approved.";
    case "stopped":
      return "The review ended otherwise, so this ended too.";
    case "disposed":
      return `${facts.document === "statementFile" ? "File of a statement" : adverseDocumentNames[facts.document ?? "report"]}: the content was removed at the end of its retention period. Its SHA-256 was ${facts.sha256 ?? "unknown"}.`;
  }
}
