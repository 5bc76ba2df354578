/** Computes ages. A birthday begins at local midnight in the organization's time zone. */
import { type Day, dayOf, type Instant, isAfter, startOfDay } from "../calendar.ts";

/** The age in years at which a person becomes an adult. */
export const adultAge = 18;

/** Returns the day on which someone turns `age`. Born on February 29: on March 1 of a year without that day. */
export function birthday(dateOfBirth: Day, age: number): Day {
  const year = Number(dateOfBirth.slice(0, 4)) + age;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const monthDay = dateOfBirth.slice(4) === "-02-29" && !leap ? "-03-01" : dateOfBirth.slice(4);
  return `${String(year).padStart(4, "0")}${monthDay}`;
}

/** Returns the age in full years on a day. Negative before the birth. */
export function ageOn(dateOfBirth: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return isAfter(birthday(dateOfBirth, years), day) ? years - 1 : years;
}

/** Returns the age in full years at an instant, in a time zone. */
export function ageAt(dateOfBirth: Day, now: Instant, zone: string): number {
  return ageOn(dateOfBirth, dayOf(now, zone));
}

/** Returns whether someone is younger than 18 at an instant, in a time zone. */
export function isMinor(dateOfBirth: Day, now: Instant, zone: string): boolean {
  return ageAt(dateOfBirth, now, zone) < adultAge;
}

/** Returns the local midnight at which someone turns 18: guardians' access ends, and they are offered a login of their own. */
export function comesOfAgeAt(dateOfBirth: Day, zone: string): Instant {
  return startOfDay(birthday(dateOfBirth, adultAge), zone);
}

/**
 * Returns from when on adults' requirements apply: from the 18th birthday or, if content counts by seasons, from the start of
 * the season (inclusive) in which the birthday falls.
 */
export function adultDutiesFrom(
  dateOfBirth: Day,
  seasons: readonly { firstDay: Day; lastDay: Day }[],
  zone: string,
): Instant {
  const day = birthday(dateOfBirth, adultAge);
  const season = seasons.find(({ firstDay, lastDay }) => !isAfter(firstDay, day) && !isAfter(day, lastDay));
  return startOfDay(season?.firstDay ?? day, zone);
}
