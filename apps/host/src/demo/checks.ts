import type { Habit } from "./habits.ts";
import type { CheckOutcome, PlannedCheck, PlannedLevel } from "./plan.ts";

/** What the director's club shows, then everybody else. */
const there: readonly CheckOutcome[] = ["flagged", "running"];
const elsewhere: readonly CheckOutcome[] = ["invited", "flagged", "cleared", "running", "invited", "cleared"];

/** Who orders a background check: members who owe one and have done nothing about it, of one club first. */
export function checksOf(habits: readonly Habit[], home: readonly PlannedLevel[]): PlannedCheck[] {
  const isAtHome = ({ owed }: Habit) => home.some(({ levelId }) => levelId === owed.membership.levelId);
  const owing = habits.filter(
    ({ owed: { content, guardian, person }, outcome }) =>
      outcome === "nothing" &&
      content.settings.kind === "background-check" &&
      guardian === null &&
      person.login === null &&
      person.email !== null,
  );
  const atHome = owing.filter(isAtHome).slice(0, there.length);
  const outcomes = [...there.slice(0, atHome.length), ...elsewhere, ...there.slice(atHome.length)];
  return [...atHome, ...owing.filter((one) => !isAtHome(one))].slice(0, outcomes.length).map(({ owed }, place) => ({
    person: owed.person,
    membership: owed.membership,
    content: owed.content.key,
    outcome: outcomes[place] as CheckOutcome,
  }));
}
