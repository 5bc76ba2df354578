import type { Habit } from "./habits.ts";
import type { CheckOutcome, PlannedCheck, PlannedLevel } from "./plan.ts";

/** What the director's club shows, then everybody else. */
const there: readonly CheckOutcome[] = ["flagged", "running"];
const elsewhere: readonly CheckOutcome[] = ["invited", "flagged", "cleared", "running", "invited", "cleared"];
/** Checks that were ordered longer ago, with the days since: an adverse action takes weeks. */
const earlier = { waiting: 5, disputed: 18, final: 30 } as const satisfies Partial<Record<CheckOutcome, number>>;

/** Who orders a background check: members who owe one and have done nothing about it, of one club first. */
export function checksOf(habits: readonly Habit[], home: readonly PlannedLevel[]): PlannedCheck[] {
  const isAtHome = ({ owed }: Habit) => home.some(({ levelId }) => levelId === owed.membership.levelId);
  const owing = habits.filter(
    ({ owed: { content, guardian, person }, outcome }) =>
      outcome === "nothing" &&
      content.settings.kind === "background-check" &&
      guardian === null &&
      person.login === null &&
      person.activated &&
      person.email !== null,
  );
  const atHome = owing.filter(isAtHome).slice(0, there.length);
  const others = owing.filter((one) => !isAtHome(one));
  const here = others.filter(({ owed }) => owed.person.joinedDaysAgo > 60).slice(0, Object.keys(earlier).length);
  const outcomes = [...there.slice(0, atHome.length), ...elsewhere, ...there.slice(atHome.length)];
  const recent = [...atHome, ...others.filter((one) => !here.includes(one))].slice(0, outcomes.length);
  const planned = ({ owed }: Habit, outcome: CheckOutcome, daysAgo: number): PlannedCheck => ({
    ...{ person: owed.person, membership: owed.membership, content: owed.content.key, outcome, daysAgo },
  });
  return [
    ...recent.map((one, place) => planned(one, outcomes[place] as CheckOutcome, 1)),
    ...here.map((one, place) => {
      const [outcome, daysAgo] = Object.entries(earlier)[place] as [CheckOutcome, number];
      return planned(one, outcome, daysAgo);
    }),
  ];
}
