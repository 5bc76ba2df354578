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

/** Of whom there are papers: some near those who are shown and some elsewhere; each costs the first start time. */
const nearAdults = 10;
const farAdults = 6;
const nearChildren = 4;

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
  parent: { tournament: "nothing" },
};

/** What becomes of the papers of those who do not do everything in time. */
const inTurn: readonly Outcome[] = [
  "pending",
  "expiring",
  "pending",
  "expired",
  "current",
  "reset",
  "pending",
  "renewing",
];

const notes = {
  Approved: ["", "", "Thank you!", "Checked against the register."],
  RejectedReset: [
    "The date cannot be read. Please send a sharper photo.",
    "This is the certificate of another course. Please take the one that is linked.",
    "The second page is missing.",
  ],
  RejectedDisqualified: ["The certificate was altered; confirmed by the issuer."],
} as const;

/**
 * Everything that was sent in and decided, by a plan that covers every status.
 *
 * @param reviewersOf who reviews at a level, the nearest first.
 */
export function submissionsOf(
  world: World,
  reviewersOf: (levelId: string) => PlannedPerson[],
  chance: Random,
): PlannedSubmission[] {
  const guardians = new Map(world.people.flatMap((person) => person.guards.map((child) => [child, person] as const)));
  const home =
    world.people.find((one) => one.login === "director" || one.login === "other")?.memberships[0]?.levelId ?? "";
  const near = ({ memberships }: PlannedPerson) =>
    memberships.some(({ levelId }) => lineage(world.levels, levelId).includes(home));
  const others = world.people.filter((one) => one.login === null && one.memberships[0]?.label !== "parent");
  const adults = others.filter((one) => one.activated && one.confirmed && one.email !== null);
  const children = others.filter((one) => guardians.get(one.profileId)?.activated);
  const told = [
    ...world.people.filter((one) => one.login !== null),
    ...chance.some(adults.filter(near), nearAdults),
    ...chance.some(
      adults.filter((one) => !near(one)),
      farAdults,
    ),
    ...chance.some(children.filter(near), nearChildren),
  ];
  const oneOut = told.find((one) => one.login === null && one.memberships[0]?.label === "assistantCoach");
  let turn = 0;
  return told.flatMap((person) => {
    const diligent = person.login !== null || chance.chance(0.4);
    const guardian = guardians.get(person.profileId) ?? null;
    return owedBy(world, person, guardian).flatMap((owed) => {
      const { key, settings } = owed.content;
      const reviewer = reviewersOf(owed.membership.levelId).find((one) => one !== person && one !== guardian) ?? null;
      const planned = person.login === null ? undefined : shown[person.login]?.[key];
      const outcome = planned ?? (diligent ? "current" : inTurn[turn++ % inTurn.length]) ?? "nothing";
      if (person === oneOut && key === "concussion") return submissionsFor(owed, "disqualified", reviewer, chance);
      if (settings.reviewRequired) return reviewer ? submissionsFor(owed, outcome, reviewer, chance) : [];
      // Without a review nothing waits and nothing is sent back.
      return submissionsFor(owed, outcome === "nothing" ? outcome : "current", null, chance);
    });
  });
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
  const expiring = () => decided("Approved", period - chance.between(4, 18), chance.between(3, 18));
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
      // Only what is about to end can be sent in anew.
      return longest > 60 && (given || (validity.type === "Duration" && asksCompletionDate))
        ? [expiring(), pending()]
        : [pending()];
    case "reset":
      return [decided("RejectedReset", chance.between(5, 20), 250)];
    case "disqualified":
      return [decided("RejectedDisqualified", chance.between(15, 30), 250)];
  }
}
