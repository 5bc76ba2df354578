import { plural } from "../../../plural.ts";

/** The texts of the review queue, of one submission under review, and of the review statistics. */
export const words = {
  // Shared
  reasonMissing: "Enter a reason. It's kept in the history.",
  decided: "Decided",
  cancel: "Cancel",
  decide: "Decide",
  decisionMissing: "Choose a decision first.",
  decision: "Decision",
  notesOptional: "Notes (optional)",
  notes: "Notes",
  reviewersReadNotes: "Only reviewers will read this.",
  approve: "Approve",
  requestChanges: "Request changes",
  disqualify: "Disqualify",
  awaitingReview: "Awaiting review",
  completedOn: "Completed on",
  validUntil: "Valid through",
  unsavedNotes: "Your notes",
  beingReviewedBy: ({ name }: { name: string }) => `Being reviewed by ${name}`,
  nextSubmission: "Next submission",
  disqualificationProposed: "Disqualification proposed",
  samePerson: "Uploaded and decided by the same person",
  role: "Role",
  labelAtLevel: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  submitted: "Submitted",
  document: "Document",
  type: "Type",
  source: "Source",
  name: "Name",
  requirement: "Requirement",
  review: "Review",
  submissions: "Submissions",
  bulkDecided: ({ count }: { count: number }) =>
    plural(count, { one: "# submission decided.", other: "# submissions decided." }),
  bulkProposed: ({ count }: { count: number }) =>
    plural(count, {
      one: "# disqualification proposed. A second reviewer confirms it.",
      other: "# disqualifications proposed. A second reviewer confirms them.",
    }),
  bulkSkipped: ({ count }: { count: number }) =>
    plural(count, { one: "# submission skipped.", other: "# submissions skipped." }),
  bulkNotReached: ({ count }: { count: number }) =>
    plural(count, {
      one: "# submission wasn't reached and is still awaiting review.",
      other: "# submissions weren't reached and are still awaiting review.",
    }),
  bulkDisqualifyHelp: ({ count }: { count: number }) =>
    plural(count, {
      one: "Bars the person from every membership. Only an Admin can undo this.",
      other: "Bars up to # people from every membership. Only an Admin can undo this, one person at a time.",
    }),
  validUntilHelpThrough: ({ day }: { day: string }) =>
    `As shown on the document. It must be valid through ${day} or later.`,
  validUntilByMemberThrough: ({ day }: { day: string }) =>
    `Entered by the member. Check the document. It must be valid through ${day} or later.`,
  claimedHelp: ({ name }: { name: string }) =>
    `Review another submission, or take this one over if ${name} has left it.`,
  claimedNotesKeptHelp: ({ name }: { name: string }) =>
    `Review another submission, or take this one over if ${name} has left it. Your notes are kept while this page is open.`,
  approvedNotice: ({ name, status }: { name: string; status: string }) => `${name} was approved and is now ${status}.`,
  changesRequestedNotice: ({ name, status }: { name: string; status: string }) =>
    `${name} was asked for changes and is now ${status}.`,
  disqualifiedNotice: ({ name }: { name: string }) => `${name} was disqualified.`,
  confirmedEffect: ({ name }: { name: string }) =>
    `Once confirmed, ${name} will be Disqualified on every membership in the organization, whatever else they have completed.`,
  hours: ({ hours }: { hours: string }) => `${hours} h`,
  openKeyHelp: "Open",
  selectKeyHelp: "Select",
  searchListKeyHelp: "Search",
  waitingCountOrMore: ({ count }: { count: string }) => `${count}+ waiting`,
  listLoading: "That key did nothing. The list is still loading.",
  previousNotFound: ({ message }: { message: string }) => `The previous submission couldn't be found. ${message}`,

  // BulkResults
  skippedTitle: "Skipped",

  // BulkReviewDialog
  bulkProgress: ({ done, total }: { done: string; total: string }) => `${done} of ${total} decided.`,
  bulkLimit: ({ most }: { most: string }) => `You can decide ${most} at once. Those waiting longest are decided first.`,
  bulkSkips:
    "Anything you can't decide, and anything with a proposed disqualification, is skipped and listed with the reason.",
  retrySkipped: ({ count }: { count: string }) => `Try ${count} again`,
  done: "Done",
  notFinished: "Not finished",
  bulkDeciding: ({ count }: { count: number }) =>
    plural(count, { one: "Deciding # submission", other: "Deciding # submissions" }),
  stopping: "Stopping…",
  stopBulk: "Stop",
  progress: "Progress",
  bulkDecideTitle: ({ count }: { count: number }) =>
    plural(count, { one: "Decide # submission", other: "Decide # submissions" }),
  nothingWasDecided: "Nothing was decided",
  membersReadNotes: "All of these members will read this. Say what they should do differently.",
  approveMany: ({ count }: { count: string }) => `Approve ${count}`,
  requestChangesOfMany: ({ count }: { count: string }) => `Request changes to ${count}`,
  disqualifyMany: ({ count }: { count: string }) => `Disqualify ${count}`,
  bulkApproveHelp: ({ count }: { count: number }) =>
    plural(count, { one: "Valid from its completion date.", other: "Each is valid from its own completion date." }),
  bulkChangesHelp: "Your notes are emailed to the members.",
  disqualifyRefused: "Only a Director or an Admin can do this.",

  // DecisionBadge
  approved: "Approved",
  changesRequested: "Changes requested",
  disqualified: "Disqualified",

  // DecisionForm
  confirmKeyHint: "Ctrl+Enter",
  validUntilMissing: "Enter the last day the document is valid.",
  validUntilTooEarly: "This is before the completion date.",
  validUntilTooSoon: ({ day }: { day: string }) =>
    `It must be valid through ${day} or later. If the document expires earlier, request a newer one.`,
  notDecided: "Not decided",
  validUntilHelp: "As shown on the document.",
  validUntilByMember: "Entered by the member. Check the document.",
  proposeToDisqualify: "Propose to disqualify",
  decisionRefused: "You don't have permission to decide this.",
  approveHelp: "Valid from its completion date.",
  changesHelp: ({ reader }: { reader: string }) => `${reader} will read your notes.`,
  proposeHelp: "A second reviewer confirms it.",
  disqualifyHelp: "Bars them from every membership.",
  memberReadsNotes: ({ reader }: { reader: string }) => `${reader} will read this. Say what to do differently.`,
  choiceMissing: "Choose a decision.",
  completedOnMissing: "Enter the date it was completed.",
  dateInFuture: "This date is in the future.",

  // DecisionPanel
  beatenHelp: "Someone else decided first. This is the current state.",
  proposedNotice: ({ name }: { name: string }) => `You proposed to disqualify ${name}. A second reviewer confirms it.`,
  decisionFailed: ({ name, message }: { name: string; message: string }) =>
    `The decision on ${name}'s submission wasn't saved. ${message}`,
  backToList: "Back to the list",
  takeOver: "Take over",
  proposalWithdrawn: "You withdrew your proposal.",
  proposalDeclined: "Disqualification declined.",
  alreadyDecided: "Already decided",
  decidedBy: ({ reviewer }: { reviewer: string }) => `${reviewer} has decided this submission.`,
  nothingToDecide: "There is nothing to decide.",

  // DisqualifyDialog
  proposeEffect: "Nothing changes until a second reviewer confirms it.",
  disqualifyEffect: ({ name }: { name: string }) =>
    `${name} will be Disqualified on every membership in the organization, whatever else they have completed.`,
  disqualifyUndo: "Only an Admin can undo this.",
  proposeTitle: ({ name }: { name: string }) => `Propose to disqualify ${name}?`,
  disqualifyTitle: ({ name }: { name: string }) => `Disqualify ${name}?`,
  propose: "Propose",

  // durations
  underOneMinute: "Under 1 min",
  minutes: ({ minutes }: { minutes: string }) => `${minutes} min`,
  days: ({ days }: { days: string }) => `${days} days`,

  // KeysDialog
  previousSubmission: "Previous submission",
  replyKeys: "1 to 9",
  replyKeysHelp: "Insert a saved reply (with Alt if you've started typing)",
  confirmKeys: "Ctrl Enter",
  confirmKeysHelp: "Confirm decision",
  pageKeysHelp: "Next or previous page of the document",
  zoomKeysHelp: "Zoom in, zoom out, fit to width",
  viewKeysHelp: "Fit page, rotate, full screen",
  searchKeyHelp: "Search the list",
  helpKeyHelp: "Show keyboard shortcuts",
  rowKeysHelp: "Next or previous row",
  decideKeyHelp: "Decide selected submissions",
  keysTitle: "Keyboard shortcuts",

  // ProposalPanel
  proposedAgo: ({ ago }: { ago: string }) => `Proposed ${ago}. Waiting for a second reviewer.`,
  proposalNeedsRole: "A Director or an Admin confirms or declines it.",
  youProposedThis: "You proposed this",
  proposedBy: ({ name }: { name: string }) => `${name} proposes to disqualify`,
  notSaved: "Not saved",
  confirm: "Confirm",
  withdraw: "Withdraw",
  decline: "Decline",

  // Reasons
  savedReplies: "Saved replies",
  repliesHelp: "Press a number to insert a reply (with Alt if you've started typing).",
  showInSpanish: "En español",
  showInEnglish: "In English",
  inMembersSpanish: "In Spanish, the language of their emails.",
  inMembersEnglish: "In English, the language of their emails.",

  // ReviewFacts
  youUploadedThisHelp: "If you also decide it, the record says that the same person uploaded and decided it.",
  memberInstructions: "Instructions for the member",
  whyStatus: ({ status }: { status: string }) => `Why the status is ${status}`,
  proposedDisqualifications: "Proposed disqualifications",
  facts: "Details",
  person: "Person",
  dateOfBirth: "Date of birth",
  unknown: "Unknown",
  submittedBy: "Submitted by",
  submittedByFor: ({ submitter, name }: { submitter: string; name: string }) => `${submitter}, for ${name}`,
  due: "Due",
  youUploadedThis: "You uploaded this",
  sentBack: ({ ago }: { ago: string }) => `Changes requested ${ago}`,
  proof: "Proof",
  grade: "Grade",
  nameAsPrinted: "Name as printed",
  dateOfBirthAsPrinted: "Date of birth as printed",
  atiNumber: "ATI number",
  trainingResult: "Training result",
  trainingPassed: ({ minutes, tries }: { minutes: number; tries: number }) =>
    `Passed. ${plural(minutes, { one: "# minute", other: "# minutes" })}, ${plural(tries, { one: "# attempt", other: "# attempts" })}.`,
  trainingPassedWithScore: ({ score, minutes, tries }: { score: number; minutes: number; tries: number }) =>
    `Passed with ${score}%. ${plural(minutes, { one: "# minute", other: "# minutes" })}, ${plural(tries, { one: "# attempt", other: "# attempts" })}.`,
  background: "More details",
  typeAndVersion: ({ type, version }: { type: string; version: number }) => `${type}, version ${version}`,
  email: "Email",
  decisionsOnRequirement: ({ count }: { count: number }) =>
    plural(count, { one: "# decision on this requirement", other: "# decisions on this requirement" }),
  proposed: "Proposed",
  declined: "Declined",

  // RegistryPanel
  registrySearch: "Registry search",
  registryNotLoaded: "The registry search couldn't be loaded",
  loadingRegistrySearch: "Loading registry search",
  notSearchedYet: "Not searched yet",
  birthNeededToSearch: "The search runs once the date of birth is known.",
  searchRunsSoon: "The search runs automatically. You can also search by hand.",
  searchNeedsRegistry: "Nobody is searched automatically until a platform operator loads a registry.",
  noRegistryMatches: "No matches.",
  registriesSearched: "Registries searched",
  searchedOn: ({ moment }: { moment: string }) => `Last searched on ${moment}.`,
  noRegistriesSearched: "No registries are searched on this installation.",
  registryAsOf: ({ name, day }: { name: string; day: string }) => `${name}, as of ${day}`,
  searchByHand: "Search by hand",
  searchRegistryByHand: ({ name }: { name: string }) => `Search by hand: ${name}`,
  scoreOf100: ({ score }: { score: number }) => `${score} of 100`,
  dismissedEarlier: "Reviewed earlier: not the same person",
  registryEntry: "Registry entry",
  comparison: "Comparison",
  whyMatched: "Why it's a match",
  entryOf: ({ registry, day, entryId }: { registry: string; day: string; entryId: string }) =>
    `${registry}, as of ${day}. Registry ID: ${entryId}.`,
  openEntry: "Open entry",
  openEntryOf: ({ name }: { name: string }) => `Open entry of ${name}`,
  moreFromRegistry: "More from the registry",
  same: "Same",
  partlySame: "Partly the same",
  different: "Different",
  notKnown: "Not known",
  matchSameName: "Same name",
  matchNickname: "Nickname",
  matchSoundsAlike: "Names sound alike",
  matchSpelledAlike: "Names are spelled alike",
  matchPartOfName: "Part of the name is the same",
  matchInitial: "Same initial",
  matchSwappedNames: "First and last name swapped",
  matchAlias: "Matches another name",
  matchSameBirth: "Same date of birth",
  matchSwappedDayAndMonth: "Day and month swapped",
  matchNearBirth: "Date of birth differs by one digit",
  matchNoBirth: "No date of birth in the registry",
  matchNoBirthOfPerson: "The person's date of birth is unknown",
  // DecisionForm, of what the registry search found
  falseMatch: "False match",
  falseMatchHelp: "The person isn't any of these.",
  confirmedMatch: "Confirmed match",
  memberReadsNotesOnMatch: ({ reader }: { reader: string }) =>
    `${reader} will read this. Don't mention a possible match.`,
  proposeConfirmedMatch: "Propose confirmed match",

  // ReviewFiles
  noFilesHelp: "Decide based on the details, or request changes.",
  noFilesSubmitted: "No files submitted",
  documents: ({ count }: { count: number }) => plural(count, { one: "# document", other: "# documents" }),
  files: "Files",

  // ReviewFilters
  dueSoonOrOverdue: "Due soon or overdue",
  openByMe: "Open by me",
  openByOthers: "Open by others",
  notOpen: "Not open",
  searchByName: "Search by name",
  sourceOver1000: ({ label }: { label: string }) => `${label}, over 1,000`,
  state: "State",
  levelNamed: ({ name }: { name: string }) => `Level: ${name}`,
  level: "Level",
  oldestFirst: "Oldest first",
  newestFirst: "Newest first",
  changeToNewestFirst: "Oldest first: change to newest first",
  changeToOldestFirst: "Newest first: change to oldest first",
  clearAll: "Clear all",
  levelAndBelow: "At this level and below",
  anywhere: "Anywhere",

  // ReviewListPage
  pageLead: "Review what members have submitted.",
  noLongerAMember: "No longer a member",
  decidedByReviewer: ({ reviewer }: { reviewer: string }) => `by ${reviewer}`,
  nothingMatchesHelp: "Remove a filter, or search for the beginning of a name.",
  nothingToReviewHelp: "You've reviewed everything. New submissions appear here.",
  nothingDecidedHelp: "Decisions appear here with the reviewer's name.",
  reviewList: "The review list",
  statistics: "Statistics",
  reviewLists: "Review lists",
  awaitingReviewTab: "Awaiting Review",
  recentlyReviewedTab: "Recently Reviewed",
  showNew: ({ count }: { count: number }) =>
    plural(count, { one: "Show # new submission", other: "Show # new submissions" }),
  recentlyReviewed: "Recently reviewed",
  decideSelected: ({ count }: { count: string }) => `Decide ${count}`,
  pendingKeysHelp:
    "Press j or k to move, Enter to open, x to select, and b to decide selected submissions. Press ? for all shortcuts.",
  decidedKeysHelp: "Press j or k to move and Enter to open. Press ? for all shortcuts.",
  openByYou: "Open by you",
  nothingMatches: "Nothing matches",
  nothingToReview: "Nothing to review",
  nothingDecided: "No decisions yet",

  // ReviewPage
  waitingCount: ({ count }: { count: string }) => `${count} waiting`,
  reviewKeysHelp:
    "Press a, r, or d to choose, j or k to go to the next or previous submission, and n or b to turn pages. Press ? for all shortcuts.",
  reviewOf: ({ name }: { name: string }) => `Review: ${name}`,
  thisSubmission: "This submission",
  previous: "Previous",
  next: "Next",
  loadingTheSubmission: "Loading the submission",

  // StatisticsPage
  statisticsLead: "Decisions in the last 12 weeks on submissions you can review.",
  noStatisticsHelp: "Review times appear here after the first decision.",
  weeksMarked: "Weeks marked + include only the latest decisions.",
  waitingByAge: "Waiting now, by how long",
  waiting: "Waiting",
  median: "Median",
  ninetiethPercentile: "90th percentile",
  reviewStatistics: "Review statistics",
  statisticsPage: "The statistics",
  downloadCsv: "Download CSV",
  loadingTheStatistics: "Loading the statistics",
  timeFromSubmissionToDecision: "Time from submission to decision",
  noDecisions: "No decisions in the last 12 weeks",
  waitingNow: "Waiting now",
  weekByWeek: "Week by week",
  byWeek: "By week",
  weekStarting: "Week of",
  byReviewer: "By reviewer",
  reviewer: "Reviewer",
  byRequirement: "By requirement",
  upToADay: "Up to a day",
  upToThreeDays: "Up to 3 days",
  upToAWeek: "Up to a week",
  longer: "Longer",

  // useSteps
  submissionLoading: "That key did nothing. The submission is still loading.",
  lastSubmission: "This is the last submission.",
  firstSubmission: "This is the first submission.",
  nextNotFound: ({ message }: { message: string }) => `The next submission couldn't be found. ${message}`,
  tryAgain: "Try again",
};
