/**
 * How long a completion counts. A completion is good through the whole of its expiry day in the organization's time
 * zone: it expires at the start of the next local day. Instants and days: see calendar.ts.
 */
import type { Validity } from "@touchline/contract/library/content-settings";
import { addToDay, type Day, dayOf, endOfDay, type Instant, nextMonthDay } from "../calendar.ts";

export type { Validity };

export type Completion = {
  completedAt: Instant;
  /** The first instant at which it no longer counts; null: never. */
  expiresAt: Instant | null;
};

/**
 * The last day on which a completion counts, or null for ever. `givenDay` is the day set with the submission and is used
 * by PerRequirement alone; without it that type throws RangeError, since nothing may count for ever by omission.
 */
export function expiryDay(validity: Validity, completedOn: Day, givenDay: Day | null = null): Day | null {
  switch (validity.type) {
    case "None":
      return null;
    case "Duration":
      return addToDay(completedOn, { [validity.unit]: validity.amount });
    case "Annual":
      // "The next one after completion": completed on the fixed day itself, it counts for the coming period.
      return nextMonthDay(addToDay(completedOn, { days: validity.earlyDays }), validity.month, validity.day);
    case "PerRequirement":
      if (givenDay === null) throw new RangeError("a PerRequirement completion needs its expiry day");
      return givenDay;
  }
}

/** The instant at which a completion expires, or null for never; by its validity alone (see `endOfCompletion`). */
export function expiryOf(
  validity: Validity,
  completion: { completedAt: Instant; givenDay?: Day | null },
  zone: string,
): Instant | null {
  const lastDay = expiryDay(validity, dayOf(completion.completedAt, zone), completion.givenDay ?? null);
  return lastDay === null ? null : endOfDay(lastDay, zone);
}

/**
 * The instant at which a completion expires by everything that was said of it; null: never. By when it is to be done again
 * ends it earlier, and a decree lets it count longer than either: what a later version ends of a decree is not in it any more.
 * What a guardian signed nothing lets count longer than they may sign.
 */
export function endOfCompletion(
  own: Instant | null,
  said: { redoBy: Day | null; extendedUntil: Day | null; signatureEnds: Instant | null },
  zone: string,
): Instant | null {
  const ends = [...(own === null ? [] : [own]), ...(said.redoBy === null ? [] : [endOfDay(said.redoBy, zone)])];
  if (ends.length === 0) return said.signatureEnds;
  const counts = Math.max(Math.min(...ends), said.extendedUntil === null ? 0 : endOfDay(said.extendedUntil, zone));
  return earlierEnd(counts, said.signatureEnds);
}

/** "Valid on date" (a season's end): whether a completion counts through the whole of that day. */
export function validThrough(expiresAt: Instant | null, day: Day, zone: string): boolean {
  return expiresAt === null || expiresAt >= endOfDay(day, zone);
}

/** Whether the early window of an Annual validity is open: what is completed now counts beyond the present expiry. */
export function earlyWindowIsOpen(validity: Validity, expiresAt: Instant | null, now: Instant, zone: string): boolean {
  if (validity.type !== "Annual" || expiresAt === null) return false;
  const next = expiryOf(validity, { completedAt: now }, zone);
  return next !== null && next > expiresAt;
}

const endOf = (completion: Completion) => completion.expiresAt ?? Number.POSITIVE_INFINITY;

/**
 * The completion that counts among those that were not taken back: the one that is good for longest, of equal ones the later. So
 * a renewal never shortens what is valid already.
 */
export function countedCompletion<C extends Completion>(completions: readonly C[]): C | null {
  return completions.reduce<C | null>((best, next) => {
    if (best === null || endOf(next) > endOf(best)) return next;
    return endOf(next) === endOf(best) && next.completedAt > best.completedAt ? next : best;
  }, null);
}

/** The latest renewal that does not count, because what was completed before it is good for longer; null: there is none. */
export function shorterRenewal<C extends Completion>(completions: readonly C[]): C | null {
  const counted = countedCompletion(completions);
  return completions
    .filter((one) => counted !== null && one.completedAt > counted.completedAt)
    .reduce<C | null>((latest, next) => {
      if (latest === null || next.completedAt > latest.completedAt) return next;
      return next.completedAt === latest.completedAt && endOf(next) > endOf(latest) ? next : latest;
    }, null);
}

/** Whether a completion would never count: what is on record was completed after it, and is good for as long. */
export const countsBehind = (given: Completion, onRecord: Completion | null): boolean =>
  onRecord !== null && onRecord.completedAt > given.completedAt && endOf(onRecord) >= endOf(given);

/** The earlier of two ends, of which null is none. */
export function earlierEnd(one: Instant | null, other: Instant | null): Instant | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
