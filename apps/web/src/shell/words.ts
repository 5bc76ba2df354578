import { plural } from "../plural.ts";

/** The texts of the frame around every page: header, navigation, levels and profile menu. */
export const words = {
  // Shared
  family: "Family",
  dashboard: "Dashboard",
  review: "Review",
  library: "Library",
  levels: "Levels",

  // NoAccess
  noAccess: "Your role doesn't have access to that page.",

  // AppShell
  skipToContent: "Skip to content",
  openMenu: "Open menu",
  menu: "Menu",

  // ConnectedShell
  yourChild: "Your child",
  incidents: "Incidents",
  roles: "Roles",
  organization: "Organization",
  screening: "Screening",
  auditLog: "Audit log",
  payments: "Payments",
  billing: "Billing",
  myRequirements: "My requirements",
  waitingForReview: ({ count }: { count: number }) =>
    plural(count, { one: "# waiting for review", other: "# waiting for review" }),
  platformAdministration: "Platform administration",

  // LevelTree
  showMoreLevels: ({ more, total }: { more: number; total: number }) => `Show ${more} more of ${total}`,
  findLevel: "Find a level",
  levelsBelow: ({ name }: { name: string }) => `Levels below ${name}`,
  noLevelFound: "No levels found",
  firstLevels: ({ count }: { count: number }) =>
    plural(count, { one: "First level shown", other: "First # levels shown" }),
  levelsFound: ({ count }: { count: number }) => plural(count, { one: "# level found", other: "# levels found" }),

  // Navigation
  main: "Main",

  // OtherOrganization
  loading: "Loading",

  // OtherOrganizationOffer
  switchHelp: ({
    firstName,
    lastName,
    organizationName,
  }: {
    firstName: string;
    lastName: string;
    organizationName: string;
  }) =>
    `Continue as ${firstName} ${lastName} at ${organizationName} to see it. You can switch back at any time from the header.`,
  otherOrganizationTitle: ({ organizationName }: { organizationName: string }) =>
    `This page belongs to ${organizationName}`,
  currentOrganization: ({ organizationName }: { organizationName: string }) => `You're in ${organizationName} now`,
  switchTo: ({ organizationName }: { organizationName: string }) => `Switch to ${organizationName}`,

  // OtherTab
  otherTabHelp: ({ organizationName }: { organizationName: string }) => `This tab is still using ${organizationName}.`,
  otherTabTitle: ({ organizationName }: { organizationName: string }) =>
    `You switched to ${organizationName} in another tab`,
  switchThisTab: "Switch this tab",
  stay: "Don't switch",

  // ProfileMenu
  myDetails: "My details",
  accountSettings: "Account settings",
  logOut: "Log out",
  profilesAndAccount: "Profiles and account",
  profiles: "Profiles",

  // ShellRoute
  loadingTouchline: "Loading Touchline",
  sessionNotLoaded: "Your session couldn't be loaded",
  switchingProfile: "Switching profile",
  organizationSuspended: "Your organization is suspended",
  chooseProfile: "Choose another profile",
  viewing: "Viewing as another person",
  viewingAs: ({ name, moment }: { name: string; moment: string }) =>
    `You're viewing Touchline as ${name} until ${moment}. You can't change anything.`,
  stopViewing: "Stop viewing",
  loadingYourProfile: "Loading your profile",
  profileNotLoaded: "Your profile couldn't be loaded",
  profileGone: "You no longer have this profile",
  profileGoneHelp: "Choose another profile or contact your organization.",
};
