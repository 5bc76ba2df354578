import { typeOfKind } from "@touchline/contract";
import { isConfidential, wantsCompletionDate } from "@touchline/rules";
import { type DemoOutcome, type DemoRequirement, isReviewed, type PlannedOutcome } from "./outcomes.ts";
import { assignedDaysAgo, type PlannedBeginning, type PlannedPerson, type PlannedSubmission } from "./plan.ts";
import type { Random } from "./random.ts";

const notes = {
  Approved: ["", "Thank you!", "Checked against the registry.", "Name changed last year. Confirmed by phone."],
  RejectedReset: [
    "The date isn't readable. Please upload a sharper photo.",
    "This certificate is from a different course. Please take the linked course.",
    "The second page is missing.",
  ],
  RejectedDisqualified: ["The certificate was altered. The issuer confirmed it."],
} as const;

/**
 * Everything that was sent in with documents, and what was decided about it.
 *
 * @param reviewersOf who reviews at a level, the nearest first.
 */
export function submissionsOf(
  habits: readonly PlannedOutcome[],
  reviewersOf: (levelId: string) => PlannedPerson[],
  chance: Random,
): PlannedSubmission[] {
  return habits.flatMap(({ owed, outcome, withDocuments }) => {
    if (!withDocuments || outcome === "begun") return [];
    const { person, guardian, membership, content } = owed;
    // Without a review nothing waits and nothing is sent back.
    if (!isReviewed(content)) {
      return submissionsFor(owed, outcome === "nothing" ? outcome : "current", null, chance);
    }
    // Neither disqualifying nor what is confidential is a Manager's.
    const above = outcome === "disqualified" || isConfidential[typeOfKind[content.settings.kind]];
    const reviewer = reviewersOf(membership.levelId).find(
      (one) => one !== person && one !== guardian && !(above && one.memberships[0]?.label === "teamManager"),
    );
    return reviewer ? submissionsFor(owed, outcome, reviewer, chance) : [];
  });
}

/** Everything that was begun in the last days. */
export function beginningsOf(habits: readonly PlannedOutcome[], chance: Random): PlannedBeginning[] {
  return habits.flatMap(({ owed: { person, membership, content }, outcome }) =>
    outcome === "begun"
      ? { person, membership, content: content.key, daysAgo: Math.min(chance.between(1, 6), person.joinedDaysAgo - 1) }
      : [],
  );
}

function submissionsFor(
  owed: DemoRequirement,
  outcome: DemoOutcome,
  reviewer: PlannedPerson | null,
  chance: Random,
): PlannedSubmission[] {
  const { person, guardian, membership, content } = owed;
  const { validity } = content.settings;
  const asksCompletionDate = wantsCompletionDate(content.settings);
  const longest = Math.min(person.joinedDaysAgo, assignedDaysAgo) - 2;
  const base = { person, guardian, membership, content: content.key };
  const within = (days: number) => Math.max(1, Math.min(days, longest));
  const perYear = { days: 1, months: 30, years: 365 };
  const period = validity.type === "Duration" ? validity.amount * perYear[validity.unit] : 300;
  // A season began about four months ago; what was signed in the last one has run out.
  const longestCurrent = validity.type === "Annual" ? 85 : Math.min(period - 45, 280);
  const needsValidUntil = validity.type === "PerRequirement";

  function decided(
    decision: "Approved" | "RejectedReset" | "RejectedDisqualified",
    completedDaysAgo: number,
    validInDays: number,
  ) {
    const submittedDaysAgo = within(completedDaysAgo - (asksCompletionDate ? chance.between(0, 4) : 0));
    const review = reviewer && {
      daysAgo: Math.max(0, submittedDaysAgo - chance.between(1, 4)),
      by: reviewer,
      decision,
      notes: chance.pick(notes[decision]),
    };
    return {
      ...base,
      submittedDaysAgo,
      completedDaysAgo: asksCompletionDate ? completedDaysAgo : submittedDaysAgo,
      validInDays: needsValidUntil ? validInDays : null,
      review,
    };
  }
  const expiring = () => decided("Approved", period - chance.between(4, 18), chance.between(3, 18));
  const pending = () => ({ ...decided("Approved", chance.between(1, 9), 250), review: null });

  switch (outcome) {
    case "nothing":
    case "begun":
      return [];
    case "current":
      return [decided("Approved", chance.between(8, longestCurrent), chance.between(90, 300))];
    case "reviewed":
      return [decided("Approved", chance.between(4, 20), chance.between(90, 300))];
    case "expiring":
      return [expiring()];
    case "expired":
      return longest < 60 ? [] : [decided("Approved", period + chance.between(3, 25), -chance.between(3, 25))];
    case "pending":
      return [pending()];
    case "renewing":
      // Only what expires soon can be submitted again.
      return longest > 60 && (needsValidUntil || (validity.type === "Duration" && asksCompletionDate))
        ? [expiring(), pending()]
        : [pending()];
    case "reset":
      return [decided("RejectedReset", chance.between(5, 20), 250)];
    case "disqualified":
      return [decided("RejectedDisqualified", chance.between(15, 30), 250)];
  }
}
