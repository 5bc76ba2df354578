/** Derives the status of a requirement on one membership from facts and the time. A status is never set by hand. */
import { RequirementStatus } from "@touchline/contract";
import { type Instant, startOfDayBefore } from "../calendar.ts";
import type { OpenAttemptState } from "./attempt.ts";
import type { Completion } from "./validity.ts";

/** The number of days before its expiration at which a completion is expiring soon. Source: specification 2, section 9. */
export const expiringSoonDays = 30;

export type StatusFacts = {
  /** Decided RejectedDisqualified and not reinstated. */
  disqualified: boolean;
  /** The completion that counts; null: none, or marked incomplete. */
  completion: Completion | null;
  openAttempt: OpenAttemptState | null;
  /** The merged demand of the membership (see due.ts); null: not demanded there. */
  demand: { mandatory: boolean; dueAt: Instant | null } | null;
  /** The organization's time zone. */
  zone: string;
};

/**
 * The status shown for each state of an open attempt. A draft has none, because it waits only for the member and its dates keep applying.
 */
const statusOfOpen: Record<OpenAttemptState, RequirementStatus | null> = {
  draft: null,
  waitingApplicant: RequirementStatus.WaitingOnApplicant,
  waitingProvider: RequirementStatus.WaitingOnProvider,
  pendingReview: RequirementStatus.PendingReview,
};

const hour = 3_600_000;
/** More than local days can differ from 24-hour days within a month, even across a change of the date line. */
const slack = 72 * hour;

/** Returns the start of the local day 30 days before the expiration: from then on a valid completion is expiring soon. */
export function expiringSoonAt(expiresAt: Instant, zone: string): Instant {
  const ofZone = soonAts.get(zone) ?? new Map<Instant, Instant>();
  const known = ofZone.get(expiresAt);
  if (known !== undefined) return known;
  const soonAt = startOfDayBefore(expiresAt, expiringSoonDays, zone);
  // Cleared completely rather than by age: requirements of thousands of people fall on few days.
  if (ofZone.size >= mostKnown) ofZone.clear();
  ofZone.set(expiresAt, soonAt);
  soonAts.set(zone, ofZone);
  return soonAt;
}

/** By zone, because calendar arithmetic is slow. There are no more zones than organizations can choose. */
const soonAts = new Map<string, Map<Instant, Instant>>();
const mostKnown = 2_000;

function isExpiringSoon(expiresAt: Instant, zone: string, now: Instant): boolean {
  // Calendar arithmetic is slow; far from the boundary plain milliseconds give the same result.
  const roughly = expiresAt - expiringSoonDays * 24 * hour;
  if (now < roughly - slack) return false;
  if (now > roughly + slack) return true;
  return now >= expiringSoonAt(expiresAt, zone);
}

/** Applies the first rule that holds; `soon` returns, for a valid completion, whether it expires within 30 days. */
function derive(facts: StatusFacts, now: Instant, soon: (expiresAt: Instant) => boolean): RequirementStatus {
  const { completion, demand, openAttempt } = facts;
  if (facts.disqualified) return RequirementStatus.Rejected;
  const lapsed = completion !== null && completion.expiresAt !== null && now >= completion.expiresAt;
  if (completion !== null && !lapsed) {
    const expires = completion.expiresAt !== null && soon(completion.expiresAt);
    return expires ? RequirementStatus.ExpiringSoon : RequirementStatus.Completed;
  }
  const waiting = openAttempt === null ? null : statusOfOpen[openAttempt];
  if (waiting !== null) return waiting;
  if (lapsed) return RequirementStatus.Expired;
  if (demand?.mandatory && demand.dueAt !== null && now >= demand.dueAt) return RequirementStatus.Overdue;
  return RequirementStatus.Incomplete;
}

/** Returns the status at an instant, by the first rule that holds. */
export function statusAt(facts: StatusFacts, now: Instant): RequirementStatus {
  return derive(facts, now, (expiresAt) => isExpiringSoon(expiresAt, facts.zone, now));
}

/** Returns the earliest instant after `now` at which the status changes if nothing else happens; null: never. */
export function nextTransition(facts: StatusFacts, now: Instant): Instant | null {
  const expiresAt = facts.completion?.expiresAt ?? null;
  const soonAt = expiresAt === null || expiresAt <= now ? null : expiringSoonAt(expiresAt, facts.zone);
  const at = (instant: Instant) => derive(facts, instant, () => soonAt !== null && instant >= soonAt);
  const present = at(now);
  return (
    [soonAt, expiresAt, facts.demand?.dueAt ?? null]
      .filter((instant) => instant !== null)
      .filter((instant) => instant > now)
      .sort((a, b) => a - b)
      .find((instant) => at(instant) !== present) ?? null
  );
}

/** Which statuses count as done. */
export const statusIsDone: Record<RequirementStatus, boolean> = {
  [RequirementStatus.Incomplete]: false,
  [RequirementStatus.WaitingOnApplicant]: false,
  [RequirementStatus.WaitingOnProvider]: false,
  [RequirementStatus.Completed]: true,
  [RequirementStatus.Overdue]: false,
  [RequirementStatus.Expired]: false,
  [RequirementStatus.ExpiringSoon]: true,
  [RequirementStatus.PendingReview]: false,
  [RequirementStatus.Rejected]: false,
};

/** Done = Completed or ExpiringSoon. */
export function done(status: RequirementStatus): boolean {
  return statusIsDone[status];
}

/**
 * Orders statuses by severity for the member: a disqualification first, then what they must do, what others do, what is done.
 */
export const severity: Record<RequirementStatus, number> = {
  [RequirementStatus.Rejected]: 8,
  [RequirementStatus.Overdue]: 7,
  [RequirementStatus.Expired]: 6,
  [RequirementStatus.Incomplete]: 5,
  [RequirementStatus.WaitingOnApplicant]: 4,
  [RequirementStatus.PendingReview]: 3,
  [RequirementStatus.WaitingOnProvider]: 2,
  [RequirementStatus.ExpiringSoon]: 1,
  [RequirementStatus.Completed]: 0,
};

/** Returns the worst of several statuses, as the member sees one requirement that several memberships demand. Null for none. */
export function worst(statuses: readonly RequirementStatus[]): RequirementStatus | null {
  return statuses.reduce<RequirementStatus | null>(
    (bad, next) => (bad === null || severity[next] > severity[bad] ? next : bad),
    null,
  );
}
