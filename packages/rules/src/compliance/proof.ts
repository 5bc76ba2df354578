/**
 * Shows which rule decided a status, and which rules before it didn't hold: the rules of status.ts and overall.ts in order, as
 * an explanation. `proof.test.ts` compares the two.
 */

import { type OverallStatus, RequirementStatus } from "@touchline/contract";
import type { OverallRuleName, StatusRuleName } from "@touchline/contract/compliance/why";
import type { Instant } from "../calendar.ts";
import { type Basis, factsAt } from "./basis.ts";
import { type OverallFacts, overallStatus } from "./overall.ts";
import { done, expiringSoonAt, nextTransition, type StatusFacts, statusAt } from "./status.ts";

/** One of the ordered rules. `decides`: the first that holds. */
export type Rung<Name, Status> = { rule: Name; status: Status; holds: boolean; decides: boolean };
export type StatusRung = Rung<StatusRuleName, RequirementStatus> & { at: Instant | null };
export type OverallRung = Rung<OverallRuleName, OverallStatus>;

/** Marks the first that holds. */
function decided<One extends { holds: boolean }>(rungs: readonly One[]): (One & { decides: boolean })[] {
  const first = rungs.findIndex((one) => one.holds);
  return rungs.map((one, index) => ({ ...one, decides: index === first }));
}

/** The status shown for each state of an open attempt. A draft has none, because it waits only for the member. */
const waitingAs = {
  draft: null,
  waitingApplicant: RequirementStatus.WaitingOnApplicant,
  waitingProvider: RequirementStatus.WaitingOnProvider,
  pendingReview: RequirementStatus.PendingReview,
} as const;

/** Returns the rules of a requirement's status at an instant, each judged by itself. */
export function statusRungs(facts: StatusFacts, now: Instant): StatusRung[] {
  const { completion, demand, openAttempt, disqualified, zone } = facts;
  const expiresAt = completion?.expiresAt ?? null;
  const valid = completion !== null && (expiresAt === null || now < expiresAt);
  const soonAt = expiresAt === null ? null : expiringSoonAt(expiresAt, zone);
  const waiting = openAttempt === null ? null : waitingAs[openAttempt];
  const dueAt = demand?.dueAt ?? null;
  return decided([
    { rule: "disqualified", status: RequirementStatus.Rejected, holds: disqualified, at: null },
    {
      rule: "validNotLong",
      status: RequirementStatus.ExpiringSoon,
      holds: valid && soonAt !== null && now >= soonAt,
      at: expiresAt,
    },
    { rule: "valid", status: RequirementStatus.Completed, holds: valid, at: expiresAt },
    {
      rule: "waiting",
      status: waiting ?? RequirementStatus.PendingReview,
      holds: waiting !== null,
      at: null,
    },
    { rule: "expired", status: RequirementStatus.Expired, holds: completion !== null && !valid, at: expiresAt },
    {
      rule: "overdue",
      status: RequirementStatus.Overdue,
      holds: demand?.mandatory === true && dueAt !== null && now >= dueAt,
      at: dueAt,
    },
    { rule: "open", status: RequirementStatus.Incomplete, holds: true, at: dueAt },
  ]);
}

/** Returns the rules of an overall status, each judged by itself. */
export function overallRungs(facts: OverallFacts): OverallRung[] {
  const { demands } = facts;
  const open = demands.filter((one) => !done(one.status) && one.status !== RequirementStatus.Rejected);
  const rejected = facts.disqualified || demands.some((one) => one.status === RequirementStatus.Rejected);
  return decided([
    { rule: "rejected", status: "Disqualified", holds: rejected },
    { rule: "notConfirmed", status: "NotConfirmed", holds: !facts.confirmed },
    { rule: "notActivated", status: "NotActivated", holds: !facts.activated },
    { rule: "nothingDemanded", status: "NoRequirements", holds: demands.length === 0 },
    { rule: "mandatoryOpen", status: "Incomplete", holds: open.some((one) => one.mandatory) },
    { rule: "optionalOpen", status: "Optional", holds: open.some((one) => !one.mandatory) },
    { rule: "allDone", status: "Cleared", holds: demands.length > 0 && demands.every((one) => done(one.status)) },
  ]);
}

/** Returns whether an overall status follows from one requirement. */
export function bringsAbout(rule: OverallRuleName, one: { mandatory: boolean; status: RequirementStatus }): boolean {
  const open = !done(one.status) && one.status !== RequirementStatus.Rejected;
  switch (rule) {
    case "rejected":
      return one.status === RequirementStatus.Rejected;
    case "mandatoryOpen":
      return open && one.mandatory;
    case "optionalOpen":
      return open && !one.mandatory;
    case "allDone":
      return true;
    default:
      return false;
  }
}

/** Returns the facts that one recorded requirement's status follows from. */
export const statusFactsOf = (basis: Basis, one: Basis["demands"][number]): StatusFacts => ({
  disqualified: one.disqualified,
  completion: one.completion,
  openAttempt: one.openAttempt,
  demand: { mandatory: one.mandatory, dueAt: one.dueAt },
  zone: basis.zone,
});

/** Returns the next change of one requirement by time alone; null: none. */
export function nextStatus(facts: StatusFacts, now: Instant): { at: Instant; status: RequirementStatus } | null {
  const at = nextTransition(facts, now);
  return at === null ? null : { at, status: statusAt(facts, at) };
}

/** Returns the next change of the overall status by time alone; null: none. */
export function nextOverall(basis: Basis, now: Instant): { at: Instant; status: OverallStatus } | null {
  const present = overallStatus(factsAt(basis, now));
  const each = basis.demands.map((one) => statusFactsOf(basis, one));
  // Each requirement changes at most a few times: soon, expired, overdue.
  for (let at = now; ; ) {
    const next = each.flatMap((facts) => nextTransition(facts, at) ?? []);
    if (next.length === 0) return null;
    at = Math.min(...next);
    const status = overallStatus(factsAt(basis, at));
    if (status !== present) return { at, status };
  }
}
