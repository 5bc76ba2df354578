/** Which grade somebody of an age is usually in: children start kindergarten in the fall if they are five by their state's date. */
import type { Grade } from "@touchline/contract/library/content-settings";
import { grades } from "@touchline/contract/library/content-settings";
import type { Day } from "../calendar.ts";
import { ageOn } from "../compliance/age.ts";
import type { MonthDay } from "../season.ts";

/**
 * The last day, as MM-DD, on which a child of a state must be five to start kindergarten; null where each district sets its own.
 * States that are not listed have September 1.
 *
 * Sources: National Center for Education Statistics, State Education Practices, table 1.3 (2020); Connecticut: Public Act 23-208 (2024).
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
/** School years turn over in summer, as MM-DD: after the last of one, before the first of the next. */
const turnOfYear = "07-01";

const monthDayText = ({ month, day }: MonthDay) => `${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The year in which the school year of a day began. */
const schoolYearOf = (today: Day) => Number(today.slice(0, 4)) - (today.slice(5) < turnOfYear ? 1 : 0);

export type UsualGrade = {
  /** Null: before Pre-K, or after 12th grade. */
  grade: Grade | null;
  /** As MM-DD. */
  cutoff: string;
  /** Each district sets its own date here, so this one is only the most common. */
  isAssumed: boolean;
  /** Such as 2026-27. */
  schoolYear: string;
};

/**
 * The grade that most children of an age are in. One more or less is common: some start later, skip a grade or repeat one.
 *
 * @param own the organization's own date, which comes before the state's.
 */
export function usualGrade(
  dateOfBirth: Day,
  today: Day,
  stateCode: string | null,
  own: MonthDay | null = null,
): UsualGrade {
  const ofState =
    stateCode === null ? null : (kindergartenDates[stateCode] ?? (stateCode in kindergartenDates ? null : usual));
  const known = own ? monthDayText(own) : ofState;
  const cutoff = known ?? usual;
  const year = schoolYearOf(today);
  const number = ageOn(dateOfBirth, `${year}-${cutoff}`) - 5;
  return {
    // -2 says how somebody is taught, not a grade below Pre-K.
    grade: number >= -1 ? (grades.find((one) => one === number) ?? null) : null,
    cutoff,
    isAssumed: known === null,
    schoolYear: `${year}-${String((year + 1) % 100).padStart(2, "0")}`,
  };
}

/** Whether a grade is further from the usual one than starting a year later, skipping or repeating explains. Homeschooling has none. */
export function isUnusualGrade(grade: Grade, usualOne: UsualGrade): boolean {
  return grade !== -2 && usualOne.grade !== null && Math.abs(grade - usualOne.grade) > 1;
}
