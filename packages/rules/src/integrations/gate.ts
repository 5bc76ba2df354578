import type { OverallStatus } from "@touchline/contract";
import type { GateVerdict } from "@touchline/contract/integrations/eligibility";

type Judgment = { verdict: GateVerdict; reason: string };

/**
 * The roster gate's answer for each status of a membership. It says no more than is needed to act, because only the
 * organization may explain a disqualification.
 */
const judgments: Record<OverallStatus, Judgment> = {
  Cleared: { verdict: "cleared", reason: "Cleared: every requirement is complete." },
  Optional: { verdict: "cleared", reason: "Cleared: every mandatory requirement is complete." },
  NoRequirements: { verdict: "notCleared", reason: "Not cleared: nothing is required of this member yet." },
  Incomplete: { verdict: "notCleared", reason: "Not cleared: a mandatory requirement isn't complete." },
  NotActivated: { verdict: "notCleared", reason: "Not cleared: the member hasn't activated the account." },
  NotConfirmed: { verdict: "notCleared", reason: "Not cleared: the member hasn't confirmed the email address." },
  Disqualified: { verdict: "notCleared", reason: "Not cleared: ask the organization." },
};

/** Statuses that keep a person off a roster, the most serious first. */
const gravest: readonly OverallStatus[] = [
  "Disqualified",
  "NotConfirmed",
  "NotActivated",
  "NoRequirements",
  "Incomplete",
  "Optional",
  "Cleared",
];

/** Returns the gate's verdict about one person's memberships at a level and below, by the most serious of their statuses. */
export function gateJudgment(statuses: readonly OverallStatus[]): Judgment {
  const decides = gravest.find((status) => statuses.includes(status));
  if (decides === undefined) {
    return { verdict: "notAtLevel", reason: "Not cleared: this person has no membership at this level or below it." };
  }
  return judgments[decides];
}

export const unknownId: Judgment = { verdict: "unknown", reason: "No member has this external ID." };
export const unknownLevel: Judgment = { verdict: "unknownLevel", reason: "This level doesn't exist." };
export const ambiguousId: Judgment = {
  verdict: "ambiguous",
  reason: "More than one member has this external ID. Send the source and the siteId too.",
};
