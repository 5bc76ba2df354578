import type { PlannedOutcome } from "./outcomes.ts";
import { assignedDaysAgo, type PlannedCompletion } from "./plan.ts";
import type { Random } from "./random.ts";

/** On which days lists of completions were carried over, in days ago: often lately, every few weeks before. */
const recordings = [
  1, 2, 5, 8, 13, 20, 28, 38, 50, 64, 80, 96, 112, 130, 150, 175, 200, 230, 260, 295, 330, 370, 410, 450, 490, 530, 544,
];

const perYear = { days: 1, months: 30, years: 365 };

/** What was proven otherwise: all that is in order, and what was and is not anymore. */
export function completionsOf(habits: readonly PlannedOutcome[], chance: Random): PlannedCompletion[] {
  return habits.flatMap(({ owed, outcome, withDocuments }) => {
    if (withDocuments) return [];
    const { person, content } = owed;
    const { validity } = content.settings;
    const carried = (completedDaysAgo: number, validInDays: number): PlannedCompletion => {
      // The evening after, at the earliest.
      const known = Math.min(completedDaysAgo - 1, person.joinedDaysAgo - 1, assignedDaysAgo - 1);
      return {
        person,
        content: content.key,
        completedDaysAgo,
        recordedDaysAgo: recordings.findLast((day) => day <= known) ?? 1,
        validInDays: validity.type === "PerRequirement" ? validInDays : null,
      };
    };
    const inOrder = (longest: number) => carried(chance.between(3, longest), chance.between(60, 300));
    if (outcome === "nothing" || outcome === "begun") return [];
    if (validity.type === "None") return outcome === "expired" ? [] : inOrder(500);
    if (validity.type === "Annual") {
      // The season began four months ago, so people who signed only the last code have been here longer.
      if (outcome !== "expired") return inOrder(85);
      return person.joinedDaysAgo < 300 ? [] : carried(chance.between(190, 320), 0);
    }
    const period = validity.type === "Duration" ? validity.amount * perYear[validity.unit] : 300;
    switch (outcome) {
      case "expiring":
        return carried(period - chance.between(4, 25), chance.between(4, 25));
      case "expired":
        return carried(period + chance.between(3, 12), -chance.between(3, 12));
      default:
        return inOrder(Math.min(period - 45, 520));
    }
  });
}
