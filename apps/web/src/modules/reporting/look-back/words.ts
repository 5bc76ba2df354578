/** Every text of these pages, in complete sentences. */
export const words = {
  becameCleared: "Became cleared",
  noLongerCleared: "No longer cleared",
  joinedNotCleared: "Joined, not cleared",
  leftWasNotCleared: "Left, was not cleared",
  otherChanges: "Other changes",
  clearedOfOf: ({
    before,
    before2,
    after,
    after2,
  }: {
    before: string;
    before2: string;
    after: string;
    after2: string;
  }) => `Cleared: ${before} of ${before2} → ${after} of ${after2}`,
  becameClearedAreNoLonger: ({
    dayOfInstant,
    dayOfInstant2,
    became,
    stopped,
  }: {
    dayOfInstant: string;
    dayOfInstant2: string;
    became: string;
    stopped: string;
  }) => ` (${dayOfInstant} → ${dayOfInstant2}): ${became} became cleared, ${stopped} are no longer cleared.`,
  summaryOfChanges: "Summary of changes",
  onlyTheTwoDatesAre:
    "Only the two dates are compared. Changes in between that were reversed don't show. Names and the level structure are those of today.",
  notAMemberHere: "Not a member here",
  members: "Members",
  whatChanged: ({ name }: { name: string }) => `${name}, what changed`,
  whatChangedBetweenAnd: ({ moment, moment2 }: { moment: string; moment2: string }) =>
    `What changed between ${moment} and ${moment2}`,
  whatChanged2: "What changed",
  backToToday: "Back to today",
  comparing: "Comparing",
  searchByName: "Search by name",
  fromTheEndOf: "From the end of",
  toTheEndOf: "To the end of",
  chooseALaterDay: "Choose a later day.",
  compare: "Compare",
  downloadAsCsv: "Download as CSV",
  theFirstRecordIsOf: ({ moment }: { moment: string }) =>
    `The first record is of ${moment}: who was here before it is told as having come since.`,
  peopleWhoseStatusChanged: "People whose status changed",
  noOneWhoseStatusChanged: "No one whose status changed",
  noChangesBetweenTheTwo: "No changes between the two dates",
  clearAllFilters: "Clear all filters",
  searchForAnotherNameOr: "Search for another name, or choose more kinds of changes.",
  chooseDatesThatAreFurther: "Choose dates that are further apart.",
  name: "Name",
  result: "Result",
  before: "Before",
  after: "After",
  notAsked: "not asked",
  joinedSince: "Joined since",
  noLongerAMemberHere: "No longer a member here",
  level: ({ levelName, levelName2 }: { levelName: string; levelName2: string }) =>
    `Level: ${levelName} → ${levelName2}`,
  role: ({ labelName, labelName2 }: { labelName: string; labelName2: string }) => `Role: ${labelName} → ${labelName2}`,
  ofMembershipsCheckedYouCan: ({ looked, most }: { looked: string; most: string }) =>
    `${looked} of ${most} memberships checked. You can leave this page; progress continues.`,
  thePast: "The past",
  lookBackAgain: "Look back again",
  namesAndTheLevelStructure:
    "Names and the level structure are those of today. Deleted levels count toward the level above.",
  byRole: "By role",
  byRequirement: "By requirement",
  download: "Download",
  nobodyMatchesAllOfThe: "Nobody matches all of the filters.",
  lookedBackAt: ({ name }: { name: string }) => `${name}, looked back at`,
  statusOn: ({ moment }: { moment: string }) => `Status on ${moment}`,
  statusOnAPastDate: "Status on a past date",
  loadingPastStatus: "Loading past status",
  noOneWasAMember: "No one was a member here then",
  theFirstRecordIsOfChoose: ({ moment }: { moment: string }) =>
    `The first record is of ${moment}. Choose a later date.`,
  chooseAnotherDateOrA: "Choose another date, or a higher level.",
  role2: "Role",
  notClearedThenMostFirst: "Not cleared then, most first",
  of: ({ open, all }: { open: string; all: string }) => `${open} of ${all}`,
  requirement: "Requirement",
  notDoneThenWorstFirst: "Not done then, worst first",
  of2: ({ openRequirement, total }: { openRequirement: string; total: string }) => `${openRequirement} of ${total}`,
  csv: "CSV",
  excel: "Excel",
  membersThen: "Members then",
  nobodyOfThoseWhoWere: "Nobody of those who were members then",
  ofDone: ({ count, count2 }: { count: number; count2: number }) => `${count} of ${count2} done`,
  roleThen: "Role then",
  levelThen: "Level then",
  statusThen: "Status then",
  requirementsThen: "Requirements then",
  day: "Day",
  time: "Time",
  endOfTheDayIf: "End of the day if empty",
  lookBack: "Look back",
  peopleByStatus: "People by status",
  sameToday: "same today",
  today: ({ now, value }: { now: string; value: string }) => `${now} today (${value})`,
};
