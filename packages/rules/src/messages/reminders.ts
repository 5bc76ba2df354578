/** Decides on which days people are reminded. Days count in the organization's time zone, from the day of the opening event. */
import { type ReminderFrequency, RequirementStatus } from "@touchline/contract";
import { addToDay, type Day, dayOf, daysBetween, type Instant, isAfter } from "../calendar.ts";

/**
 * `activation`: an invitation that wasn't accepted yet. `openRequirement`: a requirement, from the activation or what opened
 * it. `redo`: a completed requirement that a later version requires again by a day, from when it is expiring soon.
 */
export const reminderDays = {
  activation: [0, 2, 4, 7, 10],
  openRequirement: [2, 4, 6, 10, 17, 27, 37, 47, 57, 67],
  redo: [1],
} as const;
export type ReminderSeries = keyof typeof reminderDays | ReminderFrequency;

const period: Record<ReminderFrequency, { days: number } | { months: number }> = {
  Weekly: { days: 7 },
  Monthly: { months: 1 },
  Quarterly: { months: 3 },
};

/**
 * Returns the first reminder day of a series that is later than `after`, the last one served (null if there is none yet). Null
 * if the series is over; a frequency never is. Months are counted from the opening day, so that the 31st returns.
 */
export function nextReminderDay(
  series: ReminderSeries,
  openedAt: Instant,
  after: Day | null,
  zone: string,
): Day | null {
  const opened = dayOf(openedAt, zone);
  if (series === "activation" || series === "openRequirement" || series === "redo") {
    const days = reminderDays[series].map((number) => addToDay(opened, { days: number }));
    return days.find((day) => after === null || isAfter(day, after)) ?? null;
  }
  const step = period[series];
  const nth = (n: number) => addToDay(opened, "days" in step ? { days: n * step.days } : { months: n * step.months });
  if (after === null || isAfter(opened, after)) return nth(1);
  // A step has at most 92 days, so this starts just below the answer instead of at the opening.
  const longest = "days" in step ? step.days : step.months * 31;
  let n = Math.max(1, Math.floor(daysBetween(opened, after) / longest));
  while (!isAfter(nth(n), after)) n += 1;
  return nth(n);
}

/** Statuses in which the member must act. No reminders are sent for requirements that wait for others or are completed. */
export const remindedStatuses: readonly RequirementStatus[] = [
  RequirementStatus.Incomplete,
  RequirementStatus.WaitingOnApplicant,
  RequirementStatus.Overdue,
  RequirementStatus.Expired,
];

/**
 * Tests whether a day of a series lies after the day through which reminders were sent, and not after today. If none could be
 * sent for some days, everything that fell due is reminded of once.
 *
 * @param since the day through which reminders were sent. The opening day itself isn't a reminder day, because the opening
 * event sent an email.
 */
export function isReminderDue(
  series: ReminderSeries,
  openedAt: Instant,
  since: Day,
  today: Day,
  zone: string,
): boolean {
  const opened = dayOf(openedAt, zone);
  const next = nextReminderDay(series, openedAt, isAfter(opened, since) ? opened : since, zone);
  return next !== null && !isAfter(next, today);
}

/** A Monday. */
const someMonday: Day = "2024-01-01";

/**
 * Tests whether a weekly summary is due: a Monday lies after the day through which summaries were sent, and not after today.
 */
export function isDigestDue(since: Day, today: Day): boolean {
  const weeks = (day: Day) => Math.floor(daysBetween(someMonday, day) / 7);
  return weeks(since) < weeks(today);
}
