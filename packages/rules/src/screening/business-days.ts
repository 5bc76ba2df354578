/**
 * Counts business days for waiting periods: Monday to Friday except the federal holidays of the United States, on the
 * days when they are
 * observed. Source: 5 U.S.C. 6103(a) and (b); Executive Order 11582 for holidays on a Sunday.
 */
import { addToDay, type Day } from "../calendar.ts";

/** Monday is 1, Sunday is 7. */
function weekdayOf(day: Day): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}

const fixed = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
] as const;
/** Returns a holiday such as the third Monday of January; -1 is the last one of the month. */
const floating = [
  { month: 1, weekday: 1, nth: 3 },
  { month: 2, weekday: 1, nth: 3 },
  { month: 5, weekday: 1, nth: -1 },
  { month: 9, weekday: 1, nth: 1 },
  { month: 10, weekday: 1, nth: 2 },
  { month: 11, weekday: 4, nth: 4 },
] as const;

const two = (number: number) => String(number).padStart(2, "0");
const dayIn = (year: number, month: number, day: number): Day => `${year}-${two(month)}-${two(day)}`;

function nthWeekday(year: number, { month, weekday, nth }: (typeof floating)[number]): Day {
  if (nth === -1) {
    const end = addToDay(addToDay(dayIn(year, month, 1), { months: 1 }), { days: -1 });
    return addToDay(end, { days: -((weekdayOf(end) - weekday + 7) % 7) });
  }
  const first = dayIn(year, month, 1);
  return addToDay(first, { days: ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7 });
}

/** Returns the day when a holiday is observed: the day before a Saturday, and the day after a Sunday. */
function observed(day: Day): Day {
  const weekday = weekdayOf(day);
  return weekday === 6 ? addToDay(day, { days: -1 }) : weekday === 7 ? addToDay(day, { days: 1 }) : day;
}

const known = new Map<number, ReadonlySet<Day>>();

/**
 * Returns the days of a year, and the last day of the previous year, on which the year's federal holidays are observed.
 */
export function federalHolidays(year: number): ReadonlySet<Day> {
  const before = known.get(year);
  if (before) return before;
  const days = new Set([
    ...fixed.map(([month, day]) => observed(dayIn(year, month, day))),
    ...floating.map((one) => nthWeekday(year, one)),
  ]);
  known.set(year, days);
  return days;
}

export function isBusinessDay(day: Day): boolean {
  if (weekdayOf(day) >= 6) return false;
  const year = Number(day.slice(0, 4));
  // January 1 on a Saturday is observed in the previous year.
  return !federalHolidays(year).has(day) && !federalHolidays(year + 1).has(day);
}

/** Returns the last of a number of business days after a day, which isn't counted itself. */
export function businessDaysAfter(day: Day, count: number): Day {
  let at = day;
  for (let left = count; left > 0; ) {
    at = addToDay(at, { days: 1 });
    if (isBusinessDay(at)) left -= 1;
  }
  return at;
}

/** Counts the business days from one day through another; 0 if the second one is earlier. */
export function businessDaysThrough(from: Day, through: Day): number {
  let count = 0;
  for (let at = from; at <= through; at = addToDay(at, { days: 1 })) if (isBusinessDay(at)) count += 1;
  return count;
}
