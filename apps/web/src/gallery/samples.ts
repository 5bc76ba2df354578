import type { OverallStatus, RequirementStatus } from "@touchline/contract";
import type { ShellData } from "../shell/shell.ts";

/** Believable content for looking at components; development only. */
export interface SampleMember {
  id: string;
  name: string;
  level: string;
  label: string;
  overall: OverallStatus;
  requirement: RequirementStatus;
  due: string;
}

export const members: SampleMember[] = [
  ["Ana María Ordóñez-Whitfield", "U12 Girls, North Region", "Head coach", "Cleared", 3, "2027-03-14"],
  ["Jonah Achebe", "U10 Boys, Lakeside FC", "Assistant coach", "Incomplete", 4, "2026-11-02"],
  ["張 美玲", "U14 Girls, Harbor United", "Team manager", "NotActivated", 1, "2026-12-01"],
  ["Siobhán O’Hara", "U9 Mixed, Lakeside FC", "Referee", "Disqualified", 8, "2026-10-12"],
  [
    "Bartholomew Featherstonehaugh III",
    "U16 Boys, Cedar Valley Soccer Club",
    "Volunteer",
    "NotConfirmed",
    2,
    "2026-12-20",
  ],
  ["Lê Thị Hồng Nhung", "State", "Board member", "NoRequirements", 0, ""],
  ["Kwame Boateng", "U12 Girls, North Region", "Head coach", "Optional", 6, "2026-12-05"],
  ["Eleni Papadopoulou", "U11 Boys, Cedar Valley", "Assistant coach", "Incomplete", 7, "2026-12-10"],
].map(([name, level, label, overall, requirement, due], index) => ({
  id: `member-${index}`,
  name: String(name),
  level: String(level),
  label: String(label),
  overall: overall as OverallStatus,
  requirement: requirement as RequirementStatus,
  due: String(due),
}));

export const shellData: ShellData = {
  organizationName: "Cascadia Youth Soccer Association",
  organizationPhoto: null,
  profile: { id: "p1", name: "Rosa Delgado", organizationName: "Cascadia Youth Soccer Association", role: "Director" },
  profiles: [
    { id: "p1", name: "Rosa Delgado", organizationName: "Cascadia Youth Soccer Association", role: "Director" },
    { id: "p2", name: "Mateo Delgado", organizationName: "Cascadia Youth Soccer Association", role: "Individual" },
    { id: "p3", name: "Rosa Delgado", organizationName: "Lakeside Swim Club", role: "Individual" },
  ],
  links: [
    { key: "dashboard", label: "Dashboard", href: "/ui" },
    { key: "review", label: "Review", href: "/review", count: 12, countLabel: "12 waiting for review" },
    { key: "library", label: "Library", href: "/library" },
    { key: "people", label: "Add people", href: "/people/add" },
    { key: "incidents", label: "Incidents", href: "/incidents" },
    { key: "reports", label: "Reports", href: "/reports" },
  ],
  levels: [
    {
      id: "state",
      name: "Cascadia (state)",
      children: [
        {
          id: "north",
          name: "North Region",
          children: [
            { id: "lakeside", name: "Lakeside FC", children: [] },
            { id: "harbor", name: "Harbor United", children: [] },
          ],
        },
        { id: "south", name: "South Region", children: [] },
        { id: "east", name: "East Region and the Mountain Valleys", children: [] },
      ],
    },
  ],
  currentLevelId: "north",
  currentPath: "/ui",
};

/** Organizations' colors: one too pale for text, one too close to black, and one that is very bright. */
export const accents = ["#ffe066", "#101b3a", "#d7263d", "#0b6b3a"];
