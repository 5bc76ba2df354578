import { plural } from "../../../plural.ts";

/** Every text about past dates: a level's status on a past date, and the comparison of two dates. */
export const words = {
  // Used by both pages
  members: "Members",
  name: "Name",
  searchByName: "Search by name",
  clearAllFilters: "Clear all filters",
  backToToday: "Back to today",
  whatChanged: "What changed",
  pastStatusNotLoaded: "The past status couldn't be loaded",
  loadAgain: "Load again",
  checked: ({ checked, count }: { checked: string; count: number }) =>
    plural(count, {
      one: `${checked} of # membership checked. You can leave this page; progress continues.`,
      other: `${checked} of # memberships checked. You can leave this page; progress continues.`,
    }),

  // Status on a past date
  pageTitle: ({ level }: { level: string }) => `${level}: status on a past date`,
  statusOn: ({ time }: { time: string }) => `Status on ${time}`,
  statusOnPastDate: "Status on a past date",
  todayHint: "Names and levels are shown as they are today. Deleted levels count toward the level above.",
  loadingPastStatus: "Loading past status",
  date: "Date",
  time: "Time",
  timeHint: "End of the day if empty",
  viewStatus: "View status",
  peopleByStatus: "People by status",
  sameToday: "same today",
  todayDifference: ({ count, difference }: { count: string; difference: string }) => `${count} today (${difference})`,
  byRole: "By role",
  byRequirement: "By requirement",
  role: "Role",
  requirement: "Requirement",
  notCleared: "Not cleared then, highest share first",
  notDone: "Not done then, highest share first",
  openOf: ({ open, total }: { open: string; total: string }) => `${open} of ${total}`,
  download: "Download",
  csv: "CSV",
  excel: "Excel",
  membersThen: "Members then",
  roleThen: "Role then",
  levelThen: "Level then",
  statusThen: "Status then",
  requirementsThen: "Requirements then",
  doneOf: ({ done, total }: { done: number; total: number }) => `${done} of ${total} done`,
  noMembers: "No one was a member here then",
  noMembersBefore: ({ time }: { time: string }) => `The first record is from ${time}. Choose a later date.`,
  noMembersHint: "Choose another date, or a higher level.",
  noMatch: "No one matches",
  noMatchHint: "Remove a filter, or search for another name.",

  // The comparison of two dates
  comparisonTitle: ({ level }: { level: string }) => `${level}: what changed`,
  changedBetween: ({ from, to }: { from: string; to: string }) => `What changed between ${from} and ${to}`,
  comparisonHint:
    "Only the two dates are compared. Changes that were reversed in between aren't shown. Names and levels are shown as they are today.",
  comparing: "Comparing",
  fromDate: "From the end of",
  toDate: "To the end of",
  laterDateMissing: "Choose a later date.",
  compare: "Compare",
  downloadCsv: "Download as CSV",
  recordStarts: ({ time }: { time: string }) =>
    `The first record is from ${time}. Anyone who was already a member is shown as joined since.`,
  clearedThenNow: ({
    clearedBefore,
    membersBefore,
    clearedAfter,
    membersAfter,
  }: {
    clearedBefore: string;
    membersBefore: string;
    clearedAfter: string;
    membersAfter: string;
  }) => `Cleared: ${clearedBefore} of ${membersBefore} → ${clearedAfter} of ${membersAfter}`,
  clearedChanges: ({ from, to, became, stopped }: { from: string; to: string; became: string; stopped: string }) =>
    `${from} → ${to}: ${became} became cleared, ${stopped} no longer cleared.`,
  summary: "Summary of changes",
  becameCleared: "Became cleared",
  noLongerCleared: "No longer cleared",
  joinedNotCleared: "Joined, not cleared",
  leftNotCleared: "Left, was not cleared",
  otherChanges: "Other changes",
  changedPeople: "People whose status changed",
  result: "Result",
  before: "Before",
  after: "After",
  notMember: "Not a member here",
  notRequired: "not required",
  joinedSince: "Joined since",
  noLongerMember: "No longer a member here",
  levelChanged: ({ before, after }: { before: string; after: string }) => `Level: ${before} → ${after}`,
  roleChanged: ({ before, after }: { before: string; after: string }) => `Role: ${before} → ${after}`,
  requirementChanged: ({ name, before, after }: { name: string; before: string; after: string }) =>
    `${name}: ${before} → ${after}`,
  noChanges: "No changes between the two dates",
  noChangesHint: "Choose dates that are further apart.",
  noMatchingChanges: "No matching changes",
  noMatchingChangesHint: "Search for another name, or choose more kinds of changes.",
};
