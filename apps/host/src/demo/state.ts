import { newId } from "@touchline/api/database/ids";
import { checksOf, withoutOrdered } from "./checks.ts";
import { completionsOf } from "./completions.ts";
import { stateContents } from "./contents.ts";
import { demoOrganizations } from "./logins.ts";
import { regions, teamAges, teamNames } from "./names.ts";
import { outcomesOf, type Wanted } from "./outcomes.ts";
import { peopleMaker } from "./people.ts";
import { lineage, type PlannedLevel, type PlannedOrganization, type PlannedPerson } from "./plan.ts";
import { random } from "./random.ts";
import { directorsRoster } from "./roster.ts";
import { beginningsOf, submissionsOf } from "./submissions.ts";
import { teamPeople } from "./teams.ts";

type Club = PlannedLevel & { teams: PlannedLevel[] };

/** How well each club keeps its papers, in the order of `regions`: one is a model, one has given up. */
const clubDiligence = [0.8, 0.74, 0.98, 0.88, 0.7, 0.87, 0.79, 0.92, 0.66, 0.94, 0.2, 0.76];
/** Those of the regions and of the state itself. */
const officeDiligence = 0.85;

/**
 * Plans the state association: 3 regions, 12 clubs, 60 teams, and all people in them.
 *
 * @param today `YYYY-MM-DD`.
 */
