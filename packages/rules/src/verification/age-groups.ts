/** Age groups of youth sports: U12 is for everybody who is younger than twelve on the day before the cut-off of the season. */
import { oldestAgeGroup } from "@touchline/contract/requirements/age-groups";
import { addToDay, type Day, isAfter, nextMonthDay } from "../calendar.ts";
import { type MonthDay, seasonOf } from "../season.ts";

const youngestAgeGroup = 4;

export type AgeGroup = {
  /** 12 for U12. */
  under: number;
  /** Players of the group were born on this day or later. */
  bornFrom: Day;
};

/**
 * The youngest group that somebody may play in this season; null when they are too old for all. The cut-off day is the one that falls
 * within the season: with January 1 and a season from August 2026, players of U12 were born on or after January 1, 2015.
 */
export function ageGroupOf(
  dateOfBirth: Day,
  today: Day,
  { seasonStart, cutoff }: { seasonStart: MonthDay; cutoff: MonthDay },
): AgeGroup | null {
  const { firstDay } = seasonOf(today, seasonStart);
  // From the day before: the first day of a season is its cut-off where both are the same.
  const turn = nextMonthDay(addToDay(firstDay, { days: -1 }), cutoff.month, cutoff.day);
  for (let under = youngestAgeGroup; under <= oldestAgeGroup; under += 1) {
    const bornFrom = addToDay(turn, { years: -under });
    if (!isAfter(bornFrom, dateOfBirth)) return { under, bornFrom };
  }
  return null;
}
