import { newId } from "@touchline/api/kernel/ids";
import { stateContents } from "./contents.ts";
import { demoOrganizations } from "./logins.ts";
import { lastNames, regions, teams } from "./names.ts";
import { peopleMaker } from "./people.ts";
import { lineage, type PlannedLevel, type PlannedOrganization, type PlannedPerson } from "./plan.ts";
import { random } from "./random.ts";
import { submissionsOf } from "./submissions.ts";

type Club = PlannedLevel & { teams: PlannedLevel[] };

/** The state association: 3 regions, 12 clubs, 60 teams and everybody in them. @param today `YYYY-MM-DD`. */
export function planState(today: string): PlannedOrganization {
  const chance = random(1979);
  const aPerson = peopleMaker(chance, today);
  const aLevel = (parentId: string | null, name: string, kind: string) => ({ levelId: newId(), parentId, name, kind });

  const root = aLevel(null, "Cascade Youth Soccer Association", "State");
  const regionLevels = Object.keys(regions).map((name) => aLevel(root.levelId, name, "Region"));
  const clubs: Club[] = Object.values(regions).flatMap((names, index) =>
    names.map((name) => {
      const club = aLevel(regionLevels[index]?.levelId ?? root.levelId, name, "Club");
      return { ...club, teams: teams.map((team) => aLevel(club.levelId, team, "Team")) };
    }),
  );
  const levels: [PlannedLevel, ...PlannedLevel[]] = [
    root,
    ...regionLevels,
    ...clubs.flatMap(({ teams: own, ...club }) => [club, ...own]),
  ];

  const people: PlannedPerson[] = [];
  const add = (...made: PlannedPerson[]) => void people.push(...made);
  const admin = aPerson({
    levels: [root.levelId],
    label: "administrator",
    age: 47,
    login: "admin",
    name: ["Marisol", "Okafor-Reyes"],
  });
  const deputy = aPerson({ levels: [root.levelId], label: "administrator", age: 58, name: ["Bjørn", "Halvorsen"] });
  add(admin, deputy);
  for (const { levelId } of regionLevels) {
    add(aPerson({ levels: [levelId], label: "clubDirector", age: chance.between(38, 62) }));
    for (let count = 0; count < 12; count += 1) {
      add(aPerson({ levels: [levelId], label: "referee", age: chance.between(18, 64) }));
    }
  }
  const directors = new Map<string, PlannedPerson>();
  for (const [index, club] of clubs.entries()) {
    const first = index === 0;
    const director = aPerson({
      levels: [club.levelId],
      label: "clubDirector",
      age: chance.between(35, 60),
      ...(first ? { login: "director", name: ["Sinéad", "O'Brien"] } : {}),
    });
    directors.set(club.levelId, director);
    add(
      director,
      aPerson({
        levels: [club.levelId],
        label: "accountManager",
        age: chance.between(30, 60),
        ...(first ? { login: "accounts", name: ["Thandiwe", "Nkosi"] } : {}),
      }),
      ...Array.from({ length: 4 }, () =>
        aPerson({ levels: [club.levelId], label: "volunteer", age: chance.between(19, 66) }),
      ),
    );
    const [one, two, three] = club.teams.map((team) => team.levelId) as [string, string, string];
    add(
      aPerson({
        levels: [one, two],
        label: "teamManager",
        age: chance.between(30, 55),
        ...(first ? { login: "manager", name: ["Hiroshi", "Castañeda"] } : {}),
      }),
      aPerson({ levels: [three], label: "teamManager", age: chance.between(30, 55) }),
    );
    for (const [position, team] of club.teams.entries()) addTeam(team, first && position === 0);
  }

  function addTeam({ levelId, name }: PlannedLevel, shown: boolean) {
    const years = Number(/\d+/.exec(name)?.[0] ?? 12);
    add(
      aPerson({
        levels: [levelId],
        label: "headCoach",
        age: chance.between(24, 60),
        ...(shown ? { login: "coach", name: ["Amara", "D'Souza"] } : {}),
      }),
      aPerson({ levels: [levelId], label: "assistantCoach", age: chance.between(19, 55) }),
    );
    const size = shown ? 12 : chance.between(5, 8);
    let players = 0;
    while (players < size) {
      const siblings = chance.chance(0.12) ? 2 : 1;
      const lastName = players === 0 && shown ? "Nguyen-Walker" : chance.pick(lastNames);
      const joined = players === 0 && shown ? 428 : chance.pick([428, 210, 210, 64] as const);
      const children = Array.from({ length: siblings }, () =>
        aPerson({ levels: [levelId], label: "player", age: chance.between(years - 2, years - 1), lastName, joined }),
      );
      add(...children);
      players += children.length;
      const parent = players === children.length && shown;
      if (!parent && chance.chance(0.25)) continue;
      add(
        aPerson({
          levels: [levelId],
          label: "parent",
          age: chance.between(29, 54),
          guards: children,
          joined,
          ...(parent ? { login: "parent", name: ["Linh", lastName] } : { lastName }),
        }),
      );
    }
  }

  const contents = stateContents(
    root.levelId,
    regionLevels.map((one) => one.levelId),
    clubs.map(({ levelId, teams: own }) => ({ levelId, teamIds: own.map((team) => team.levelId) })),
  );
  const reviewersOf = (levelId: string) => [
    ...lineage(levels, levelId).flatMap((id) => directors.get(id) ?? []),
    admin,
    deputy,
  ];
  return {
    organizationId: demoOrganizations.state,
    name: root.name,
    initials: "CY",
    timeZone: "America/Los_Angeles",
    accentColor: "#0b6e4f",
    levels,
    people,
    contents,
    submissions: submissionsOf({ levels, people, contents }, reviewersOf, chance),
  };
}
