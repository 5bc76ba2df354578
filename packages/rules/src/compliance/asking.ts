/** Decides whom something assigned is asked of, beside level and role: by age, and by what people answered. */

import type { Day } from "../calendar.ts";
import { type MonthDay, seasonOf } from "../season.ts";
import { ageOn } from "./age.ts";

/** In years, both included; null: no limit. */
export type AgeRule = {
  from: number | null;
  to: number | null;
  /** Season: as old as somebody will be on its last day, so that a birthday counts from the start of the season it falls in. */
  by: "Birthday" | "Season";
};

export type ConditionRule = {
  match: "All" | "Any";
  answers: readonly { conditionId: string; answer: boolean }[];
};

/** Whether something is asked of somebody by their age. Of whom it is not known, nothing with an age is asked. */
export function requiredByAge(rule: AgeRule | null, dateOfBirth: Day | null, today: Day, start: MonthDay): boolean {
  if (rule === null || (rule.from === null && rule.to === null)) return true;
  if (dateOfBirth === null) return false;
  const age = ageOn(dateOfBirth, rule.by === "Season" ? seasonOf(today, start).lastDay : today);
  return (rule.from === null || age >= rule.from) && (rule.to === null || age <= rule.to);
}

/** Whether something is asked of somebody by their answers. A question that was not answered is neither yes nor no. */
export function requiredByAnswers(rule: ConditionRule | null, answers: ReadonlyMap<string, boolean>): boolean {
  if (rule === null || rule.answers.length === 0) return true;
  const fits = (one: { conditionId: string; answer: boolean }) => answers.get(one.conditionId) === one.answer;
  return rule.match === "All" ? rule.answers.every(fits) : rule.answers.some(fits);
}
