/** A range of days, `YYYY-MM-DD` each. Both are the same for a single day. */
export interface DayRange {
  from: string;
  to: string;
}

const dayMs = 86_400_000;
/** The instant of a day for calendars, in which every day has the same length. */
export const instantOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Returns the day that is this many days after another, or before it. */
export const dayAfter = (day: string, days: number) =>
  new Date(instantOf(day) + days * dayMs).toISOString().slice(0, 10);

/** Sunday is 0. */
export const weekdayOf = (day: string) => new Date(instantOf(day)).getUTCDay();

/** Returns each day of a range, in order. */
export function daysIn({ from, to }: DayRange): string[] {
  const length = Math.round((instantOf(to) - instantOf(from)) / dayMs) + 1;
  return Array.from({ length }, (_, index) => dayAfter(from, index));
}

/** Returns the weeks of a range, from Sunday to Saturday, without the days outside it. */
export function weeksIn(range: DayRange): DayRange[] {
  const weeks = Map.groupBy(daysIn(range), (day) => dayAfter(day, -weekdayOf(day)));
  return [...weeks.values()].map((days) => ({ from: days[0] as string, to: days.at(-1) as string }));
}

/** Returns the months of a range, each with the number of weeks that end in it. */
export function monthsIn(range: DayRange): { month: string; days: DayRange; weeks: number }[] {
  const ended = Map.groupBy(weeksIn(range), (week) => week.to.slice(0, 7));
  return [...Map.groupBy(daysIn(range), (day) => day.slice(0, 7))].map(([month, days]) => ({
    month,
    days: { from: days[0] as string, to: days.at(-1) as string },
    weeks: ended.get(month)?.length ?? 0,
  }));
}
