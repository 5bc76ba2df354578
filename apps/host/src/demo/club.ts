import { newId } from "@touchline/api/database/ids";
import { completionsOf } from "./completions.ts";
import { clubContents } from "./contents.ts";
import { demoOrganizations } from "./logins.ts";
import { outcomesOf } from "./outcomes.ts";
import { peopleMaker } from "./people.ts";
import type { PlannedLevel, PlannedOrganization } from "./plan.ts";
import { random } from "./random.ts";
import { beginningsOf, submissionsOf } from "./submissions.ts";

/** A small club that has nothing to do with the state association: what its people see is theirs alone. */
export function planClub(today: string): PlannedOrganization {
  const chance = random(2011);
  const aPerson = peopleMaker(chance, today);
  const root = { levelId: newId(), parentId: null, name: "Harbor Lights FC", kind: "Club" };
  const teams = ["U11 Gulls", "U13 Herons"].map((name) => ({
    levelId: newId(),
    parentId: root.levelId,
    name,
    kind: "Team",
  }));
  const levels: [PlannedLevel, ...PlannedLevel[]] = [root, ...teams];
  const director = aPerson({
    levels: [root.levelId],
    label: "clubDirector",
    age: 44,
    login: "other",
    name: ["Renée", "Baptiste"],
  });
  // Roles and levels are an administrator's to set up.
  const admin = aPerson({ levels: [root.levelId], label: "administrator", age: 51, name: ["Graham", "Whitlock"] });
  const people = [
    director,
    admin,
    aPerson({ levels: [root.levelId], label: "volunteer", age: 33 }),
    ...teams.flatMap(({ levelId }) => [
      aPerson({ levels: [levelId], label: "headCoach", age: chance.between(25, 55) }),
      aPerson({ levels: [levelId], label: "assistantCoach", age: chance.between(20, 50) }),
      ...Array.from({ length: 4 }, () => {
        return aPerson({ levels: [levelId], label: "parent", age: chance.between(30, 50) });
      }),
    ]),
  ];
  const contents = clubContents(root.levelId);
  const wanted = [{ levelId: root.levelId, outcomes: ["pending", "reviewed"] as const }];
  const habits = outcomesOf({ levels, people, contents }, wanted, () => 0.7, chance);
  return {
    organizationId: demoOrganizations.club,
    name: root.name,
    initials: "HL",
    timeZone: "America/New_York",
    countryCode: "UnitedStates",
    stateCode: "MA",
    cityName: "Boston",
    accentColor: "#8a3b12",
    levels,
    people,
    contents,
    submissions: submissionsOf(habits, () => [director], chance),
    completions: completionsOf(habits, chance),
    beginnings: beginningsOf(habits, chance),
    checks: [],
    founder: admin,
    application: {
      submitted: false,
      info: {
        ...{
          legalName: root.name,
          ein: "04-3216547",
          companyType: "non-profit",
          website: "",
          permissiblePurpose: null,
        },
        address: { line1: "", line2: "", city: "Boston", state: "MA", postalCode: "" },
        owner: { firstName: "Graham", lastName: "Whitlock", email: "", phone: "" },
      },
    },
    roster: null,
    signupUrls: [],
  };
}
