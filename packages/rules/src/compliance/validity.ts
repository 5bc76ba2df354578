/**
 * How long a completion is valid. It is valid through the end of its expiration day in the organization's time zone: it expires
 * at the start of the next local day. Instants and days: see calendar.ts.
 */
import type { Validity } from "@touchline/contract/library/content-settings";
import { addToDay, type Day, dayOf, endOfDay, type Instant, nextMonthDay } from "../calendar.ts";

export type { Validity };

export type Completion = {
  completedAt: Instant;
  /** The first instant at which it is no longer valid; null: never. */
  expiresAt: Instant | null;
};

/**
 * Returns the last valid day of a completion; null: no end. `givenDay` is the day set with the submission, used only by
 * PerRequirement; without it that type throws RangeError, because a missing day must not mean that it never expires.
 */
export function expiryDay(validity: Validity, completedOn: Day, givenDay: Day | null = null): Day | null {
  switch (validity.type) {
    case "None":
      return null;
    case "Duration":
      return addToDay(completedOn, { [validity.unit]: validity.amount });
    case "Annual":
      // "The next one after completion": completed on the fixed day itself, it is valid for the coming period.
      return nextMonthDay(addToDay(completedOn, { days: validity.earlyDays }), validity.month, validity.day);
    case "PerRequirement":
      if (givenDay === null) throw new RangeError("a PerRequirement completion needs its expiry day");
      return givenDay;
  }
}

/** Returns the instant at which a completion expires by its validity alone (see `endOfCompletion`); null: never. */
export function expiryOf(
  validity: Validity,
  completion: { completedAt: Instant; givenDay?: Day | null },
  zone: string,
): Instant | null {
  const lastDay = expiryDay(validity, dayOf(completion.completedAt, zone), completion.givenDay ?? null);
  return lastDay === null ? null : endOfDay(lastDay, zone);
}

/**
 * Returns the instant at which a completion expires by everything that limits it; null: never. A repeat deadline ends it
 * earlier, and an extension lets it count longer than either: the part of an extension that a later version ended is already
 * removed. Nothing lets a guardian's signature count for longer than they may sign.
 */
export function endOfCompletion(
  own: Instant | null,
  limits: { redoBy: Day | null; extendedUntil: Day | null; signatureEnds: Instant | null },
  zone: string,
): Instant | null {
  const ends = [...(own === null ? [] : [own]), ...(limits.redoBy === null ? [] : [endOfDay(limits.redoBy, zone)])];
  if (ends.length === 0) return limits.signatureEnds;
  const counts = Math.max(Math.min(...ends), limits.extendedUntil === null ? 0 : endOfDay(limits.extendedUntil, zone));
  return earlierEnd(counts, limits.signatureEnds);
}

/** Returns whether a completion is valid through the end of a day ("Valid on date", such as a season's end). */
export function validThrough(expiresAt: Instant | null, day: Day, zone: string): boolean {
  return expiresAt === null || expiresAt >= endOfDay(day, zone);
}

/** Returns whether the early window of an Annual validity is open: a completion now is valid past the present expiration. */
export function earlyWindowIsOpen(validity: Validity, expiresAt: Instant | null, now: Instant, zone: string): boolean {
  if (validity.type !== "Annual" || expiresAt === null) return false;
  const next = expiryOf(validity, { completedAt: now }, zone);
  return next !== null && next > expiresAt;
}

const endOf = (completion: Completion) => completion.expiresAt ?? Number.POSITIVE_INFINITY;

/**
 * Returns the completion that counts among those that weren't voided: the one that is valid the longest, of equal ones the
 * later. So a renewal never shortens a valid completion.
 */
export function countedCompletion<C extends Completion>(completions: readonly C[]): C | null {
  return completions.reduce<C | null>((best, next) => {
    if (best === null || endOf(next) > endOf(best)) return next;
    return endOf(next) === endOf(best) && next.completedAt > best.completedAt ? next : best;
  }, null);
}

/** Returns the latest renewal that doesn't count, because an earlier completion is valid for longer; null: there is none. */
export function shorterRenewal<C extends Completion>(completions: readonly C[]): C | null {
  const counted = countedCompletion(completions);
  return completions
    .filter((one) => counted !== null && one.completedAt > counted.completedAt)
    .reduce<C | null>((latest, next) => {
      if (latest === null || next.completedAt > latest.completedAt) return next;
      return next.completedAt === latest.completedAt && endOf(next) > endOf(latest) ? next : latest;
    }, null);
}

/** Returns whether a completion would never count: the recorded one was completed later, and is valid for as long. */
export const countsBehind = (completion: Completion, onRecord: Completion | null): boolean =>
  onRecord !== null && onRecord.completedAt > completion.completedAt && endOf(onRecord) >= endOf(completion);

/** Returns the earlier of two ends; null means no end. */
export function earlierEnd(one: Instant | null, other: Instant | null): Instant | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
