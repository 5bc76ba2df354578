/** Seasons: a year each, from the day on which the organization begins one until the day before the next. */
import { addToDay, type Day, nextMonthDay } from "./calendar.ts";

/** A day of every year; never 29 February. */
export type MonthDay = { month: number; day: number };

const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether every year has this day. */
export function isMonthDay({ month, day }: MonthDay): boolean {
  return day >= 1 && day <= (daysOf[month - 1] ?? 0);
}

/** The season in which a day lies, both days included. */
export function seasonOf(day: Day, start: MonthDay): { firstDay: Day; lastDay: Day } {
  const next = nextMonthDay(day, start.month, start.day);
  return { firstDay: addToDay(next, { years: -1 }), lastDay: addToDay(next, { days: -1 }) };
}
