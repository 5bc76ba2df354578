import { newId } from "@touchline/api/database/ids";
import { addToDay, adultAge } from "@touchline/rules";
import { lastNames } from "./names.ts";
import type { PersonMaker } from "./people.ts";
import type { PlannedLevel, PlannedPerson } from "./plan.ts";
import type { Random } from "./random.ts";

/** A guardian, the partner if there is one, and their children so far. */
type Family = { lastName: string; guardians: PlannedPerson[]; children: { person: PlannedPerson; age: number }[] };

/** The age group of a team: players of "U12" are younger than 12. */
const ageOf = (team: PlannedLevel) => Number(/\d+/.exec(team.name)?.[0] ?? 12);

/**
 * Coaches, players and their families of one club's teams. Brothers and sisters play on different teams; their parents
 * belong to each of these.
 *
 * @param hasDemoLogins whether it is the club of the people who can log in: the first team has the coach, and the first two
 * and the last one have the parent's children, the eldest of whom will soon be of age.
 */
export function teamPeople(
  teams: readonly PlannedLevel[],
  {
    aPerson,
    chance,
    hasDemoLogins,
    today,
  }: { aPerson: PersonMaker; chance: Random; hasDemoLogins: boolean; today: string },
): PlannedPerson[] {
  const families: Family[] = [];
  const nearly18 = addToDay(addToDay(today, { days: 18 }), { years: -adultAge });
  const coaches = teams.flatMap(({ levelId }, position) => [
    aPerson({
      levels: [levelId],
      label: "headCoach",
      age: chance.between(24, 60),
      ...(hasDemoLogins && position === 0 ? { login: "coach", name: ["Amara", "D'Souza"] } : {}),
    }),
    aPerson({ levels: [levelId], label: "assistantCoach", age: chance.between(19, 55) }),
  ]);
  if (hasDemoLogins) families.push(aParentOfThree());
  for (const team of teams) {
    const size = chance.between(9, 12);
    while (playersOf(team).length < size) {
      const sibling = chance.chance(0.2) ? chance.pick([null, ...families.filter((one) => mayJoin(one, team))]) : null;
      if (sibling) addChild(sibling, team);
      else families.push(aFamily(team));
    }
  }
  return [
    ...coaches,
    ...families.flatMap(({ guardians, children }) => [...guardians, ...children.map(({ person }) => person)]),
  ];

  function aParentOfThree(): Family {
    const lastName = "Nguyen-Walker";
    const theirs = [...teams.slice(0, 2), ...teams.slice(-1)];
    const levels = theirs.map(({ levelId }) => levelId);
    const guardian = aPerson({ levels, label: "parent", age: 43, login: "parent", name: ["Linh", lastName] });
    const family: Family = { lastName, guardians: [guardian], children: [] };
    for (const [index, team] of theirs.entries()) addChild(family, team, index === 2 ? nearly18 : undefined);
    return family;
  }

  function aFamily(team: PlannedLevel): Family {
    const lastName = chance.pick(lastNames);
    const request = { levels: [team.levelId], label: "parent" as const };
    const first = aPerson({ ...request, age: chance.between(29, 54), lastName });
    const both = chance.chance(0.12);
    const second = both
      ? [aPerson({ ...request, age: chance.between(29, 54), joined: first.joinedDaysAgo, lastName })]
      : [];
    const family: Family = { lastName, guardians: [first, ...second], children: [] };
    addChild(family, team);
    return family;
  }

  function addChild({ lastName, guardians, children }: Family, team: PlannedLevel, born?: string): void {
    const age = Math.min(17, ageOf(team) - chance.between(1, 2));
    const joined = guardians[0]?.joinedDaysAgo;
    const person = aPerson({
      levels: [team.levelId],
      label: "player",
      age,
      lastName,
      ...(joined === undefined ? {} : { joined }),
      ...(born === undefined ? {} : { born }),
    });
    children.push({ person, age });
    for (const guardian of guardians) {
      guardian.guards.push(person.profileId);
      if (guardian.memberships.some(({ levelId }) => levelId === team.levelId)) continue;
      guardian.memberships.push({ profileLevelAccessId: newId(), levelId: team.levelId, label: "parent" });
    }
  }

  function playersOf({ levelId }: PlannedLevel): PlannedPerson[] {
    return families
      .flatMap(({ children }) => children.map(({ person }) => person))
      .filter(({ memberships }) => memberships[0]?.levelId === levelId);
  }

  function mayJoin({ children }: Family, team: PlannedLevel): boolean {
    const there = children.some(({ person }) => person.memberships[0]?.levelId === team.levelId);
    return !there && children.length < 3 && children.every(({ age }) => Math.abs(age - ageOf(team)) > 1);
  }
}
