import type { CompletionWay } from "@touchline/contract";

/** Facts about how a completion was reached. */
export type CompletionFacts = {
  way: CompletionWay;
  reviewerName: string | null;
  markedByName: string | null;
};

/**
 * Describes how a completion was reached, in the same words on every page and in every document: "Approved after review by
 * Dana Reyes", "Marked complete by Dana Reyes", "Imported", "Cleared by the state's answer, recorded by Dana Reyes",
 * "Accepted without review".
 */
export function completionWayText({ way, reviewerName, markedByName }: CompletionFacts): string {
  switch (way) {
    case "reviewed":
      return `Approved after review by ${reviewerName ?? "a former reviewer"}`;
    case "markedComplete":
      return `Marked complete by ${markedByName ?? "a former administrator"}`;
    case "carriedOver":
      return "Imported";
    case "liveScanCleared":
      return `Cleared by the state's answer, recorded by ${markedByName ?? "a former reviewer"}`;
    case "jdpResultImported":
      return `Passed by JDP, imported by ${markedByName ?? "a former reviewer"}`;
    case "jdpResultRecorded":
      return `Passed by JDP, recorded by ${markedByName ?? "a former reviewer"}`;
    case "ncsiResultImported":
      return `Passed by NCSI, imported by ${markedByName ?? "a former reviewer"}`;
    case "ncsiResultRecorded":
      return `Passed by NCSI, recorded by ${markedByName ?? "a former reviewer"}`;
    case "accepted":
      return "Accepted without review";
  }
}
