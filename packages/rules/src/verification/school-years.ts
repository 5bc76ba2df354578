/**
 * Estimates the grade of a person by age: children start kindergarten in the fall if they are five by their state's
 * date.
 */
import type { Grade } from "@touchline/contract/library/content-settings";
import { grades } from "@touchline/contract/library/content-settings";
import type { Day } from "../calendar.ts";
import { ageOn } from "../compliance/age.ts";
import type { MonthDay } from "../season.ts";

/**
 * The last day, as MM-DD, on which a child must be five to start kindergarten in a state; null if each district sets
 * its own.
 * States that aren't listed have September 1.
 *
 * Sources: National Center for Education Statistics, State Education Practices, table 1.3 (2020); Connecticut: Public
 * Act 23-208 (2024).
 */
const kindergartenDates: Readonly<Record<string, string | null>> = {
  AR: "08-01",
  AZ: "08-31",
  CO: "10-01",
  DC: "09-30",
  DE: "08-31",
  HI: "07-31",
  IA: "09-15",
  IN: "08-01",
  KS: "08-31",
  KY: "07-31",
  LA: "09-30",
  MA: null,
  ME: "10-15",
  MO: "07-31",
  MT: "09-10",
  NC: "08-31",
  ND: "07-31",
  NE: "07-31",
  NH: null,
  NJ: null,
  NM: "08-31",
  NV: "09-30",
  NY: null,
  OH: null,
  PA: null,
  TN: "08-15",
  VA: "09-30",
  VT: null,
  WA: "08-31",
  WV: "08-31",
  WY: "09-15",
};
const usual = "09-01";
/** The start of the school year, as MM-DD, in the summer break. */
const turnOfYear = "07-01";

const monthDayText = ({ month, day }: MonthDay) => `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Returns the year in which a day's school year started. */
const schoolYearOf = (today: Day) => Number(today.slice(0, 4)) - (today.slice(5) < turnOfYear ? 1 : 0);

export type UsualGrade = {
  /** Null before Pre-K and after 12th grade. */
  grade: Grade | null;
  /** The format is MM-DD. */
  cutoff: string;
  /** Whether each district sets its own date, so this one is only the most common. */
  isAssumed: boolean;
  /** The format is 2026-27. */
  schoolYear: string;
};

/** An organization's own cutoff dates. Those for single states come first, then the one for everyone, then the states' own. */
export type OwnCutoffs = { always: MonthDay | null; byState: readonly { stateId: string; date: MonthDay }[] };

/**
 * The grade that most children of an age are in. One more or less is common: some start later, skip a grade or repeat one.
 *
 * @param stateCode the state or province in which the child lives. No two of the United States and Canada share a code.
 */
export function usualGrade(
  dateOfBirth: Day,
  today: Day,
  stateCode: string | null,
  own: OwnCutoffs = { always: null, byState: [] },
): UsualGrade {
  const ofState =
    stateCode === null ? null : (kindergartenDates[stateCode] ?? (stateCode in kindergartenDates ? null : usual));
  const date = own.byState.find(({ stateId }) => stateId.slice(3) === stateCode)?.date ?? own.always;
  const known = date ? monthDayText(date) : ofState;
  const cutoff = known ?? usual;
  const year = schoolYearOf(today);
  const number = ageOn(dateOfBirth, `${year}-${cutoff}`) - 5;
  return {
    // -2 is homeschooling, not a grade below Pre-K.
    grade: number >= -1 ? (grades.find((one) => one === number) ?? null) : null,
    cutoff,
    isAssumed: known === null,
    schoolYear: `${year}-${String((year + 1) % 100).padStart(2, "0")}`,
  };
}

/**
 * Tests whether a grade is further from the usual one than starting later, skipping or repeating explains.
 * Homeschooling has none.
 */
export function isUnusualGrade(grade: Grade, usualOne: UsualGrade): boolean {
  return grade !== -2 && usualOne.grade !== null && Math.abs(grade - usualOne.grade) > 1;
}
