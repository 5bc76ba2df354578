/** Every text of these pages, in complete sentences. */
export const words = {
  skipToContent: "Skip to content",
  openMenu: "Open menu",
  menu: "Menu",
  yourChild: "Your child",
  incidents: "Incidents",
  roles: "Roles",
  organization: "Organization",
  auditLog: "Audit log",
  myRequirements: "My requirements",
  family: "Family",
  dashboard: "Dashboard",
  review: "Review",
  waitingForReview: "waiting for review",
  library: "Library",
  levels: "Levels",
  platformAdministration: "Platform administration",
  moreOf: ({ min, count }: { min: number; count: number }) => `${min} more of ${count}`,
  findALevel: "Find a level",
  levelsBelow: ({ name }: { name: string }) => `Levels below ${name}`,
  noLevelOfThisName: "No level of this name",
  theFirst: ({ mostFound }: { mostFound: number }) => `The first ${mostFound}`,
  found: ({ count }: { count: number }) => `${count} found`,
  main: "Main",
  loading: "Loading",
  goOnAsOfTo: ({
    firstName,
    lastName,
    organizationName,
  }: {
    firstName: string;
    lastName: string;
    organizationName: string;
  }) =>
    `Go on as ${firstName} ${lastName} of ${organizationName} to see it. You can switch back at any time from the header.`,
  thisPageBelongsTo: ({ organizationName }: { organizationName: string }) => `This page belongs to ${organizationName}`,
  youAreInNow: ({ organizationName }: { organizationName: string }) => `You are in ${organizationName} now`,
  switchTo: ({ organizationName }: { organizationName: string }) => `Switch to ${organizationName}`,
  thisTabStillActsFor: ({ organizationName }: { organizationName: string }) =>
    `This tab still acts for ${organizationName}.`,
  youWentOnInIn: ({ organizationName }: { organizationName: string }) =>
    `You went on in ${organizationName} in another tab`,
  switchHereToo: "Switch here too",
  stay: "Stay",
  requirements: "Requirements",
  myDetails: "My details",
  accountSettings: "Account settings",
  logOut: "Log out",
  profilesAndAccount: "Profiles and account",
  profiles: "Profiles",
  loadingTouchline: "Loading Touchline",
  yourSession: "Your session",
  switchingProfile: "Switching profile",
  loadingYourProfile: "Loading your profile",
  yourProfile: "Your profile",
  thisProfileIsNoLonger: "This profile is no longer yours",
  chooseAnotherOneOrAsk: "Choose another one, or ask your organization.",
};
