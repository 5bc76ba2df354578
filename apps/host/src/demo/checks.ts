import type { PlannedOutcome } from "./outcomes.ts";
import type { CheckOutcome, PlannedCheck, PlannedLevel, PlannedPerson } from "./plan.ts";

/** The checks of the director's club, followed by those of everyone else. */
const there: readonly CheckOutcome[] = ["flagged", "running"];
const elsewhere: readonly CheckOutcome[] = ["invited", "flagged", "cleared", "running", "invited", "cleared"];
/** Checks that were ordered longer ago, with the days since: an adverse action takes weeks. */
const earlier = { waiting: 5, disputed: 18, final: 30 } as const satisfies Partial<Record<CheckOutcome, number>>;

/**
 * Who orders a background check: members who owe one and have done nothing about it, of one club first. Where there are too few, others go
 * without what they had done, so that every step is there whatever day it is.
 */
export function checksOf(habits: readonly PlannedOutcome[], home: readonly PlannedLevel[]): PlannedCheck[] {
  const isAtHome = ({ owed }: PlannedOutcome) => home.some(({ levelId }) => levelId === owed.membership.levelId);
  const backgroundChecks = habits.filter(
    ({ owed: { content, guardian, person } }) =>
      content.settings.kind === "background-check" &&
      guardian === null &&
      person.login === null &&
      person.email !== null &&
      person.joinedDaysAgo > 3,
  );
  const able = (["nothing", "current"] as const).flatMap((wanted) =>
    backgroundChecks.filter(({ outcome }) => outcome === wanted),
  );
  const taken = new Set<PlannedOutcome>();
  const take = (outcome: CheckOutcome, daysAgo: number, fits: (one: PlannedOutcome) => boolean): PlannedCheck[] => {
    const one = able.find((habit) => !taken.has(habit) && fits(habit));
    if (!one) return [];
    taken.add(one);
    const { person, membership, content } = one.owed;
    return [{ person, membership, content: content.key, outcome, daysAgo }];
  };
  return [
    ...there.flatMap((outcome) => take(outcome, 1, isAtHome)),
    ...Object.entries(earlier).flatMap(([outcome, daysAgo]) =>
      take(outcome as CheckOutcome, daysAgo, (one) => !isAtHome(one) && one.owed.person.joinedDaysAgo > 60),
    ),
    ...elsewhere.flatMap((outcome) => take(outcome, 1, (one) => !isAtHome(one))),
  ];
}

/** Leaves out what people did about a background check that they order. */
export const withoutOrdered = <Done extends { person: PlannedPerson; content: string }>(
  all: readonly Done[],
  checks: readonly PlannedCheck[],
): Done[] =>
  all.filter(({ person, content }) => !checks.some((one) => one.person === person && one.content === content));
