/** Seasons of a year each, from the organization's start day until the day before the next start. */
import { addToDay, type Day, nextMonthDay } from "./calendar.ts";

/** A day that exists in every year, so never February 29. */
export type MonthDay = { month: number; day: number };

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Tests whether every year has this day. */
export function isMonthDay({ month, day }: MonthDay): boolean {
  return day >= 1 && day <= (daysOf[month - 1] ?? 0);
}

/** Returns the season of a day, including both days. */
export function seasonOf(day: Day, start: MonthDay): { firstDay: Day; lastDay: Day } {
  const next = nextMonthDay(day, start.month, start.day);
  return { firstDay: addToDay(next, { years: -1 }), lastDay: addToDay(next, { days: -1 }) };
}
