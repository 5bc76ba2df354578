import { typeOfKind } from "@touchline/contract";
import { filesAccepted, uploadWantsReview, wantsReview } from "@touchline/rules";
import {
  lineage,
  type PlannedContent,
  type PlannedMembership,
  type PlannedOrganization,
  type PlannedPerson,
} from "./plan.ts";
import type { Random } from "./random.ts";

/** How a requirement of the demo stands: what will have been done about it. */
export type DemoOutcome =
  | "current"
  | "expiring"
  | "expired"
  /** Sent in and approved in the last weeks. */
  | "reviewed"
  | "pending"
  /** It expires soon, and the next one awaits review already. */
  | "renewing"
  | "reset"
  | "disqualified"
  /** Begun by the person and not finished; of a waiver, signed on the page. */
  | "begun"
  | "nothing";

export type DemoRequirement = {
  person: PlannedPerson;
  guardian: PlannedPerson | null;
  membership: PlannedMembership;
  content: PlannedContent;
  mandatory: boolean;
  /** As of the assignment. */
  dueInDays: number | null;
};
/** `withDocuments`: something was sent in that can be looked at; otherwise it was carried over. */
export type PlannedOutcome = { owed: DemoRequirement; outcome: DemoOutcome; withDocuments: boolean };

type World = Pick<PlannedOrganization, "levels" | "people" | "contents">;

/** How many of these outcomes there are, with documents, anywhere at or below a level; of one content where it has a `key`. */
export type Wanted = { levelId: string; outcomes: readonly DemoOutcome[]; key?: string };

/** What the people who can sign in have done, and what of it stays open. */
const demoOutcomes: Partial<Record<string, Record<string, DemoOutcome>>> = {
  coach: {
    concussion: "reset",
    abuse: "reviewed",
    conduct: "nothing",
    driving: "nothing",
    firstaid: "pending",
    tournament: "begun",
    film: "begun",
    course: "begun",
    screening: "current",
    license: "begun",
  },
  manager: {
    abuse: "expiring",
    conduct: "begun",
    driving: "pending",
    concussion: "nothing",
    film: "nothing",
    course: "current",
  },
  director: { abuse: "current", conduct: "begun" },
  admin: { abuse: "current" },
  accounts: { abuse: "current", conduct: "nothing" },
  parent: { parents: "current", tournament: "nothing" },
  other: {},
};
/** The habits of the children of the parent who can sign in, one after the other. */
const shownChildren: readonly Record<string, DemoOutcome>[] = [
  { age: "reviewed", photo: "current" },
  { age: "reset", photo: "current" },
  { age: "pending", photo: "nothing" },
];

/**
 * Decides what each person has done about each requirement. People who aren't activated, and children whose guardian isn't,
 * have done nothing.
 *
 * @param diligenceOf from 0 to 1: how likely a person has completed everything.
 */
export function outcomesOf(
  world: World,
  wanted: readonly Wanted[],
  diligenceOf: (person: PlannedPerson) => number,
  chance: Random,
): PlannedOutcome[] {
  const guardians = new Map(
    world.people
      .filter((one) => one.activated && one.confirmed)
      .flatMap((person) => person.guards.map((child) => [child, person] as const)),
  );
  const able = world.people.filter((one) => (one.activated && one.confirmed) || guardians.has(one.profileId));
  const owing = new Map(able.map((one) => [one, owedBy(world, one, guardians.get(one.profileId) ?? null)]));
  const chosen = choose(world, owing, wanted, chance);
  let child = 0;
  return [...owing].flatMap(([person, owed]): PlannedOutcome[] => {
    const guardian = guardians.get(person.profileId);
    const plannedOutcomes = guardian?.login === "parent" ? shownChildren[child++] : demoOutcomes[person.login ?? ""];
    if (plannedOutcomes) {
      return owed.map((one) => ({
        ...{ owed: one, outcome: plannedOutcomes[one.content.key] ?? "current" },
        withDocuments: sentIn(one.content),
      }));
    }
    const special = chosen.get(person);
    if (special) {
      return owed.map((one) =>
        one === special.owed
          ? { ...special, withDocuments: true }
          : { owed: one, outcome: "current" as const, withDocuments: false },
      );
    }
    return usual(owed, diligenceOf(person), chance).map((one) => ({ ...one, withDocuments: false }));
  });
}

