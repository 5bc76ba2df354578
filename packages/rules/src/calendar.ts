/**
 * Instants and days. An instant is a number: milliseconds since 1970 in UTC. A day is a string, `YYYY-MM-DD`, and means
 * that day in the organization's time zone (an IANA name). Every day-based rule goes through this file.
 */
import { Temporal } from "temporal-polyfill";

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number;
/** `YYYY-MM-DD`, a day in the organization's time zone. */
export type Day = string;

/** Returns the day on which an instant falls in a time zone. @throws RangeError for an unknown zone. */
export function dayOf(instant: Instant, zone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** Returns the first instant of a day: local midnight, or the first moment after it if clocks skip midnight. */
export function startOfDay(day: Day, zone: string): Instant {
  return Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds;
}

/** Returns the instant at which a day is over, the start of the next one. "Valid through" a day means before this instant. */
export function endOfDay(day: Day, zone: string): Instant {
  return startOfDay(addToDay(day, { days: 1 }), zone);
}

/** Returns the last day before an end, which is the first instant that doesn't count anymore. */
export function lastDayBefore(end: Instant, zone: string): Day {
  return dayOf(end - 1, zone);
}

/** Returns the start of the local day that is `days` days before the one of an instant. */
export function startOfDayBefore(instant: Instant, days: number, zone: string): Instant {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return local.toPlainDate().subtract({ days }).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * Adds to a day. If the month is too short, it returns its last day: 31 January + 1 month, 29 February + 1 year → 28 February.
 */
export function addToDay(day: Day, amount: { days?: number; months?: number; years?: number }): Day {
  return Temporal.PlainDate.from(day).add(amount).toString();
}

/** Returns the number of days between two days; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: "days" }).days;
}

/** Returns the first day with this month and day that is later than `day`. 29 February counts as 28 in other years. */
export function nextMonthDay(day: Day, month: number, dayOfMonth: number): Day {
  const year = Temporal.PlainDate.from(day).year;
  const inYear = (y: number) => Temporal.PlainDate.from({ year: y, month, day: dayOfMonth }).toString();
  const candidate = inYear(year);
  return isAfter(candidate, day) ? candidate : inYear(year + 1);
}

/** Tests whether day `a` is later than day `b`. */
export function isAfter(a: Day, b: Day): boolean {
  return Temporal.PlainDate.compare(a, b) > 0;
}
