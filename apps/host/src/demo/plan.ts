import type { OrganizationCountry, Payer, Role } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import type { OnboardingInfo } from "@touchline/contract/screening/onboarding";
import type { DemoKey } from "./logins.ts";

/** What a demo organization will consist of, before anything is written. Days count back from the moment of seeding. */

export const demoLabels = {
  administrator: { name: "Administrator", role: "Admin" },
  clubDirector: { name: "Club Director", role: "Director" },
  accountManager: { name: "Club Account Manager", role: "Account Manager" },
  teamManager: { name: "Team Manager", role: "Manager" },
  headCoach: { name: "Head Coach", role: "Individual" },
  assistantCoach: { name: "Assistant Coach", role: "Individual" },
  referee: { name: "Referee", role: "Individual" },
  volunteer: { name: "Volunteer", role: "Individual" },
  boardMember: { name: "Board Member", role: "Individual" },
  player: { name: "Player", role: "Individual", forFamily: "child" },
  parent: { name: "Parent", role: "Individual", forFamily: "guardian" },
} as const satisfies Record<string, { name: string; role: Role; forFamily?: "child" | "guardian" }>;
export type LabelKey = keyof typeof demoLabels;

export type PlannedLevel = { levelId: string; parentId: string | null; name: string; kind: string };

export type PlannedMembership = { profileLevelAccessId: string; levelId: string; label: LabelKey };

export type PlannedPerson = {
  profileId: string;
  firstName: string;
  lastName: string;
  email: string | null;
  dateOfBirth: string | null;
  /** Who can really sign in as this person. */
  login: DemoKey | null;
  activated: boolean;
  confirmed: boolean;
  joinedDaysAgo: Wave;
  memberships: PlannedMembership[];
  /** Profiles of the children this person guards. */
  guards: string[];
};

export type PlannedAssignment = {
  levelId: string;
  includeBelow: boolean;
  labels: LabelKey[];
  mandatory: boolean;
  /** Days from today, negative for past; null: no due date. */
  dueInDays: number | null;
  payer: Payer;
};

export type PlannedContent = {
  key: string;
  levelId: string;
  name: string;
  description: string;
  settings: ContentSettings;
  /** What members play: the film or the course of the demo, which its settings then name. */
  plays?: "film" | "course";
  assignments: PlannedAssignment[];
};

/** Something that was sent in, with its papers. */
export type PlannedSubmission = {
  person: PlannedPerson;
  /** Acts in the person's place. */
  guardian: PlannedPerson | null;
  membership: PlannedMembership;
  content: string;
  submittedDaysAgo: number;
  completedDaysAgo: number;
  /** Days from today to the last valid day; for content whose validity is set with each submission. */
  validInDays: number | null;
  review: null | {
    daysAgo: number;
    by: PlannedPerson;
    decision: "Approved" | "RejectedReset" | "RejectedDisqualified";
    notes: string;
  };
};

/** Something that somebody has begun and not finished, or has done as far as it is theirs to do. */
export type PlannedBeginning = {
  person: PlannedPerson;
  membership: PlannedMembership;
  content: string;
  daysAgo: number;
};

/**
 * How far a background check gets at the simulated provider. The last three continue with an adverse action: its waiting period
 * runs, is stopped by a dispute, or has ended with the final notice.
 */
export const checkOutcomes = ["invited", "running", "flagged", "cleared", "waiting", "disputed", "final"] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** A background check that somebody consents to and orders. */
export type PlannedCheck = {
  person: PlannedPerson;
  membership: PlannedMembership;
  content: string;
  outcome: CheckOutcome;
  daysAgo: number;
};

/** Something that was proven otherwise and carried over, many at a time: there are no papers of it. */
export type PlannedCompletion = {
  person: PlannedPerson;
  content: string;
  recordedDaysAgo: number;
  completedDaysAgo: number;
  validInDays: number | null;
};

/** A list of people that somebody has begun to take in. */
export type PlannedRoster = { by: PlannedPerson; daysAgo: number; fileName: string; rows: string[][] };

export type PlannedOrganization = {
  organizationId: string;
  name: string;
  initials: string;
  timeZone: string;
  countryCode: OrganizationCountry;
  stateCode: string;
  cityName: string;
  accentColor: string;
  /** The first is the root. */
  levels: [PlannedLevel, ...PlannedLevel[]];
  people: PlannedPerson[];
  contents: PlannedContent[];
  submissions: PlannedSubmission[];
  completions: PlannedCompletion[];
  beginnings: PlannedBeginning[];
  /** Ordered where providers are simulated; elsewhere nothing was done about them. */
  checks: PlannedCheck[];
  /** The first administrator, who sets the organization up, adds and invites its people, and imports what they had done before. */
  founder: PlannedPerson;
  /** What it says of itself to get an account at Yardstik, and whether that was submitted. */
  application: { info: OnboardingInfo; submitted: boolean };
  roster: PlannedRoster | null;
  /** Links by which people sign up themselves. */
  signupUrls: { by: PlannedPerson; levelId: string; label: LabelKey; daysAgo: number }[];
};

/** When the organization was founded and its contents were assigned, in days ago; the first people joined then. */
export const foundedDaysAgo = 550;
export const assignedDaysAgo = 545;
/** When people joined: at the beginning, in the waves of later seasons, and lately. */
export const waves = [548, 365, 190, 60, 12, 3] as const;
export type Wave = (typeof waves)[number];

/** The levels from one up to the root, itself included. */
export function lineage(levels: readonly PlannedLevel[], levelId: string): string[] {
  const found = levels.find((one) => one.levelId === levelId);
  if (!found) return [];
  return [levelId, ...(found.parentId === null ? [] : lineage(levels, found.parentId))];
}
