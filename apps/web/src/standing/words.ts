import { plural } from "../plural.ts";

/** Every text that explains why a membership or a requirement has its status. */
export const words = {
  // One reason, in a sentence
  notCompleted: ({ name }: { name: string }) => `${name} hasn't been completed.`,
  waitingForMember: ({ name }: { name: string }) => `${name} has to be finished with the provider.`,
  withProvider: ({ name }: { name: string }) => `${name} is with the provider.`,
  withProviderSince: ({ name, date }: { name: string; date: string }) =>
    `${name} has been with the provider since ${date}.`,
  completed: ({ name }: { name: string }) => `${name} is completed.`,
  overdue: ({ name }: { name: string }) => `${name} is overdue.`,
  expired: ({ name }: { name: string }) => `${name} expired.`,
  expiredOn: ({ name, date }: { name: string; date: string }) => `${name} expired on ${date}.`,
  expiresSoon: ({ name }: { name: string }) => `${name} expires soon.`,
  inReview: ({ name }: { name: string }) => `${name} is awaiting review.`,
  inReviewSince: ({ name, date }: { name: string; date: string }) => `${name} has been awaiting review since ${date}.`,
  rejected: ({ name }: { name: string }) => `${name} was rejected.`,
  rejectedOn: ({ name, date }: { name: string; date: string }) => `${name} was rejected on ${date}.`,
  rejectedElsewhere: "A requirement of another membership was rejected.",
  emailNotConfirmed: "The email address isn't confirmed.",
  invitationNotAccepted: "The invitation wasn't accepted.",
  noRequirements: "No requirements are assigned here.",
  allDone: "All requirements are completed.",
  statusBecause: ({ status, reason }: { status: string; reason: string }) => `${status}: ${reason}`,
  requiredFor: ({ role, level }: { role: string; level: string }) => `Required for ${role} at ${level}.`,
  requiredForFrom: ({ role, level, assignedAt }: { role: string; level: string; assignedAt: string }) =>
    `Required for ${role} at ${level}, assigned at ${assignedAt}.`,
  optionalFor: ({ role, level }: { role: string; level: string }) => `Optional for ${role} at ${level}.`,
  optionalForFrom: ({ role, level, assignedAt }: { role: string; level: string; assignedAt: string }) =>
    `Optional for ${role} at ${level}, assigned at ${assignedAt}.`,

  // All reasons of a status, opened step by step
  why: "Why?",
  allReasons: "All reasons",
  loadingReasons: "Loading reasons",
  statusSince: ({ status, date }: { status: string; date: string }) => `${status} since ${date}`,
  checkedFirst: "Checked first",
  checkedFirstFor: ({ name }: { name: string }) => `Checked first: ${name}`,
  requiredElsewhere: "It was required by another membership.",
  notRequired: "This isn't required for this membership.",
  requiredForLabel: ({ role, level }: { role: string; level: string }) => `Required for ${role} at ${level}:`,
  optionalThrough: ({ day }: { day: string }) =>
    `Optional through ${day}, because this person was cleared when it was introduced.`,
  exemptions: "Exceptions",
  pastExemptions: "Past exceptions",
  reviewerActions: "Other reviewer actions",

  // The text of each rule of the overall status, if it applies and if it doesn't
  someRejected: "A requirement was permanently rejected.",
  noneRejected: "No requirement was permanently rejected.",
  emailConfirmed: "The email address is confirmed.",
  invitationAccepted: "The invitation was accepted.",
  someRequirements: "Requirements are assigned here.",
  mandatoryOpen: "A mandatory requirement isn't completed.",
  mandatoryDone: "All mandatory requirements are completed.",
  optionalOpen: "An optional requirement isn't completed.",
  optionalDone: "All optional requirements are completed.",
  notAllDone: "Not all requirements are completed.",

  // What decided a requirement's status
  ruleRejected: "Permanently rejected.",
  ruleRejectedOn: ({ date }: { date: string }) => `Permanently rejected on ${date}.`,
  ruleRejectedBy: ({ name }: { name: string }) => `Permanently rejected by ${name}.`,
  ruleRejectedByOn: ({ name, date }: { name: string; date: string }) => `Permanently rejected by ${name} on ${date}.`,
  ruleExpiresSoon: "Completed. It expires in less than 30 days.",
  ruleExpiresSoonOn: ({ day }: { day: string }) => `Completed. It's valid through ${day}, less than 30 days from now.`,
  ruleValid: "Completed, with no expiration date.",
  ruleValidThrough: ({ day }: { day: string }) => `Completed, and valid through ${day}.`,
  ruleStarted: "It was started but not submitted.",
  ruleStartedOn: ({ date }: { date: string }) => `It was started on ${date} but not submitted.`,
  ruleWaitingForMember: "It has to be finished with the provider.",
  ruleWaitingForMemberSince: ({ date }: { date: string }) =>
    `It has been waiting to be finished with the provider since ${date}.`,
  ruleWithProvider: "It's with the provider.",
  ruleWithProviderSince: ({ date }: { date: string }) => `It has been with the provider since ${date}.`,
  ruleInReview: "A submission is awaiting review.",
  ruleInReviewSince: ({ date }: { date: string }) => `A submission has been awaiting review since ${date}.`,
  ruleExpired: "Expired.",
  ruleExpiredAfter: ({ day }: { day: string }) => `Expired. It was valid through ${day}.`,
  ruleOverdue: "Overdue. It's mandatory, and its due date has passed.",
  ruleOverdueSince: ({ day }: { day: string }) => `Overdue. It's mandatory, and was due by ${day}.`,
  ruleNotCompleted: "It isn't completed.",
  dueBy: ({ day }: { day: string }) => `It's due by ${day}.`,

  // The rules that were checked first and didn't decide
  wasNotRejected: "It wasn't permanently rejected.",
  doesNotExpireSoon: "It has no completion that expires within 30 days.",
  hasNoValidCompletion: "It has no valid completion.",
  hasNoOpenSubmission: "No submission is in progress.",
  hasNotExpired: "It has no expired completion.",
  isNotOverdue: "Its due date hasn't passed.",

  // The completion that counts
  completedOn: ({ day }: { day: string }) => `Completed on ${day}, with no expiration date.`,
  completedOnThrough: ({ day, lastDay }: { day: string; lastDay: string }) =>
    `Completed on ${day}, valid through ${lastDay}.`,
  extendedThrough: ({ day }: { day: string }) => `Extended through ${day}.`,
  completedHow: ({ how }: { how: string }) => `${how}.`,
  completedHowOn: ({ how, date }: { how: string; date: string }) => `${how} on ${date}.`,

  // The assignment that requires it
  mandatoryAt: ({ roles, level }: { roles: string; level: string }) => `Mandatory: assigned to ${roles} at ${level}.`,
  mandatoryBelow: ({ roles, level }: { roles: string; level: string }) =>
    `Mandatory: assigned to ${roles} at ${level} and its sublevels.`,
  optionalAt: ({ roles, level }: { roles: string; level: string }) => `Optional: assigned to ${roles} at ${level}.`,
  optionalBelow: ({ roles, level }: { roles: string; level: string }) =>
    `Optional: assigned to ${roles} at ${level} and its sublevels.`,
  ages: ({ from, to }: { from: number; to: number }) => `Ages ${from} to ${to}.`,
  agesFrom: ({ from }: { from: number }) => `Ages ${from} and up.`,
  agesTo: ({ to }: { to: number }) => `Ages up to ${to}.`,
  seasonAges: ({ from, to }: { from: number; to: number }) => `Ages ${from} to ${to} at the end of the season.`,
  seasonAgesFrom: ({ from }: { from: number }) => `Ages ${from} and up at the end of the season.`,
  seasonAgesTo: ({ to }: { to: number }) => `Ages up to ${to} at the end of the season.`,
  byAnswers: "Depends on the answers to the organization's questions.",
  answered: ({ answers }: { answers: string }) => `For people who answered ${answers}.`,
  answeredYes: ({ question }: { question: string }) => `yes to “${question}”`,
  answeredNo: ({ question }: { question: string }) => `no to “${question}”`,
  assignedOn: ({ date }: { date: string }) => `Assigned on ${date}.`,
  assignedByOn: ({ name, date }: { name: string; date: string }) => `Assigned by ${name} on ${date}.`,
  noDueDate: "No due date.",
  dueOnFixedDate: "Due on a fixed date.",
  dueOn: ({ day }: { day: string }) => `Due on ${day}.`,
  dueAfterJoining: ({ count }: { count: number }) =>
    plural(count, { one: "Due # day after joining.", other: "Due # days after joining." }),
  dueAfterJoiningOn: ({ count, day }: { count: number; day: string }) =>
    plural(count, { one: `Due # day after joining, on ${day}.`, other: `Due # days after joining, on ${day}.` }),
  dueBySeason: ({ count }: { count: number }) =>
    plural(count, {
      one: "Due when the season starts, or within # day for people who join later.",
      other: "Due when the season starts, or within # days for people who join later.",
    }),
  dueBySeasonOn: ({ count, day }: { count: number; day: string }) =>
    plural(count, {
      one: `Due on ${day}: when the season starts, or within # day for people who join later.`,
      other: `Due on ${day}: when the season starts, or within # days for people who join later.`,
    }),
  requiredSince: ({ date }: { date: string }) => `Required here since ${date}.`,
  assignmentEnded: ({ date }: { date: string }) => `This assignment ended on ${date}.`,

  // What reviewers did besides deciding on submissions
  imported: "Imported",
  markedComplete: "Marked complete",
  markedIncomplete: "Marked incomplete",
  completedDateCorrected: "Completed date corrected",
  lastDayCorrected: "Last valid day corrected",
  reinstated: "Reinstated",
  extended: "Extended",
  extensionEnded: "Extension ended",
  disqualificationProposed: "Disqualification proposed",
  disqualificationDeclined: "Disqualification declined",
  stateSentRecord: "Record received from the state",
  actOn: ({ act, date }: { act: string; date: string }) => `${act} on ${date}.`,
  actByOn: ({ act, name, date }: { act: string; name: string; date: string }) => `${act} by ${name} on ${date}.`,

  // Exceptions
  exemptSince: ({ name, date }: { name: string; date: string }) => `Exempt from ${name} since ${date}.`,
  exemptSinceBy: ({ name, date, actor }: { name: string; date: string; actor: string }) =>
    `Exempt from ${name} since ${date}, added by ${actor}.`,
  exemptThrough: ({ day }: { day: string }) => `Valid through ${day}.`,
  exemptionEnded: ({ date }: { date: string }) => `Ended on ${date}.`,

  // What time will change
  doesNotChange: "This doesn't change by itself.",
  changesOn: ({ status, date }: { status: string; date: string }) => `This becomes ${status} on ${date}.`,
  statusDoesNotChange: "The status doesn't change by itself.",
  statusChangesOn: ({ status, date }: { status: string; date: string }) =>
    `If nothing else happens, the status becomes ${status} on ${date}.`,
};
