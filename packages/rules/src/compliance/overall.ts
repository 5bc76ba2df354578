/** Derives the overall status of a membership and the reasons for it. */
import { type OverallStatus, RequirementStatus } from "@touchline/contract";
import { done } from "./status.ts";

/**
 * One requirement that the membership demands. Callers add the facts the page shows: requirement, assignment, level, since
 * when.
 */
export type OverallDemand = { mandatory: boolean; status: RequirementStatus };

export type OverallFacts<D extends OverallDemand = OverallDemand> = {
  /** The profile has a Rejected requirement, demanded on this membership or not. */
  disqualified: boolean;
  /** False: joined by a sign-up URL and the email is not confirmed. */
  confirmed: boolean;
  /** False: invited and not activated. */
  activated: boolean;
  demands: readonly D[];
};

/** Overall statuses of people who may not yet take part. */
export const leftToClear: readonly OverallStatus[] = ["Disqualified", "Incomplete", "NotConfirmed", "NotActivated"];

export type OverallReason<D extends OverallDemand = OverallDemand> =
  | { kind: "rejected"; demand: D }
  /** Rejected for a requirement that this membership doesn't have. */
  | { kind: "rejectedElsewhere" }
  | { kind: "notConfirmed" }
  | { kind: "notActivated" }
  | { kind: "nothingDemanded" }
  | { kind: "mandatoryOpen"; demand: D }
  | { kind: "optionalOpen"; demand: D }
  /** Done, but expiring soon. */
  | { kind: "expiringSoon"; demand: D }
  | { kind: "allDone" };

/** The status for each reason when it is the first. */
const statusOfReason: Record<OverallReason["kind"], OverallStatus> = {
  rejected: "Disqualified",
  rejectedElsewhere: "Disqualified",
  notConfirmed: "NotConfirmed",
  notActivated: "NotActivated",
  nothingDemanded: "NoRequirements",
  mandatoryOpen: "Incomplete",
  optionalOpen: "Optional",
  allDone: "Cleared",
  expiringSoon: "Cleared",
};

/**
 * Returns all reasons for the overall status, decisive ones first: after the first is resolved, the next one decides. Never
 * empty.
 */
export function overallReasons<D extends OverallDemand>(facts: OverallFacts<D>): OverallReason<D>[] {
  const { demands } = facts;
  const rejected = demands.filter((demand) => demand.status === RequirementStatus.Rejected);
  const open = demands.filter((demand) => !done(demand.status) && demand.status !== RequirementStatus.Rejected);
  const allDone = demands.length > 0 && demands.every((demand) => done(demand.status));
  return [
    ...rejected.map((demand) => ({ kind: "rejected" as const, demand })),
    ...(facts.disqualified && rejected.length === 0 ? [{ kind: "rejectedElsewhere" as const }] : []),
    ...(facts.confirmed ? [] : [{ kind: "notConfirmed" as const }]),
    ...(facts.activated ? [] : [{ kind: "notActivated" as const }]),
    ...(demands.length === 0 ? [{ kind: "nothingDemanded" as const }] : []),
    ...open.filter((demand) => demand.mandatory).map((demand) => ({ kind: "mandatoryOpen" as const, demand })),
    ...open.filter((demand) => !demand.mandatory).map((demand) => ({ kind: "optionalOpen" as const, demand })),
    ...(allDone ? [{ kind: "allDone" as const }] : []),
    ...demands
      .filter((demand) => demand.status === RequirementStatus.ExpiringSoon)
      .map((demand) => ({ kind: "expiringSoon" as const, demand })),
  ];
}

/** Disqualified → NotConfirmed → NotActivated → NoRequirements → Incomplete → Optional → Cleared: the first that holds. */
export function overallStatus(facts: OverallFacts): OverallStatus {
  const decisive = overallReasons(facts)[0];
  return decisive === undefined ? "NoRequirements" : statusOfReason[decisive.kind];
}

/** Which people may take part: be with children, be on a roster, carry a badge. */
export const statusIsEligible: Record<OverallStatus, boolean> = {
  Cleared: true,
  Optional: true,
  Incomplete: false,
  NoRequirements: false,
  NotActivated: false,
  Disqualified: false,
  NotConfirmed: false,
};

/** Eligible = Cleared or Optional. */
export function eligible(status: OverallStatus): boolean {
  return statusIsEligible[status];
}

export type Standing = { confirmed: boolean; activated: boolean };

/**
 * Returns whether a person counts as confirmed and activated: by their own login or, without one (a child), as the guardian who
 * has come furthest.
 */
export function standingOf(own: Standing | null, guardians: readonly Standing[]): Standing {
  if (own !== null) return { confirmed: own.confirmed, activated: own.activated };
  const progress = (standing: Standing) => (standing.confirmed ? 2 : 0) + (standing.activated ? 1 : 0);
  return guardians.reduce((best, next) => (progress(next) > progress(best) ? next : best), {
    confirmed: false,
    activated: false,
  });
}

/** Orders overall statuses by urgency: disqualifications first, then what is missing, then what is complete. */
export const overallSeverity: Record<OverallStatus, number> = {
  Disqualified: 6,
  Incomplete: 5,
  NotActivated: 4,
  NotConfirmed: 3,
  Optional: 2,
  NoRequirements: 1,
  Cleared: 0,
};
