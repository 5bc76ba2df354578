/** Every text of these pages, in complete sentences. */
export const words = {
  isNowIs: ({ name, value, firstName, value2 }: { name: string; value: string; firstName: string; value2: string }) =>
    `${name} is ${value} now; ${firstName} is ${value2}.`,
  isAtTooNow: ({ firstName, label, level }: { firstName: string; label: string; level: string }) =>
    `${firstName} is ${label} at ${level} too now.`,
  addAMembershipFor: ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `Add a membership for ${firstName} ${lastName}`,
  cancel: "Cancel",
  addMembership: "Add membership",
  chooseALevelAndA: "Choose a level and a role first.",
  notAdded: "Not added",
  level: "Level",
  chooseALevel: "Choose a level",
  role: "Role",
  chooseALevelFirst: "Choose a level first",
  chooseARole: "Choose a role",
  atNowWhatIsAsked: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `${labelName} at ${levelName} now. What is asked for follows the new role at once; work done stays.`,
  isAtNow: ({
    firstName,
    name,
    levelName,
    outcome,
  }: {
    firstName: string;
    name: string;
    levelName: string;
    outcome: string;
  }) => `${firstName} is ${name} at ${levelName} now. ${outcome}`,
  changeTheRoleOf: ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `Change the role of ${firstName} ${lastName}`,
  changeRole: "Change role",
  chooseARoleFirst: "Choose a role first.",
  notChanged: "Not changed",
  newRole: "New role",
  thereIsNoOtherRole: "There is no other role you can assign",
  theContacts: "The contacts",
  loadingTheContacts: "Loading the contacts",
  editContacts: "Edit contacts",
  externalIds: "External IDs",
  usSoccerId: "U.S. Soccer ID",
  partner: "Partner",
  site: ({
    integrationSource,
    siteId,
    externalId,
  }: {
    integrationSource: string;
    siteId: string;
    externalId: string;
  }) => `${integrationSource}, site ${siteId}: ${externalId}`,
  withNoEnd: "with no end",
  through: ({ day }: { day: string }) => `through ${day}`,
  countsNow: " (counts now)",
  completedDate: "completed date",
  correctTheDates: "Correct the dates",
  correctTheDate: "Correct the date",
  changeADateFirst: "Change a date first.",
  notCorrected: "Not corrected",
  enterTheDayOnWhich: "Enter the day on which it was completed.",
  thisDateIsInThe: "This date is in the future.",
  enterTheLastDayOn: "Enter the last day on which it is valid.",
  thisIsBeforeTheCompleted: "This is before the completed date.",
  completion: "Completion",
  theRequirementMayExpireSooner: "The requirement may expire sooner, or have expired.",
  theExpirationDateFollowsFrom:
    "The expiration date follows from the completed date, so it may expire sooner or be expired already.",
  completedOn: "Completed on",
  validThrough: "Valid through",
  nobodyActsForYet: ({ firstName }: { firstName: string }) => `Nobody acts for ${firstName} yet.`,
  invitedAsGuardian: "Invited as guardian",
  hasNotAcceptedYetThe: ({ dayOfInstant }: { dayOfInstant: string }) =>
    `Has not accepted yet. The link in the email works until ${dayOfInstant}.`,
  theInvitationWasntDelivered: ({ value }: { value: string }) => `The invitation wasn’t delivered. ${value}`,
  family: "Family",
  addGuardian: "Add guardian",
  guardians: "Guardians",
  actsFor: "Acts for",
  correctTheEmail: "Correct the email",
  correctTheEmailOf: ({ name }: { name: string }) => `Correct the email of ${name}`,
  atTheirOwnRequest: "at their own request",
  byAnAdministrator: "by an administrator",
  at18: "at 18",
  whenDuplicateProfilesWereMerged: "when duplicate profiles were merged",
  whenTheChildWasRemoved: "when the child was removed",
  since: ({ dayOfInstant }: { dayOfInstant: string }) => `Since ${dayOfInstant}`,
  untilEnded: ({ dayOfInstant, value }: { dayOfInstant: string; value: string }) =>
    `Until ${dayOfInstant}, ended ${value}`,
  end: "End",
  endTheGuardianshipOf: ({ name }: { name: string }) => `End the guardianship of ${name}`,
  wasAt: ({ labelName, levelName }: { labelName: string; levelName: string }) => `Was ${labelName} at ${levelName}`,
  leftOnWhatHappenedUntil: ({
    firstName,
    levelName,
    dayOfInstant,
  }: {
    firstName: string;
    levelName: string;
    dayOfInstant: string;
  }) => `${firstName} left ${levelName} on ${dayOfInstant}. What happened until then stays here to be read.`,
  stillAMember: "Still a member:",
  at: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  timeline: "Timeline",
  mail: "Mail",
  viewPastDate: "View past date",
  member: "Member",
  thisMember: "This member",
  loadingTheMember: "Loading the member",
  about: ({ firstName }: { firstName: string }) => `About ${firstName}`,
  loading: "Loading",
  aGuardianSeesWhatIs: ({ firstName }: { firstName: string }) =>
    `A guardian sees what is asked of ${firstName}, signs and sends in. Two at most; they must be adults.`,
  willNoLongerSeeNor: ({ name, firstName }: { name: string; firstName: string }) =>
    `${name} will no longer see ${firstName}, nor act for them. What was sent in and decided stays.`,
  at2: ({ fullName, labelName, levelName }: { fullName: string; labelName: string; levelName: string }) =>
    `${fullName}, ${labelName} at ${levelName}`,
  addAGuardianOf: ({ firstName }: { firstName: string }) => `Add a guardian of ${firstName}`,
  theGuardianWasAdded: "The guardian was added.",
  guardian: "Guardian",
  somebodyWhoIsAlreadyA: "Somebody who is already a member, found by name or email address.",
  typeAName: "Type a name",
  noOneFound: "No one found",
  typeAtLeastTwoLetters: "Type at least two letters",
  endTheGuardianshipOf2: ({ name }: { name: string }) => `End the guardianship of ${name}?`,
  endGuardianship: "End guardianship",
  noLongerActsFor: ({ name, firstName }: { name: string; firstName: string }) =>
    `${name} no longer acts for ${firstName}.`,
  noChangesWereMade: "No changes were made",
  chooseSomebody: "Choose somebody.",
  reason: "Reason",
  keptWithTheGuardianshipFor: "Kept with the guardianship, for administrators.",
  incidents: "Incidents",
  reportAnIncident: "Report an incident",
  nothingThatYouMaySee: ({ firstName }: { firstName: string }) =>
    `Nothing that you may see was reported against ${firstName}.`,
  invitationsDecisionsAndRemindersTo: ({ firstName }: { firstName: string }) =>
    `Invitations, decisions and reminders to ${firstName} will be listed here.`,
  whatItSaid: "What it said",
  theMail: "The mail",
  mailSent: "Mail sent",
  loadingTheMail: "Loading the mail",
  noMailYet: "No mail yet",
  earlier: "Earlier",
  itThenCountsFor: "It then counts for",
  withoutADocumentFromThe: "without a document, from the day you give.",
  itMustBeGoodUntil: ({ day }: { day: string }) => `It must be good until ${day} at least.`,
  markComplete: ({ name }: { name: string }) => `Mark ${name} complete`,
  markComplete2: "Mark complete",
  notMarked: "Not marked",
  theSubmissionThatAwaitsReview: " The submission that awaits review is set aside.",
  validUntil: "Valid until",
  reasonOptional: "Reason (optional)",
  keptInTheHistoryFor: "Kept in the history, for reviewers.",
  overview: "Overview",
  contacts: "Contacts",
  notes: "Notes",
  editDetails: "Edit details",
  signedAgainAt18: "Signed again at 18",
  renewalValidThroughTheLater: ({ lastDay }: { lastDay: string }) =>
    `Renewal valid through ${lastDay}; the later date stays`,
  nothingInTheLibraryIs: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `Nothing in the library is assigned to ${labelName} at ${levelName}.`,
  requirement: "Requirement",
  notRequiredHere: "not required here",
  status: "Status",
  due: "Due",
  completed: "Completed",
  noEnd: "No end",
  actions: "Actions",
  requirements: "Requirements",
  requirementsAsAt: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `Requirements as ${labelName} at ${levelName}`,
  noRequirements: "No requirements",
  thisPersonAlreadyHasThat: "This person already has that role there.",
  completedWorkIsKept: "Completed work is kept.",
  checkingWhatChanges: "Checking what changes",
  newlyRequired: "Newly required",
  noLongerRequiredHere: "No longer required here",
  nothingIsRequiredThere: "Nothing is required there. ",
  requirementStays: "requirement stays",
  requirementsStay: "requirements stay",
  doneAlready: ({ how }: { how: string }) => `${how}, done already`,
  now: ({ value }: { value: string }) => `${value} now`,
  andStillAskedForBy: ({ now }: { now: string }) => `${now}, and still asked for by another membership`,
  move: "Move",
  remove: "Remove",
  membership: "Membership",
  memberships: "Memberships",
  at3: ({
    label,
    value,
    labelName,
    levelName,
  }: {
    label: string;
    value: string;
    labelName: string;
    levelName: string;
  }) => `${label}${value}: ${labelName} at ${levelName}`,
  atNowAndStaysWhat: ({
    labelName,
    levelName,
    labelName2,
  }: {
    labelName: string;
    levelName: string;
    labelName2: string;
  }) => `${labelName} at ${levelName} now, and stays ${labelName2}. What was sent in goes along.`,
  isAtNow2: ({
    firstName,
    labelName,
    to,
    outcome,
  }: {
    firstName: string;
    labelName: string;
    to: string;
    outcome: string;
  }) => `${firstName} is ${labelName} at ${to} now. ${outcome}`,
  move2: ({ firstName, lastName }: { firstName: string; lastName: string }) => `Move ${firstName} ${lastName}`,
  chooseALevelFirst2: "Choose a level first.",
  notMoved: "Not moved",
  newLevel: "New level",
  whatYouAndYourColleagues: ({ firstName }: { firstName: string }) =>
    `What you and your colleagues should know about ${firstName} goes here.`,
  theNotes: "The notes",
  newNote: "New note",
  seenByAdministratorsWhoSee: ({ firstName, firstName2 }: { firstName: string; firstName2: string }) =>
    `Seen by administrators who see ${firstName}, never by ${firstName2}. Notes can't be edited.`,
  addNote: "Add note",
  enterANote: "Enter a note.",
  loadingTheNotes: "Loading the notes",
  noNotesYet: "No notes yet",
  yourUnfinishedNote: "Your unfinished note",
  requirementIs: "requirement is",
  requirementsAre: "requirements are",
  noLonger: ({ more, dropped }: { more: string; dropped: number }) => `${more}, ${dropped} no longer.`,
  requirementsStayTheSame: "Requirements stay the same.",
  exempt: ": exempt",
  optionalUntilAsThisPerson: ({ day }: { day: string }) =>
    `: optional until ${day}, as this person was cleared when it was introduced`,
  forAt: ({ labelName, levelName }: { labelName: string; levelName: string }) => `for ${labelName} at ${levelName}`,
  person: "Person",
  email: "Email",
  none: "None",
  dateOfBirth: "Date of birth",
  unknown: "Unknown",
  statusSince: "Status since",
  why: "Why",
  oneMoreReason: "One more reason",
  moreReasons: ({ count }: { count: number }) => `${count} more reasons`,
  exceptions: "Exceptions",
  until: ({ day }: { day: string }) => ` until ${day}`,
  nothingInTheLibraryWas: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `Nothing in the library was assigned to ${labelName} at ${levelName} then.`,
  day: "Day",
  whereThisPersonStoodWhen: "Where this person stood when it ended.",
  whereThisPersonStoodAt: ({ time }: { time: string }) => `Where this person stood at ${time}.`,
  lookingAtThatDay: "Looking at that day",
  on: ({ moment }: { moment: string }) => `On ${moment}`,
  today: ({ moment }: { moment: string }) => `Today, ${moment}`,
  atTheEndOf: ({ day }: { day: string }) => `At the end of ${day}`,
  wasNoMemberThatYou: ({ firstName }: { firstName: string }) => `${firstName} was no member that you may see`,
  theFirstRecordOfIs: ({ firstName, dayOfInstant }: { firstName: string; dayOfInstant: string }) =>
    `The first record of ${firstName} is of ${dayOfInstant}. Choose a later day.`,
  chooseAnotherDay: "Choose another day.",
  forAt2: ({ labelName, levelName, day }: { labelName: string; levelName: string; day: string }) =>
    `for ${labelName} at ${levelName}, ${day}`,
  requirementsAsAt2: ({ labelName, levelName, day }: { labelName: string; levelName: string; day: string }) =>
    `Requirements as ${labelName} at ${levelName}, ${day}`,
  statusThen: "Status then",
  proof: "Proof",
  validThrough2: ({ lastDay }: { lastDay: string }) => `, valid through ${lastDay}`,
  on2: ({ dayOfInstant }: { dayOfInstant: string }) => ` on ${dayOfInstant}`,
  completedOn2: ({
    dayOfInstant,
    until,
    completionWay,
    on,
  }: {
    dayOfInstant: string;
    until: string;
    completionWay: string;
    on: string;
  }) => `Completed on ${dayOfInstant}${until}. ${completionWay}${on}.`,
  everythingThatIsKeptOf: ({ firstName }: { firstName: string }) =>
    `Everything that is kept of ${firstName} and that you may read: what was asked and why, what was sent in and decided, files, history and mails. As a document to read and as data, with hashes and a signature, so that anybody can check later that nothing was altered.`,
  notesAndIncidentsAreNot: ({ recordDays }: { recordDays: number }) =>
    `Notes and incidents are not in it. That you took it along is written to the audit log. The file stays here for ${recordDays} days.`,
  downloadTheRecord: "Download the record",
  theRecordOf: ({ firstName }: { firstName: string }) => `The record of ${firstName}`,
  close: "Close",
  exportRecord: "Export record",
  notStarted: "Not started",
  willNotBeAtAny: ({ name, labelName, levelName }: { name: string; labelName: string; levelName: string }) =>
    `${name} will not be ${labelName} at ${levelName} any more. What is asked for there is dropped; what was submitted and decided is kept.`,
  isNotAtAnyMore: ({
    firstName,
    labelName,
    levelName,
    outcome,
  }: {
    firstName: string;
    labelName: string;
    levelName: string;
    outcome: string;
  }) => `${firstName} is not ${labelName} at ${levelName} any more. ${outcome}`,
  removeFrom: ({ name, levelName }: { name: string; levelName: string }) => `Remove ${name} from ${levelName}?`,
  keep: "Keep",
  removeMembership: "Remove membership",
  notRemoved: "Not removed",
  itIsTheOnlyMembership: ({ firstName }: { firstName: string }) =>
    `It is the only membership of ${firstName}, who is then archived and leaves every list.`,
  andMore: ({ value }: { value: number }) => ` and ${value} more`,
  reinstate: "Reinstate",
  markIncomplete: "Mark incomplete",
  actions2: ({ name }: { name: string }) => `Actions: ${name}`,
  review: "Review",
  setTheDateOfBirth: "Set the date of birth",
  setTheUsSoccerId: "Set the U.S. Soccer ID",
  submissionsAndFiles: "Submissions and files",
  submissions: "Submissions",
  correctTheCompletedDate: "Correct the completed date",
  hasNoEmailAddressAdd: ({ name }: { name: string }) =>
    `${name} has no email address. Add one under Edit details. A child is activated once a guardian accepts an invitation.`,
  anInvitationWasSentLess: "An invitation was sent less than a minute ago. Try again in a moment.",
  hasAcceptedTheInvitation: ({ name }: { name: string }) => `${name} has accepted the invitation.`,
  sGuardianWasSentAn: ({ name }: { name: string }) => `${name}’s guardian was sent an invitation.`,
  sGuardianHasAnAccount: ({ name }: { name: string }) => `${name}’s guardian has an account already.`,
  isUnder18AddA: ({ name }: { name: string }) => `${name} is under 18. Add a guardian on this page first.`,
  aGuardianIsInvitedNot: "A guardian is invited, not a child",
  inviteGuardian: "Invite guardian",
  isUnder18AndIs: ({ name }: { name: string }) =>
    `${name} is under 18 and is activated once a guardian accepts an invitation. Guardians are listed under Family.`,
  noInvitationCanBeSent: "No invitation can be sent",
  sendAgain: "Send again",
  invitedOn: ({ dayOfInstant }: { dayOfInstant: string }) => `Invited on ${dayOfInstant}`,
  notInvitedYet: "Not invited yet",
  sendInvitation: "Send invitation",
  hasNotAcceptedYetTheLink: ({ name, dayOfInstant }: { name: string; dayOfInstant: string }) =>
    `${name} has not accepted yet. The link in the mail works until ${dayOfInstant}.`,
  cannotLogInBeforeAccepting: ({ name }: { name: string }) => `${name} cannot log in before accepting an invitation.`,
  whatSendsInWillBe: ({ firstName }: { firstName: string }) =>
    `What ${firstName} sends in will be listed here, with what became of it.`,
  decidedBy: ({ reviewerName, moment }: { reviewerName: string; moment: string }) =>
    `Decided by ${reviewerName}, ${moment}`,
  submissions2: ({ name }: { name: string }) => `${name}: submissions`,
  tryAgain: "Try again",
  loadingTheSubmissions: "Loading the submissions",
  noSubmissionsYet: "No submissions yet",
  lockedHarmful: "Locked: harmful",
  beingChecked: "Being checked",
  begun: "Begun",
  waitsForTheMember: "Waits for the member",
  withTheProvider: "With the provider",
  awaitingReview: "Awaiting review",
  approved: "Approved",
  changesRequested: "Changes requested",
  disqualified: "Disqualified",
  canceled: "Canceled",
  withdrawn: "Withdrawn",
  markedComplete: "Marked complete",
  takenBackSince: ({ title }: { title: string }) => `${title}, taken back since`,
  recorded: "Recorded",
  submitted: "Submitted",
  by: ({ by, createdByName, moment }: { by: string; createdByName: string; moment: string }) =>
    `${by} by ${createdByName}, ${moment}`,
  completedOn3: ({ dayOfInstant }: { dayOfInstant: string }) => `completed on ${dayOfInstant}`,
  validUntil2: ({ lastDay }: { lastDay: string }) => `valid until ${lastDay}`,
  validUntil3: ({ day }: { day: string }) => `valid until ${day}`,
  details: "Details",
  log: "Log",
  sentOnToTheMember: "sent on to the member:",
  sentToTheProvider: "sent to the provider:",
  sentIn: "sent in",
  sentBack: "sent back",
  disqualifiedTheMemberOver: "disqualified the member over",
  tookBack: "took back",
  wasBegun: "was begun",
  waitsForTheMember2: "waits for the member",
  wentToTheProvider: "went to the provider",
  wasSentInForReview: "was sent in for review",
  wasApproved: "was approved",
  wasSentBackToBe: "was sent back to be done again",
  ledToDisqualification: "led to disqualification",
  wasCanceled: "was canceled",
  wasWithdrawn: "was withdrawn",
  carriedOverByImport: "carried over by import:",
  wasCarriedOverByImport: "was carried over by import",
  markedComplete2: "marked complete:",
  wasMarkedComplete: "was marked complete",
  markedIncomplete: "marked incomplete:",
  wasMarkedIncomplete: "was marked incomplete",
  correctedTheCompletedDateOf: "corrected the completed date of",
  hadItsCompletedDateCorrected: "had its completed date corrected",
  correctedTheLastValidDay: "corrected the last valid day of",
  hadItsLastValidDay: "had its last valid day corrected",
  wasReinstated: "was reinstated",
  wasExtended: "was extended",
  endedTheExtensionOf: "ended the extension of",
  isNoLongerExtended: "is no longer extended",
  proposedToDisqualifyBy: "proposed to disqualify by",
  wasProposedForDisqualification: "was proposed for disqualification",
  declinedToDisqualifyBy: "declined to disqualify by",
  hadItsProposedDisqualificationDeclined: "had its proposed disqualification declined",
  wasSent: "was sent",
  waitsToBeSent: "waits to be sent",
  couldNotBeSent: "could not be sent",
  theName: "the name",
  theDateOfBirth: "the date of birth",
  theContactDetails: "the contact details",
  theEmergencyContacts: "the emergency contacts",
  theCitizenship: "the citizenship",
  theUsSoccerId: "the U.S. Soccer ID",
  thePhoto: "the photo",
  theAnswers: "the answers",
  firstName: "First name",
  lastName: "Last name",
  state: "State",
  emergencyContacts: "Emergency contacts",
  otherCountry: "Other country",
  viewedAConfidentialFile: "viewed a confidential file",
  viewedAnIncident: "viewed an incident",
  viewedAnIncidentDocument: "viewed an incident document",
  addedThisPerson: "added this person",
  invitedThisPerson: "invited this person",
  downloadedTheRecordOfThis: "downloaded the record of this person",
  exportedTheRecordOfThis: "exported the record of this person",
  mergedTwoProfilesOfThis: "merged two profiles of this person",
  was: ({ before }: { before: string }) => `, was ${before}`,
  now2: ({ now }: { now: string }) => `; now ${now}`,
  completedOnBefore: ({ dayOfInstant }: { dayOfInstant: string }) => `Completed on ${dayOfInstant} before.`,
  validThroughBefore: ({ day }: { day: string }) => `Valid through ${day} before.`,
  countsThroughAtMostA: ({ day }: { day: string }) =>
    `Counts through ${day} at most: a newer version is to be done by then.`,
  countsThrough: ({ day }: { day: string }) => `Counts through ${day}.`,
  became: ({ names, now }: { names: string; now: string }) => `${names} became ${now}`,
  askedFor: ({ names }: { names: string }) => `${names}: asked for`,
  toBeDoneAgain: ({ names }: { names: string }) => `${names}: to be done again`,
  noLongerAskedFor: ({ names }: { names: string }) => `${names}: no longer asked for`,
  wasChanged: "was changed",
  sentInWhichCountsAt: ({ member, names }: { member: string; names: string }) =>
    `${member} sent in ${names}, which counts at once`,
  somebody: "Somebody",
  changed: ({ value, value2 }: { value: string; value2: string }) => `${value} changed ${value2}.`,
  aMail: ({ value, mailName }: { value: string; mailName: string }) => `A mail ${value}: ${mailName}.`,
  addedANote: ({ by }: { by: string }) => `${by} added a note.`,
  reportedAnIncident: ({ by }: { by: string }) => `${by} reported an incident.`,
  workedOnAnIncident: ({ by }: { by: string }) => `${by} worked on an incident.`,
  did: ({ what }: { what: string }) => `did: ${what}`,
  every: ({ labelName }: { labelName: string }) => `every ${labelName}`,
  by2: ({ actorName }: { actorName: string }) => ` by ${actorName}`,
  exemptedFrom: ({ contentName, until, whom, by }: { contentName: string; until: string; whom: string; by: string }) =>
    `Exempted from ${contentName}${until}${whom}${by}.`,
  noLongerExemptFromEnded: ({ contentName, whom, by }: { contentName: string; whom: string; by: string }) =>
    `No longer exempt from ${contentName}${whom}: ended${by}.`,
  exemptFromAgainItsEnd: ({
    contentName,
    until,
    whom,
    by,
  }: {
    contentName: string;
    until: string;
    whom: string;
    by: string;
  }) => `Exempt from ${contentName}${until}${whom} again: its end was taken back${by}.`,
  noLongerExemptFromThe: ({ contentName, whom, by }: { contentName: string; whom: string; by: string }) =>
    `No longer exempt from ${contentName}${whom}: the change that brought it was undone${by}.`,
  noLongerExemptFromTheLast: ({ contentName, whom }: { contentName: string; whom: string }) =>
    `No longer exempt from ${contentName}${whom}: the last day has passed.`,
  becameAs: ({ member, value, as }: { member: string; value: string; as: string }) =>
    `${member} became ${value} as ${as}.`,
  addedAs: ({ actorName, member, as }: { actorName: string; member: string; as: string }) =>
    `${actorName} added ${member} as ${as}.`,
  joinedAs: ({ member, as }: { member: string; as: string }) => `${member} joined as ${as}.`,
  removedAs: ({ actorName, member, as }: { actorName: string; member: string; as: string }) =>
    `${actorName} removed ${member} as ${as}.`,
  leftAs: ({ member, as }: { member: string; as: string }) => `${member} left as ${as}.`,
  made: ({ actorName, member, as }: { actorName: string; member: string; as: string }) =>
    `${actorName} made ${member} ${as}.`,
  became2: ({ member, as }: { member: string; as: string }) => `${member} became ${as}.`,
  movedToAs: ({
    actorName,
    member,
    levelName,
    labelName,
  }: {
    actorName: string;
    member: string;
    levelName: string;
    labelName: string;
  }) => `${actorName} moved ${member} to ${levelName}, as ${labelName}.`,
  movedTo: ({ member, levelName }: { member: string; levelName: string }) => `${member} moved to ${levelName}.`,
  requirementsSubmissionsDecisionsAndChanges: "Requirements, submissions, decisions and changes will be listed here.",
  theTimeline: "The timeline",
  showOnly: "Show only",
  loadingTheTimeline: "Loading the timeline",
  nothingHereYet: "Nothing here yet",
  itWasSentTo: ({ value }: { value: string }) => `${value} It was sent to`,
  on3: ({ dayOfInstant }: { dayOfInstant: string }) => `on ${dayOfInstant}.`,
  onceYouCorrectTheAddress: "Once you correct the address, the invitation is sent again.",
  logsInWithThisAddress: ({ name }: { name: string }) =>
    `${name} logs in with this address. Ask them to change it under Account settings, or to check their mailbox.`,
  responseOfTheMailServer: "Response of the mail server",
  thisInvitationWasntDelivered: "This invitation wasn't delivered",
  theLatestEmailWasntDelivered: "The latest email wasn't delivered",
  correctTheAddress: "Correct the address",
  undone: "Undone.",
  notUndone: ({ message }: { message: string }) => `Not undone: ${message}`,
  undo: "Undo",
  theCompletionNoLongerCounts: "The completion no longer counts, nor does an older one, and",
  isAskedToDoIt: "is asked to do it again",
  nothingIsDeleted: "Nothing is deleted.",
  noLongerBarsFromAny: ({ name, firstName }: { name: string; firstName: string }) =>
    `${name} no longer bars ${firstName} from any membership. What was completed before does not count again: it is to be done anew wherever it is asked for.`,
  markIncomplete2: ({ name }: { name: string }) => `Mark ${name} incomplete?`,
  theRenewalUnderWayGoes: "; the renewal under way goes on.",
  reinstate2: ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `Reinstate ${firstName} ${lastName}?`,
  mandatory: "mandatory",
  optional: "optional",
};