/** What a person owes, each once, on the first membership that demands it. */
function owedBy({ levels, contents }: World, person: PlannedPerson, guardian: PlannedPerson | null): DemoRequirement[] {
  const reached = person.memberships.map((membership) => ({ membership, above: lineage(levels, membership.levelId) }));
  return contents.flatMap((content) => {
    for (const { membership, above } of reached) {
      const due = content.assignments.find(
        (one) =>
          one.labels.includes(membership.label) &&
          (one.includeBelow ? above.includes(one.levelId) : membership.levelId === one.levelId),
      );
      if (due) return { person, guardian, membership, content, mandatory: due.mandatory, dueInDays: due.dueInDays };
    }
    return [];
  });
}

/** Picks who has sent in what a reviewer looks at. Mostly grown-ups; nobody twice. */
function choose(
  { levels }: World,
  owing: ReadonlyMap<PlannedPerson, DemoRequirement[]>,
  wanted: readonly Wanted[],
  chance: Random,
): Map<PlannedPerson, { owed: DemoRequirement; outcome: DemoOutcome }> {
  const chosen = new Map<PlannedPerson, { owed: DemoRequirement; outcome: DemoOutcome }>();
  const inOrder = chance.some([...owing.keys()], owing.size);
  for (const { levelId, outcomes, key } of wanted) {
    const fits = (one: DemoRequirement, outcome: DemoOutcome) =>
      key === undefined ? suits(one, outcome) : one.content.key === key && suitsAsNamed(one, outcome);
    const there = inOrder.filter(({ memberships }) =>
      memberships.some((one) => lineage(levels, one.levelId).includes(levelId)),
    );
    for (const outcome of outcomes) {
      const found = there.find(
        (person) =>
          !chosen.has(person) &&
          person.login === null &&
          (person.memberships[0]?.label !== "player" || chance.chance(0.06)) &&
          owing.get(person)?.some((one) => fits(one, outcome)),
      );
      const suiting = (found && owing.get(found)?.filter((one) => fits(one, outcome))) ?? [];
      const [first, ...more] = suiting;
      if (found && first) chosen.set(found, { owed: chance.pick([first, ...more]), outcome });
    }
  }
  return chosen;
}

function suits({ person, content, mandatory }: DemoRequirement, outcome: DemoOutcome): boolean {
  const { validity } = content.settings;
  if (!isReviewed(content) || !sentIn(content) || !mandatory) return false;
  if (outcome === "disqualified") return content.key === "abuse" && person.memberships[0]?.label === "assistantCoach";
  if (outcome === "renewing") return validity.type === "Duration" && validity.amount === 1;
  return true;
}

/** Includes what is optional where a content is named; whose date of birth is searched for has not given it before. */
function suitsAsNamed({ person, content }: DemoRequirement, outcome: DemoOutcome): boolean {
  if (outcome !== "begun") return isReviewed(content) && sentIn(content);
  return content.settings.kind !== "sex-offender-search" || person.dateOfBirth === null;
}

/** An average person has completed everything, or all except one requirement. In a careless club, most is missing. */
function usual(
  owed: readonly DemoRequirement[],
  diligence: number,
  chance: Random,
): { owed: DemoRequirement; outcome: DemoOutcome }[] {
  const mandatory = owed.filter((one) => one.mandatory);
  const done = chance.chance(diligence);
  // Everyone was reminded of what is due already, so it is rarely missing.
  const later = mandatory.filter(({ dueInDays }) => dueInDays === null || dueInDays >= 0);
  const [first, ...more] = later.length > 0 && chance.chance(0.92) ? later : mandatory;
  const wrong = done || !first ? null : chance.pick([first, ...more]);
  const ending = mandatory.filter(({ content }) =>
    ["Duration", "PerRequirement"].includes(content.settings.validity.type),
  );
  const soon = done && chance.chance(0.14) ? chance.pick([null, ...ending]) : null;
  return owed.map((one) => {
    if (!one.mandatory) return { owed: one, outcome: chance.chance(0.82 + diligence / 8) ? "current" : "nothing" };
    if (one === soon) return { owed: one, outcome: "expiring" };
    const missed = one === wrong || (diligence < 0.4 && !done && chance.chance(isDue(one) ? 0.25 : 0.6));
    if (!missed) return { owed: one, outcome: "current" };
    return { owed: one, outcome: chance.chance(isDue(one) ? 0.35 : 0.28) ? "expired" : "nothing" };
  });
}

/** Whether members send documents for it. */
const sentIn = ({ settings }: PlannedContent) => filesAccepted(settings) !== null;
/** Whether somebody looks at what is sent in. */
export const isReviewed = ({ settings }: PlannedContent) =>
  uploadWantsReview(typeOfKind[settings.kind], wantsReview(settings));

const isDue = ({ dueInDays }: DemoRequirement) => dueInDays !== null && dueInDays < 0;
