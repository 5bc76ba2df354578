/** On which days people are reminded. Days count in the organization's time zone, from the day of the opening event. */
import type { RequirementStatus } from "@touchline/contract/enums";
import { addToDay, type Day, dayOf, daysBetween, type Instant, isAfter } from "./calendar.ts";

/** How often a content reminds, instead of the series. Source: specification 1, section 3. */
export const reminderFrequencies = ["Weekly", "Monthly", "Quarterly"] as const;
export type ReminderFrequency = (typeof reminderFrequencies)[number];

/** `activation`: an invitation not yet taken up. `openRequirement`: something owed, from activation or what opened it. */
export const reminderDays = {
  activation: [0, 2, 4, 7, 10],
  openRequirement: [2, 4, 6, 10, 17, 27, 37, 47, 57, 67],
} as const;
export type ReminderSeries = keyof typeof reminderDays | ReminderFrequency;

const period: Record<ReminderFrequency, { days: number } | { months: number }> = {
  Weekly: { days: 7 },
  Monthly: { months: 1 },
  Quarterly: { months: 3 },
};

/**
 * The first reminder day of a series strictly after the day `after` (the last one served; null: none yet). Null when the
 * series is over; a frequency never is. Months are counted from the opening day, so that the 31st comes back.
 */
export function nextReminderDay(
  series: ReminderSeries,
  openedAt: Instant,
  after: Day | null,
  zone: string,
): Day | null {
  const opened = dayOf(openedAt, zone);
  if (series === "activation" || series === "openRequirement") {
    const days = reminderDays[series].map((number) => addToDay(opened, { days: number }));
    return days.find((day) => after === null || isAfter(day, after)) ?? null;
  }
  const step = period[series];
  const nth = (n: number) => addToDay(opened, "days" in step ? { days: n * step.days } : { months: n * step.months });
  if (after === null || isAfter(opened, after)) return nth(1);
  // A step has at most 92 days: start just below the answer instead of walking from the opening.
  const longest = "days" in step ? step.days : step.months * 31;
  let n = Math.max(1, Math.floor(daysBetween(opened, after) / longest));
  while (!isAfter(nth(n), after)) n += 1;
  return nth(n);
}

/** Whether a reminder mail may go to a person now: one a day at most, never to the inactive, never about what is done. */
export function mayRemind(
  person: { active: boolean; lastRemindedOn: Day | null },
  somethingOpen: boolean,
  now: Instant,
  zone: string,
): boolean {
  return person.active && somethingOpen && person.lastRemindedOn !== dayOf(now, zone);
}

/** Whether a reminder speaks of a requirement: the member can do something about it, and it is not done. */
export const isReminded = {
  0: true,
  1: true,
  2: false,
  3: false,
  4: true,
  5: true,
  6: false,
  7: false,
  8: false,
} as const satisfies Record<RequirementStatus, boolean>;
