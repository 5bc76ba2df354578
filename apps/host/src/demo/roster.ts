import type { PlannedLevel, PlannedPerson, PlannedRoster } from "./plan.ts";

/** The list that a club's director began to take in yesterday: most of it is in order, some rows are not. */
export function directorsRoster(
  people: readonly PlannedPerson[],
  teams: readonly PlannedLevel[],
): PlannedRoster | null {
  const director = people.find((one) => one.login === "director");
  const coach = people.find((one) => one.login === "coach");
  const [one, two, three, four, five] = teams.map((team) => team.name);
  if (!director || !coach || !one || !two || !three || !four || !five) return null;
  const volunteer = (first: string, last: string, mail: string, team: string, label = "Volunteer") => [
    first,
    last,
    mail.includes(" ") ? mail : `${mail}@families.example`,
    team,
    label,
  ];
  return {
    by: director,
    daysAgo: 1,
    fileName: "Spring volunteers.csv",
    rows: [
      ["First name", "Last name", "E-mail", "Team", "Role"],
      volunteer("Ngozi", "Adeyemi", "ngozi.adeyemi", one),
      volunteer("Tobias", "Lindqvist", "t.lindqvist", one),
      volunteer("Marguerite", "St. James", "m.stjames", two),
      volunteer("Haruto", "Ueda", "haruto.ueda", two, "Assistant Coach"),
      volunteer("Ngozi", "Adeyemi", "ngozi.adeyemi", one),
      volunteer("Rosalía", "Ibarra", "rosalia.ibarra", three),
      volunteer("Peter", "Novák", "peter novak at families", three),
      volunteer("Imani", "Washington", "imani.washington", two.replace(/(.)(?=.$)/, "$1$1")),
      [coach.firstName, coach.lastName, coach.email ?? "", one, "Head Coach"],
      volunteer("Élodie", "Moreau", "elodie.moreau", four),
      volunteer("Kwabena", "Acheampong", "kwabena.a", four, "Trainer"),
      volunteer("Siobhán", "Murphy", "siobhan.murphy", five),
      volunteer("Wei", "Zhang", "wei.zhang.sr", five),
      volunteer("", "", "dolores.v", five),
    ],
  };
}
