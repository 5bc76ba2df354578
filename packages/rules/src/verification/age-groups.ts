/** Age groups of youth sports: U12 is for players younger than twelve on the day before the season's cutoff. */
import { oldestAgeGroup } from "@touchline/contract/requirements/age-groups";
import { addToDay, type Day, isAfter, nextMonthDay } from "../calendar.ts";
import { type MonthDay, seasonOf } from "../season.ts";

const youngestAgeGroup = 4;

export type AgeGroup = {
  /** The number of the group, such as 12 for U12. */
  under: number;
  /** The earliest date of birth in the group. */
  bornFrom: Day;
};

/**
 * Returns the youngest group that a person may play in this season; null if they are too old for all. The cutoff day is the
 * one within the season: with January 1 and a season from August 2026, players of U12 were born on or after January 1,
 * 2015.
 */
export function ageGroupOf(
  dateOfBirth: Day,
  today: Day,
  { seasonStart, cutoff }: { seasonStart: MonthDay; cutoff: MonthDay },
): AgeGroup | null {
  const { firstDay } = seasonOf(today, seasonStart);
  // From the previous day, because the first day of a season may be its cutoff.
  const turn = nextMonthDay(addToDay(firstDay, { days: -1 }), cutoff.month, cutoff.day);
  for (let under = youngestAgeGroup; under <= oldestAgeGroup; under += 1) {
    const bornFrom = addToDay(turn, { years: -under });
    if (!isAfter(bornFrom, dateOfBirth)) return { under, bornFrom };
  }
  return null;
}
