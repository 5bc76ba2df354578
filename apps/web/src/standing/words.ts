/** Every text of these pages, in complete sentences. */
export const words = {
  hasNotBeenCompletedYet: ({ name }: { name: string }) => `${name} has not been completed yet`,
  waitsToBeFinishedWith: ({ name }: { name: string }) => `${name} waits to be finished with the provider`,
  since: ({ day }: { day: string }) => ` since ${day}`,
  isCompleted: ({ name }: { name: string }) => `${name} is completed`,
  isOverdue: ({ name }: { name: string }) => `${name} is overdue`,
  on: ({ day }: { day: string }) => ` on ${day}`,
  expiresSoon: ({ name }: { name: string }) => `${name} expires soon`,
  assignedAt: ({ assignedAt }: { assignedAt: string }) => `, assigned at ${assignedAt}`,
  asAt: ({
    how,
    labelName,
    levelName,
    assigned,
  }: {
    how: string;
    labelName: string;
    levelName: string;
    assigned: string;
  }) => `${how} as ${labelName} at ${levelName}${assigned}`,
  somethingAskedAtAnotherMembership: "something asked at another membership was rejected",
  theEmailAddressHasNot: "the email address has not been confirmed yet",
  theInvitationHasNotBeen: "the invitation has not been accepted yet",
  nothingIsAskedHere: "nothing is asked here",
  everythingThatIsAskedIs: "everything that is asked is done",
  because: ({ value, clause }: { value: string; clause: string }) => `${value} because ${clause}.`,
  also: ({ clause }: { clause: string }) => `Also, ${clause}.`,
  somethingWasRejectedForGood: "Something was rejected for good.",
  nothingWasRejectedForGood: "Nothing was rejected for good.",
  theEmailAddressIsNot: "The email address is not confirmed.",
  theEmailAddressIsConfirmed: "The email address is confirmed.",
  theInvitationWasNotAccepted: "The invitation was not accepted.",
  theInvitationWasAccepted: "The invitation was accepted.",
  nothingIsAskedHere2: "Nothing is asked here.",
  somethingIsAskedHere: "Something is asked here.",
  somethingMandatoryIsNotDone: "Something mandatory is not done.",
  everythingMandatoryIsDone: "Everything mandatory is done.",
  somethingOptionalIsNotDone: "Something optional is not done.",
  everythingOptionalIsDone: "Everything optional is done.",
  allRequirementsAreDone: "All requirements are done.",
  notEverythingIsDone: "Not everything is done.",
  itWasBegunAndNot: "It was begun, and not sent in",
  itWaitsToBeFinished: "It waits to be finished with the provider",
  itIsWithTheProvider: "It is with the provider",
  aSubmissionWaitsForReview: "A submission waits for review",
  itIsDueBy: ({ lastDay }: { lastDay: string }) => ` It is due by ${lastDay}.`,
  on2: ({ dayOfInstant }: { dayOfInstant: string }) => ` on ${dayOfInstant}`,
  by: ({ reviewerName }: { reviewerName: string }) => ` by ${reviewerName}`,
  theLastOfItsDays: "the last of its days",
  completedAndValidForEver: "Completed, and valid for ever.",
  completedAndValidThrough: ({ lastDay }: { lastDay: string }) => `Completed, and valid through ${lastDay}.`,
  since2: ({ dayOfInstant }: { dayOfInstant: string }) => ` since ${dayOfInstant}`,
  anEarlierDay: "an earlier day",
  itWasBegunAndNotSent: "It was begun, and not sent in.",
  itWasNotDone: "It was not done.",
  noReviewRejectedItFor: "No review rejected it for good.",
  itHasNoCompletionThat: "It has no completion that ends within 30 days.",
  itHasNoCompletionThatIs: "It has no completion that is valid.",
  noSubmissionIsUnderWay: "No submission is under way.",
  itHasNoCompletionThatHas: "It has no completion that has expired.",
  noDueDateHasPassed: "No due date has passed.",
  validForEver: ", valid for ever",
  validThrough: ({ lastDay }: { lastDay: string }) => `, valid through ${lastDay}`,
  extendedByDecreeThrough: ({ day }: { day: string }) => `, extended by decree through ${day}`,
  completedOn: ({
    dayOfInstant,
    until,
    decree,
    completionWay,
    on,
  }: {
    dayOfInstant: string;
    until: string;
    decree: string;
    completionWay: string;
    on: string;
  }) => `Completed on ${dayOfInstant}${until}${decree}. ${completionWay}${on}.`,
  noDueDate: "no due date",
  dueOnAFixedDay: "due on a fixed day",
  dueOn: ({ day }: { day: string }) => `due on ${day}`,
  dueDaysAfterJoining: ({ value, by }: { value: number; by: string }) => `due ${value} days after joining${by}`,
  dueByTheSeasonOr: ({ value, by }: { value: number; by: string }) =>
    `due by the season, or within ${value} days for who comes later${by}`,
  fromTo: ({ from, to }: { from: number; to: number }) => `from ${from} to ${to}`,
  from: ({ from }: { from: number }) => `from ${from}`,
  byTheSeasonsEnd: " by the season's end",
  asAnsweredToTheOrganizations: "as answered to the organization's questions",
  andBelow: " and below",
  by2: ({ assignedBy }: { assignedBy: string }) => ` by ${assignedBy}`,
  askedHereSince: ({ dayOfInstant }: { dayOfInstant: string }) => ` Asked here since ${dayOfInstant}.`,
  thatAssignmentEndedOn: ({ dayOfInstant }: { dayOfInstant: string }) => ` That assignment ended on ${dayOfInstant}.`,
  mandatory: "Mandatory",
  optional: "Optional",
  carriedOverByImport: "Carried over by import",
  markedComplete: "Marked complete",
  markedIncompleteWhatWasCompleted: "Marked incomplete: what was completed before does not count",
  completedDateCorrected: "Completed date corrected",
  lastValidDayCorrected: "Last valid day corrected",
  reinstatedAfterARejection: "Reinstated after a rejection",
  extendedByDecree: "Extended by decree",
  extensionEnded: "Extension ended",
  disqualificationProposed: "Disqualification proposed",
  disqualificationDeclined: "Disqualification declined",
  by3: ({ actorName }: { actorName: string }) => ` by ${actorName}`,
  on3: ({ value, by, dayOfInstant, reason }: { value: string; by: string; dayOfInstant: string; reason: string }) =>
    `${value}${by} on ${dayOfInstant}${reason}`,
  through: ({ day }: { day: string }) => ` through ${day}`,
  by4: ({ createdBy }: { createdBy: string }) => ` by ${createdBy}`,
  endedOn: ({ dayOfInstant }: { dayOfInstant: string }) => `, ended on ${dayOfInstant}`,
  exemptSince: ({
    name,
    dayOfInstant,
    until,
    by,
    ended,
    reason,
  }: {
    name: string;
    dayOfInstant: string;
    until: string;
    by: string;
    ended: string;
    reason: string;
  }) => `${name}: exempt since ${dayOfInstant}${until}${by}${ended}${reason}`,
  timeAloneChangesNothing: "Time alone changes nothing.",
  timeAloneMakesItOn: ({ value, dayOfInstant }: { value: string; dayOfInstant: string }) =>
    `Time alone makes it ${value} on ${dayOfInstant}.`,
  timeAloneChangesNothingAbout: "Time alone changes nothing about it.",
  ifNothingIsDoneBefore: ({ value, dayOfInstant }: { value: string; dayOfInstant: string }) =>
    `If nothing is done before, it becomes ${value} on ${dayOfInstant}.`,
  why: "Why?",
  allReasons: "All reasons",
  lookingForTheReasons: "Looking for the reasons",
  itIsNotAskedFor: "It is not asked for on this membership.",
  notAskedByException: "Not asked, by exception",
  optionalForNowThisPerson: ({ day }: { day: string }) =>
    `Optional for now: this person was cleared when it was introduced (through ${day}).`,
  owedAsAt: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `Owed as ${labelName} at ${levelName}:`,
  whatReviewersDidBesides: "What reviewers did besides",
  exceptionsThatAreOver: "Exceptions that are over",
  whatWasLookedAtBefore: "What was looked at before",
  itWasAskedAtAnother: " It was asked at another membership.",
};
