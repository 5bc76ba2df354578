import type { OverallStatus, RequirementStatus } from "@touchline/contract";

/** What a status means for the reader: done, needs them, waits on others, stopped (expired, rejected), nothing owed. */
export type Tone = "done" | "needs" | "waits" | "stop" | "none";

export const requirementTones: Record<RequirementStatus, Tone> = {
  0: "needs",
  1: "needs",
  2: "waits",
  3: "done",
  4: "stop",
  5: "stop",
  6: "needs",
  7: "waits",
  8: "stop",
};

export const overallTones: Record<OverallStatus, Tone> = {
  Cleared: "done",
  Incomplete: "needs",
  NoRequirements: "none",
  Optional: "none",
  NotActivated: "waits",
  Disqualified: "stop",
  NotConfirmed: "waits",
};
