/** What a membership's standing follows from, as it is recorded: the rules say of it where the membership stood at any instant. */
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
  /** The completion that counted, with the attempt that it was. */
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

/** Where everything stood at an instant, if nothing but time had passed since it was recorded. */
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
