import {
  assignedDaysAgo,
  lineage,
  type PlannedContent,
  type PlannedMembership,
  type PlannedOrganization,
  type PlannedPerson,
  type PlannedSubmission,
} from "./plan.ts";
import type { Random } from "./random.ts";

/** How a requirement of the demo stands: what will have been done about it. */
type Outcome = "current" | "expiring" | "expired" | "pending" | "reset" | "disqualified" | "renewing" | "nothing";

type Owed = {
  person: PlannedPerson;
  guardian: PlannedPerson | null;
  membership: PlannedMembership;
  content: PlannedContent;
};
type World = Pick<PlannedOrganization, "levels" | "people" | "contents">;

/** Of how many people papers are there, besides those who are shown; the rest of the season is still to come. */
const mostAdults = 90;
const mostChildren = 30;

/** What the people who are shown have done; everybody else's is chance, with most of it in order. */
const shown: Partial<Record<string, Record<string, Outcome>>> = {
  coach: {
    concussion: "reset",
    abuse: "current",
    conduct: "nothing",
    driving: "nothing",
    firstaid: "pending",
    tournament: "nothing",
  },
  manager: { abuse: "expiring", conduct: "current", driving: "pending", concussion: "nothing" },
  director: { abuse: "current", conduct: "current" },
  admin: { abuse: "current" },
  accounts: { abuse: "expired", conduct: "current" },
  parent: { conduct: "current", tournament: "nothing" },
};

const notes = {
  Approved: ["", "", "Thank you!", "Checked against the register."],
  RejectedReset: [
    "The date cannot be read. Please send a sharper photo.",
    "This is the certificate of another course. Please take the one that is linked.",
    "The second page is missing.",
  ],
  RejectedDisqualified: ["The certificate was altered; confirmed by the issuer."],
} as const;

/** Everything that was sent in and decided, by a plan that covers every status. */
export function submissionsOf(
  world: World,
  reviewerOf: (levelId: string) => PlannedPerson,
  chance: Random,
): PlannedSubmission[] {
  const guardians = new Map(world.people.flatMap((person) => person.guards.map((child) => [child, person] as const)));
  const able = world.people.filter(
    (one) => one.activated && one.email !== null && one.memberships[0]?.label !== "parent",
  );
  const children = world.people.filter((one) => guardians.get(one.profileId)?.activated);
  const told = [
    ...world.people.filter((one) => one.login !== null),
    ...chance.some(
      able.filter((one) => one.login === null),
      mostAdults,
    ),
    ...chance.some(children, mostChildren),
  ];
  const oneOut = told.find((one) => one.login === null && one.memberships[0]?.label === "assistantCoach");
  return told.flatMap((person) =>
    owedBy(world, person, guardians.get(person.profileId) ?? null).flatMap((owed) => {
      const { key, settings } = owed.content;
      const planned = person.login === null ? undefined : shown[person.login]?.[key];
      const outcome =
        person === oneOut && key === "concussion"
          ? "disqualified"
          : (planned ?? someOutcome(chance, person.login !== null));
      const reviewer = reviewerOf(owed.membership.levelId);
      // Nobody reviews their own, and without a review nothing waits or is sent back.
      const plain = !settings.reviewRequired || reviewer === person || reviewer === owed.guardian;
      if (plain && settings.reviewRequired) return [];
      return submissionsFor(
        owed,
        plain && outcome !== "nothing" ? "current" : outcome,
        plain ? null : reviewer,
        chance,
      );
    }),
  );
}

function someOutcome(chance: Random, login: boolean): Outcome {
  if (login) return "current";
  const share = chance.between(1, 100);
  if (share <= 52) return "current";
  if (share <= 62) return "expiring";
  if (share <= 69) return "expired";
  if (share <= 83) return "pending";
  if (share <= 87) return "reset";
  return share <= 90 ? "renewing" : "nothing";
}

/** What a person owes, each once, on the first membership that demands it. */
function owedBy({ levels, contents }: World, person: PlannedPerson, guardian: PlannedPerson | null): Owed[] {
  return contents.flatMap((content) => {
    const membership = person.memberships.find(({ levelId, label }) =>
      content.assignments.some(
        (one) =>
          one.labels.includes(label) &&
          (one.includeBelow ? lineage(levels, levelId).includes(one.levelId) : levelId === one.levelId),
      ),
    );
    return membership ? [{ person, guardian, membership, content }] : [];
  });
}

function submissionsFor(
  owed: Owed,
  outcome: Outcome,
  reviewer: PlannedPerson | null,
  chance: Random,
): PlannedSubmission[] {
  const { person, guardian, membership, content } = owed;
  const { validity, asksCompletionDate } = content.settings;
  const longest = Math.min(person.joinedDaysAgo, assignedDaysAgo) - 2;
  const base = { person, guardian, membership, content: content.key };
  const within = (days: number) => Math.max(1, Math.min(days, longest));
  const perYear = { days: 1, months: 30, years: 365 };
  const period = validity.type === "Duration" ? validity.amount * perYear[validity.unit] : 300;
  const given = validity.type === "PerRequirement";

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
      validInDays: given ? validInDays : null,
      review,
    };
  }
  const expiring = () => decided("Approved", period - chance.between(4, 25), chance.between(3, 25));
  const pending = () => ({ ...decided("Approved", chance.between(1, 9), 250), review: null });

  switch (outcome) {
    case "nothing":
      return [];
    case "current":
      return [decided("Approved", chance.between(8, Math.min(period - 45, 280)), chance.between(90, 300))];
    case "expiring":
      return [expiring()];
    case "expired":
      return longest < 60 ? [] : [decided("Approved", period + chance.between(3, 25), -chance.between(3, 25))];
    case "pending":
      return [pending()];
    case "renewing":
      return [expiring(), pending()];
    case "reset":
      return [decided("RejectedReset", chance.between(5, 20), 250)];
    case "disqualified":
      return [decided("RejectedDisqualified", chance.between(15, 30), 250)];
  }
}
