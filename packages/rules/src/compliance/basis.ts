/** The recorded facts that a membership's standing follows from: with them, the rules give its standing at any instant. */
import type { Payer, RequirementStatus } from "@touchline/contract";
import type { Instant } from "../calendar.ts";
import type { OpenAttemptState } from "./attempt.ts";
import type { OverallFacts } from "./overall.ts";
import { statusAt } from "./status.ts";
import type { Completion } from "./validity.ts";

/** One requirement that the membership demanded. */
export type RecordedDemand = {
  requirementId: string;
  contentId: string;
  assignmentIds: string[];
  mandatory: boolean;
  dueAt: Instant | null;
  payer: Payer;
  disqualified: boolean;
  openAttempt: OpenAttemptState | null;
  /** The completion that counted, with its attempt. */
  completion: (Completion & { attemptId: string }) | null;
};

export type Basis = {
  /** The organization's time zone. */
  zone: string;
  confirmed: boolean;
  activated: boolean;
  /** By any requirement of the person, demanded on this membership or not. */
  disqualified: boolean;
  demands: RecordedDemand[];
};

/** Returns the facts at an instant, if only time has passed since they were recorded. */
export function factsAt(basis: Basis, now: Instant): OverallFacts<RecordedDemand & { status: RequirementStatus }> {
  const { zone, confirmed, activated, disqualified } = basis;
  return {
    confirmed,
    activated,
    disqualified,
    demands: basis.demands.map((one) => ({
      ...one,
      status: statusAt(
        {
          disqualified: one.disqualified,
          completion: one.completion,
          openAttempt: one.openAttempt,
          demand: { mandatory: one.mandatory, dueAt: one.dueAt },
          zone,
        },
        now,
      ),
    })),
  };
}
