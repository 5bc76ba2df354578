/** Decides by age and answers who an assignment applies to, in addition to level and role. */

import type { Day } from "../calendar.ts";
import { type MonthDay, seasonOf } from "../season.ts";
import { ageOn } from "./age.ts";

/** In years, inclusive; null: no limit. */
export type AgeRule = {
  from: number | null;
  to: number | null;
  /** Season: the age on the season's last day, so that a birthday counts from the start of its season. */
  by: "Birthday" | "Season";
};

export type ConditionRule = {
  match: "All" | "Any";
  answers: readonly { conditionId: string; answer: boolean }[];
};

/** Returns whether a requirement applies to a person's age. Requirements with an age range do not apply to people of unknown age. */
export function requiredByAge(rule: AgeRule | null, dateOfBirth: Day | null, today: Day, start: MonthDay): boolean {
  if (rule === null || (rule.from === null && rule.to === null)) return true;
  if (dateOfBirth === null) return false;
  const age = ageOn(dateOfBirth, rule.by === "Season" ? seasonOf(today, start).lastDay : today);
  return (rule.from === null || age >= rule.from) && (rule.to === null || age <= rule.to);
}

/** Returns whether a requirement applies by a person's answers. An unanswered question is neither yes nor no. */
export function requiredByAnswers(rule: ConditionRule | null, answers: ReadonlyMap<string, boolean>): boolean {
  if (rule === null || rule.answers.length === 0) return true;
  const fits = (one: { conditionId: string; answer: boolean }) => answers.get(one.conditionId) === one.answer;
  return rule.match === "All" ? rule.answers.every(fits) : rule.answers.some(fits);
}
