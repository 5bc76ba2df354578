import type { ChangeKind } from "@touchline/contract/reporting/comparison";

/** What became of a membership between two moments. Cleared: whoever may be with children. */
export const changeWords: Record<ChangeKind, string> = {
  became: "Became cleared",
  stopped: "No longer cleared",
  joined: "Joined, not cleared",
  left: "Left, was not cleared",
  other: "Other changes",
};