export function planState(today: string): PlannedOrganization {
  const chance = random(1979);
  const aPerson = peopleMaker(chance, today);
  const aLevel = (parentId: string | null, name: string, kind: string) => ({ levelId: newId(), parentId, name, kind });

  const root = aLevel(null, "Cascade Youth Soccer Association", "State");
  const regionLevels = Object.keys(regions).map((name) => aLevel(root.levelId, name, "Region"));
  const clubs: Club[] = Object.values(regions).flatMap((names, index) =>
    names.map((name, place) => {
      const club = aLevel(regionLevels[index]?.levelId ?? root.levelId, name, "Club");
      const ages = teamAges[(index + place) % teamAges.length] ?? teamAges[0];
      const words = chance.some(teamNames, ages.length);
      return { ...club, teams: ages.map((age, at) => aLevel(club.levelId, `${age} ${words[at]}`, "Team")) };
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
  /** Who decides at a level itself. */
  const reviewers = new Map<string, PlannedPerson[]>([[root.levelId, [admin, deputy]]]);
  for (const { levelId } of regionLevels) {
    const director = aPerson({ levels: [levelId], label: "clubDirector", age: chance.between(38, 62) });
    reviewers.set(levelId, [director]);
    add(director);
    for (let count = 0; count < 12; count += 1) {
      add(aPerson({ levels: [levelId], label: "referee", age: chance.between(18, 64) }));
    }
  }
  const diligence = new Map<string, number>();
  for (const [index, club] of clubs.entries()) {
    const first = index === 0;
    for (const { levelId } of [club, ...club.teams]) diligence.set(levelId, clubDiligence[index] ?? officeDiligence);
    const director = aPerson({
      levels: [club.levelId],
      label: "clubDirector",
      age: chance.between(35, 60),
      ...(first ? { login: "director", name: ["Sinéad", "O'Brien"] } : {}),
    });
    const [one, two, three] = club.teams.map((team) => team.levelId) as [string, string, string];
    const manager = aPerson({
      levels: [one, two],
      label: "teamManager",
      age: chance.between(30, 55),
      ...(first ? { login: "manager", name: ["Hiroshi", "Castañeda"] } : {}),
    });
    reviewers.set(club.levelId, [director]);
    if (first) for (const levelId of [one, two]) reviewers.set(levelId, [manager]);
    const own = [
      director,
      aPerson({
        levels: [club.levelId],
        label: "accountManager",
        age: chance.between(30, 60),
        ...(first ? { login: "accounts", name: ["Thandiwe", "Nkosi"] } : {}),
      }),
      ...(["volunteer", "volunteer", "volunteer", "volunteer", "boardMember", "boardMember"] as const).map(
        (label, place) =>
          aPerson({
            ...{ levels: [club.levelId], label, age: chance.between(19, 66) },
            // Of two volunteers of the club that has them searched for, nobody knew the date of birth.
            ...(index === 1 && place < 2 ? { born: null } : {}),
          }),
      ),
      manager,
      aPerson({ levels: [three], label: "teamManager", age: chance.between(30, 55) }),
      ...teamPeople(club.teams, { aPerson, chance, hasDemoLogins: first, today }),
    ];
    if ((clubDiligence[index] ?? 0) > 0.95) own.forEach(answerAtOnce);
    add(...own);
  }

  const contents = stateContents(
    today,
    root.levelId,
    regionLevels.map((one) => one.levelId),
    clubs.map(({ levelId, teams: own }) => ({ levelId, teamIds: own.map((team) => team.levelId) })),
  );
  const home = clubs[0] as Club;
  const habits = outcomesOf(
    { levels, people, contents },
    wantedOf(root, home, clubs),
    ({ memberships, joinedDaysAgo }) => {
      const usual = diligence.get(memberships[0]?.levelId ?? "") ?? officeDiligence;
      // Newcomers have much to do at once; how well they are helped differs even more.
      return joinedDaysAgo < 20 ? usual * usual : usual;
    },
    chance,
  );
  const reviewersOf = (levelId: string) => lineage(levels, levelId).flatMap((id) => reviewers.get(id) ?? []);
  const roster = directorsRoster(people, home.teams);
  const checks = checksOf(habits, [home, ...home.teams]);
  return {
    organizationId: demoOrganizations.state,
    name: root.name,
    initials: "CY",
    timeZone: "America/Los_Angeles",
    countryCode: "UnitedStates",
    stateCode: "WA",
    cityName: "Seattle",
    accentColor: "#0b6e4f",
    levels,
    people,
    contents,
    submissions: withoutOrdered(submissionsOf(habits, reviewersOf, chance), checks),
    completions: withoutOrdered(completionsOf(habits, chance), checks),
    beginnings: beginningsOf(habits, chance),
    checks,
    founder: admin,
    application: {
      submitted: true,
      info: {
        legalName: levels[0].name,
        ein: "91-2345678",
        companyType: "non-profit",
        website: "https://cascade.demo.touchline.example",
        address: { line1: "400 Pitch Lane", line2: "Suite 2", city: "Seattle", state: "WA", postalCode: "98101" },
        owner: {
          firstName: admin.firstName,
          lastName: admin.lastName,
          email: "admin@demo.touchline.example",
          phone: "+1 206 555 0123",
        },
        permissiblePurpose: "employment",
      },
    },
    roster,
    signupUrls: roster
      ? [
          { by: roster.by, levelId: home.levelId, label: "volunteer", daysAgo: 9 },
          { by: roster.by, levelId: (home.teams[0] as PlannedLevel).levelId, label: "player", daysAgo: 3 },
        ]
      : [],
  };
}

/** Like in the model club, where staff call people who haven't accepted the invitation. */
function answerAtOnce(person: PlannedPerson): void {
  person.activated = person.email !== null;
  person.confirmed = true;
}

/** What each of those who review finds: the manager's teams first, then the director's club, then everywhere. */
function wantedOf(root: PlannedLevel, home: Club, clubs: readonly Club[]): Wanted[] {
  const [one, two] = home.teams as [PlannedLevel, PlannedLevel];
  return [
    { levelId: one.levelId, outcomes: ["pending", "reviewed", "reviewed"] },
    { levelId: two.levelId, outcomes: ["pending", "pending", "reviewed"] },
    { levelId: home.levelId, outcomes: ["pending", "pending", "renewing", "reviewed", "reset", "reviewed", "pending"] },
    ...clubs.slice(1).map(({ levelId }, index) => ({
      levelId,
      outcomes: index % 3 === 0 ? (["pending", "reviewed", "pending"] as const) : (["pending"] as const),
    })),
    { levelId: root.levelId, outcomes: ["disqualified", "reset", "renewing", "reset", "reviewed", "reviewed"] },
    // A Live Scan at each of its steps: see `liveScanAnswers`.
    {
      levelId: root.levelId,
      key: "fingerprints",
      outcomes: ["pending", "begun", "pending", "reviewed", "pending", "reviewed", "reviewed"],
    },
    // In the middle of every other kind that members do something for.
    { levelId: root.levelId, key: "screening", outcomes: ["pending", "begun", "pending"] },
    { levelId: root.levelId, key: "abuse", outcomes: ["begun"] },
    { levelId: root.levelId, key: "identity", outcomes: ["pending", "begun", "reviewed"] },
    { levelId: root.levelId, key: "concussion", outcomes: ["begun"] },
    { levelId: root.levelId, key: "search", outcomes: ["begun"] },
    { levelId: root.levelId, key: "conduct", outcomes: ["begun", "begun"] },
    { levelId: home.levelId, key: "film", outcomes: ["begun", "begun"] },
    { levelId: home.levelId, key: "course", outcomes: ["begun", "begun"] },
    { levelId: home.levelId, key: "tournament", outcomes: ["begun"] },
    { levelId: root.levelId, key: "license", outcomes: ["begun"] },
  ];
}
