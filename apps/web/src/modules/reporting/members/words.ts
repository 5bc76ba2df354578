import { plural } from "../../../plural.ts";

/** Every text of a member's page: the tabs, the dialogs that change a membership or a requirement, and the timeline. */
export const words = {
  // The page and its tabs
  member: "Member",
  memberNotLoaded: "This member couldn't be loaded",
  loadingMember: "Loading member",
  loading: "Loading",
  about: ({ firstName }: { firstName: string }) => `About ${firstName}`,
  overview: "Overview",
  contacts: "Contacts",
  notes: "Notes",
  incidents: "Incidents",
  emails: "Emails",
  timeline: "Timeline",
  viewPastDate: "View past date",
  editDetails: "Edit details",
  wasMember: ({ role, level }: { role: string; level: string }) => `Was ${role} at ${level}`,
  leftOn: ({ firstName, level, date }: { firstName: string; level: string; date: string }) =>
    `${firstName} left ${level} on ${date}. You can still see what happened until then.`,
  currentMemberships: "Current memberships:",

  // Used all over
  cancel: "Cancel",
  close: "Close",
  undo: "Undo",
  undone: "Undone.",
  notUndone: ({ message }: { message: string }) => `Not undone: ${message}`,
  tryAgain: "Try again",
  notStarted: "Not started",
  notSaved: "No changes were made",
  level: "Level",
  role: "Role",
  roleAtLevel: ({ role, level }: { role: string; level: string }) => `${role} at ${level}`,
  personAt: ({ name, role, level }: { name: string; role: string; level: string }) => `${name}, ${role} at ${level}`,
  chooseLevel: "Choose a level",
  chooseRole: "Choose a role",
  reason: "Reason",
  reasonOptional: "Reason (optional)",
  reasonHint: "Kept in the history, for reviewers.",
  showOlder: "Show older",

  // Overview: the person, and why they have their status
  person: "Person",
  email: "Email",
  none: "None",
  dateOfBirth: "Date of birth",
  unknown: "Unknown",
  statusSince: "Status since",
  why: "Why",
  moreReasons: ({ count }: { count: number }) => plural(count, { one: "# more reason", other: "# more reasons" }),
  reasonsFor: ({ role, level }: { role: string; level: string }) => `All reasons for ${role} at ${level}`,
  exceptions: "Exceptions",
  exempt: "Exempt",
  exemptThrough: ({ day }: { day: string }) => `Exempt through ${day}`,
  optionalThrough: ({ day }: { day: string }) =>
    `Optional through ${day}, because this person was cleared when it was introduced`,

  // Overview: requirements
  requirements: "Requirements",
  requirementsOf: ({ role, level }: { role: string; level: string }) => `Requirements as ${role} at ${level}`,
  requirement: "Requirement",
  typeMandatory: ({ type }: { type: string }) => `${type}, mandatory`,
  typeOptional: ({ type }: { type: string }) => `${type}, optional`,
  typeNotRequired: ({ type }: { type: string }) => `${type}, not required here`,
  status: "Status",
  due: "Due",
  completed: "Completed",
  validThrough: "Valid through",
  noEnd: "No expiration",
  signedAgainAt18: "Must be signed again at 18",
  changesWereRequested: "Changes requested",
  shorterRenewal: ({ day }: { day: string }) => `Renewed through ${day}. The later date is kept.`,
  actions: "Actions",
  actionsFor: ({ name }: { name: string }) => `Actions: ${name}`,
  noRequirements: "No requirements",
  noRequirementsHint: ({ role, level }: { role: string; level: string }) =>
    `No requirements are assigned to ${role} at ${level}.`,
  review: "Review",
  setDateOfBirth: "Set the date of birth",
  setUsSoccerId: "Set the U.S. Soccer ID",
  submissionsAndFiles: "Submissions and files",
  submissions: "Submissions",
  actDone: ({
    requirement,
    status,
    firstName,
    overallStatus,
  }: {
    requirement: string;
    status: string;
    firstName: string;
    overallStatus: string;
  }) => `${requirement} is now ${status}. ${firstName}'s status: ${overallStatus}.`,

  // Mark complete
  markComplete: "Mark complete",
  markCompleteTitle: ({ name }: { name: string }) => `Mark ${name} complete`,
  markCompleteHint: ({ firstName }: { firstName: string }) =>
    `This counts as completed for ${firstName} from the date you enter, without a document.`,
  openSubmissionCloses: "The submission awaiting review is closed.",
  lastDayAtLeast: ({ day }: { day: string }) => `Enter ${day} or later.`,
  notMarked: "Not marked",

  // Mark incomplete, and reinstate
  markIncomplete: "Mark incomplete",
  markIncompleteTitle: ({ name }: { name: string }) => `Mark ${name} incomplete?`,
  markIncompleteHint: ({ firstName }: { firstName: string }) =>
    `This completion and older ones no longer count. ${firstName} has to complete the requirement again. Nothing is deleted.`,
  markIncompleteRenewalHint: ({ firstName }: { firstName: string }) =>
    `This completion and older ones no longer count. ${firstName} has to complete the requirement again, and can finish the renewal in progress. Nothing is deleted.`,
  reinstate: "Reinstate",
  reinstateTitle: ({ name }: { name: string }) => `Reinstate ${name}?`,
  reinstateHint: ({ requirement, firstName }: { requirement: string; firstName: string }) =>
    `${requirement} no longer disqualifies ${firstName} from any membership. Earlier completions don't count: the requirement has to be completed again wherever it's required.`,

  // Correct dates
  correctDates: "Correct the dates",
  correctDate: "Correct the date",
  correctCompletedDate: "Correct the completed date",
  correctDatesTitle: ({ name }: { name: string }) => `Correct the dates of ${name}`,
  correctDateTitle: ({ name }: { name: string }) => `Correct the completed date of ${name}`,
  correctDatesHint: "The requirement may expire sooner, or already be expired.",
  correctDateHint:
    "The expiration date is calculated from the completed date. The requirement may expire sooner, or already be expired.",
  dateUnchanged: "Change a date first.",
  notCorrected: "Not corrected",
  completedOn: "Completed on",
  completedDateMissing: "Enter the date it was completed.",
  dateInFuture: "This date is in the future.",
  lastDayMissing: "Enter the last valid day.",
  lastDayTooEarly: "This is before the completed date.",
  completion: "Completion",
  completionNoEnd: ({ day }: { day: string }) => `Completed ${day}, no expiration`,
  completionThrough: ({ day, lastDay }: { day: string; lastDay: string }) =>
    `Completed ${day}, valid through ${lastDay}`,
  currentCompletionNoEnd: ({ day }: { day: string }) => `Completed ${day}, no expiration (current)`,
  currentCompletionThrough: ({ day, lastDay }: { day: string; lastDay: string }) =>
    `Completed ${day}, valid through ${lastDay} (current)`,

  // Submissions
  submissionsTitle: ({ name }: { name: string }) => `${name}: submissions`,
  loadingSubmissions: "Loading submissions",
  noSubmissions: "No submissions yet",
  noSubmissionsHint: ({ firstName }: { firstName: string }) =>
    `${firstName}'s submissions and their results appear here.`,
  stateStarted: "Started",
  stateWaitingForMember: "Waiting for the member",
  stateWithProvider: "With the provider",
  stateAwaitingReview: "Awaiting review",
  stateApproved: "Approved",
  stateChangesRequested: "Changes requested",
  stateDisqualified: "Disqualified",
  stateCanceled: "Canceled",
  stateWithdrawn: "Withdrawn",
  stateMarkedComplete: "Marked complete",
  noLongerCounts: ({ state }: { state: string }) => `${state}, no longer counts`,
  submittedBy: ({ name, time }: { name: string; time: string }) => `Submitted by ${name}, ${time}`,
  recordedBy: ({ name, time }: { name: string; time: string }) => `Recorded by ${name}, ${time}`,
  submissionCompleted: ({ day }: { day: string }) => `Completed on ${day}`,
  submissionValidThrough: ({ day }: { day: string }) => `Valid through ${day}`,
  decidedBy: ({ name, time }: { name: string; time: string }) => `Decided by ${name}, ${time}`,
  fileLocked: "Locked: malware found",
  fileBeingScanned: "Checking for malware",

  // Memberships
  memberships: "Memberships",
  addMembership: "Add membership",
  addMembershipTitle: ({ name }: { name: string }) => `Add a membership for ${name}`,
  membershipAdded: ({ firstName, role, level }: { firstName: string; role: string; level: string }) =>
    `${firstName} is now also ${role} at ${level}.`,
  levelAndRoleMissing: "Choose a level and a role first.",
  levelFirst: "Choose a level first",
  notAdded: "Not added",
  changeRole: "Change role",
  changeRoleOf: ({ role, level }: { role: string; level: string }) => `Change role: ${role} at ${level}`,
  changeRoleTitle: ({ name }: { name: string }) => `Change the role of ${name}`,
  changeRoleHint: ({ role, level }: { role: string; level: string }) =>
    `Current role: ${role} at ${level}. Requirements change to those of the new role right away. Completed work is kept.`,
  roleChanged: ({
    firstName,
    role,
    level,
    outcome,
  }: {
    firstName: string;
    role: string;
    level: string;
    outcome: string;
  }) => `${firstName} is now ${role} at ${level}. ${outcome}`,
  roleMissing: "Choose a role first.",
  notChanged: "Not changed",
  newRole: "New role",
  noOtherRole: "There is no other role you can assign",
  move: "Move",
  moveOf: ({ role, level }: { role: string; level: string }) => `Move: ${role} at ${level}`,
  moveTitle: ({ name }: { name: string }) => `Move ${name}`,
  moveHint: ({ role, level }: { role: string; level: string }) =>
    `Current membership: ${role} at ${level}. The role stays the same, and completed work is kept.`,
  moved: ({ firstName, role, level, outcome }: { firstName: string; role: string; level: string; outcome: string }) =>
    `${firstName} is now ${role} at ${level}. ${outcome}`,
  levelMissing: "Choose a level first.",
  notMoved: "Not moved",
  newLevel: "New level",
  remove: "Remove",
  removeOf: ({ role, level }: { role: string; level: string }) => `Remove membership: ${role} at ${level}`,
  removeTitle: ({ name, level }: { name: string; level: string }) => `Remove ${name} from ${level}?`,
  removeHint: ({ name, role, level }: { name: string; role: string; level: string }) =>
    `${name} will no longer be ${role} at ${level}. Submissions and decisions are kept.`,
  onlyMembership: ({ firstName }: { firstName: string }) =>
    `This is ${firstName}'s only membership. ${firstName} will be archived and no longer appear in lists.`,
  otherMemberships: ({ firstName, memberships }: { firstName: string; memberships: string }) =>
    `${firstName} keeps these memberships: ${memberships}.`,
  otherMembershipsMore: ({
    firstName,
    memberships,
    count,
  }: {
    firstName: string;
    memberships: string;
    count: number;
  }) => `${firstName} keeps these memberships: ${memberships} and ${count} more.`,
  membershipRemoved: ({
    firstName,
    role,
    level,
    outcome,
  }: {
    firstName: string;
    role: string;
    level: string;
    outcome: string;
  }) => `${firstName} is no longer ${role} at ${level}. ${outcome}`,
  keep: "Keep",
  removeMembership: "Remove membership",
  notRemoved: "Not removed",

  // What a change of a membership does to requirements
  checkingChanges: "Checking what changes",
  alreadyMember: "This person already has that role there.",
  newlyRequired: "Newly required",
  noLongerRequired: "No longer required here",
  nothingRequired: "Nothing is required there.",
  requirementsKept: ({ count }: { count: number }) =>
    plural(count, { one: "# requirement stays as it is.", other: "# requirements stay as they are." }),
  completedWorkIsKept: "Completed work is kept.",
  mandatory: "Mandatory",
  optional: "Optional",
  mandatoryDone: "Mandatory, already completed",
  optionalDone: "Optional, already completed",
  currentStatus: ({ status }: { status: string }) => `Currently ${status}`,
  requiredElsewhere: "Still required by another membership",
  currentStatusElsewhere: ({ status }: { status: string }) =>
    `Currently ${status}, still required by another membership`,
  requirementsAdded: ({ count }: { count: number }) =>
    plural(count, { one: "# requirement was added.", other: "# requirements were added." }),
  requirementsRemoved: ({ count }: { count: number }) =>
    plural(count, { one: "# requirement no longer applies.", other: "# requirements no longer apply." }),
  requirementsUnchanged: "Requirements stay the same.",

  // Family
  family: "Family",
  guardians: "Guardians",
  actsFor: "Guardian of",
  noGuardians: ({ firstName }: { firstName: string }) => `${firstName} has no guardian yet.`,
  invitedAsGuardian: "Invited as guardian",
  guardianNotAccepted: ({ date }: { date: string }) => `Not accepted yet. The link in the email works until ${date}.`,
  guardianNotReached: ({ reason }: { reason: string }) => `The invitation wasn't delivered. ${reason}`,
  correctEmail: "Correct the email",
  correctEmailOf: ({ name }: { name: string }) => `Correct the email of ${name}`,
  guardianSince: ({ date }: { date: string }) => `Since ${date}`,
  ended: ({ date }: { date: string }) => `Ended on ${date}`,
  endedOwnWish: ({ date }: { date: string }) => `Ended on ${date} at their own request`,
  endedByAdministrator: ({ date }: { date: string }) => `Ended on ${date} by an administrator`,
  endedAt18: ({ date }: { date: string }) => `Ended on ${date}, at 18`,
  endedByMerge: ({ date }: { date: string }) => `Ended on ${date}, when duplicate profiles were merged`,
  endedByRemoval: ({ date }: { date: string }) => `Ended on ${date}, when the child was removed`,
  end: "End",
  endGuardianshipOf: ({ name }: { name: string }) => `End the guardianship of ${name}`,
  endGuardianshipTitle: ({ name }: { name: string }) => `End the guardianship of ${name}?`,
  endGuardianshipHint: ({ name, firstName }: { name: string; firstName: string }) =>
    `${name} will no longer see ${firstName} or act for them. Submissions and decisions are kept.`,
  endGuardianship: "End guardianship",
  guardianshipEnded: ({ name, firstName }: { name: string; firstName: string }) =>
    `${name} is no longer a guardian of ${firstName}.`,
  addGuardian: "Add guardian",
  addGuardianTitle: ({ firstName }: { firstName: string }) => `Add a guardian of ${firstName}`,
  addGuardianHint: ({ firstName }: { firstName: string }) =>
    `A guardian sees what ${firstName} has to do, and signs and submits it. A child can have up to two guardians, and they must be adults.`,
  guardian: "Guardian",
  guardianFieldHint: "A member of your organization. Search by name or email.",
  guardianMissing: "Choose a person.",
  guardianAdded: "The guardian was added.",
  guardianReasonHint: "Kept with the guardianship, for administrators.",
  typeName: "Type a name",
  typeMore: "Type at least two letters",
  noOneFound: "No one found",

  // The invitation of a member who hasn't activated
  invitedOn: ({ date }: { date: string }) => `Invited on ${date}`,
  notAccepted: ({ name, date }: { name: string; date: string }) =>
    `${name} hasn't accepted yet. The link in the email works until ${date}.`,
  notInvitedYet: "Not invited yet",
  notInvitedHint: ({ name }: { name: string }) => `${name} can't log in before accepting an invitation.`,
  sendInvitation: "Send invitation",
  sendAgain: "Send again",
  invitationSent: ({ email }: { email: string }) => `The invitation was sent to ${email}.`,
  justSent: "An invitation was sent less than a minute ago. Try again in a moment.",
  invitationAccepted: ({ name }: { name: string }) => `${name} has accepted the invitation.`,
  guardianInvited: ({ name }: { name: string }) => `An invitation was sent to ${name}'s guardian.`,
  guardianHasAccount: ({ name }: { name: string }) => `${name}'s guardian already has an account.`,
  guardianNeeded: ({ name }: { name: string }) => `${name} is under 18. Add a guardian on this page first.`,
  childTitle: "Invite a guardian, not the child",
  childHint: ({ name }: { name: string }) =>
    `${name} is under 18 and is activated once a guardian accepts an invitation. Guardians are listed under Family.`,
  inviteGuardian: "Invite guardian",
  cannotInvite: "No invitation can be sent",
  noEmailAddress: ({ name }: { name: string }) =>
    `${name} has no email address. Add one under Edit details. A child is activated once a guardian accepts an invitation.`,

  // An email that wasn't delivered
  invitationNotDelivered: "This invitation wasn't delivered",
  emailNotDelivered: "The latest email wasn't delivered",
  sentToOn: ({ email, date }: { email: string; date: string }) => `It was sent to ${email} on ${date}.`,
  resentOnceCorrected: "Once you correct the address, the invitation is sent again.",
  usedForLogin: ({ name }: { name: string }) =>
    `${name} logs in with this address. Ask them to change it under Account settings, or to check their mailbox.`,
  serverResponse: "Response of the mail server",
  correctAddress: "Correct the address",

  // The record of a person
  recordTitle: ({ firstName }: { firstName: string }) => `${firstName}'s record`,
  recordHint: ({ firstName }: { firstName: string }) =>
    `Everything about ${firstName} that you can see: requirements, submissions, decisions, files, history and emails. You get a document to read and the data, signed so that anyone can verify it later.`,
  recordLimits: ({ days }: { days: number }) =>
    `Notes and incidents aren't included. The export is written to the audit log. The file is kept for ${days} days.`,
  exportRecord: "Export record",

  // Contacts
  contactsNotLoaded: "The contacts couldn't be loaded",
  loadingContacts: "Loading contacts",
  editContacts: "Edit contacts",
  externalIds: "External IDs",
  usSoccerId: "U.S. Soccer ID",
  partner: "Partner",
  partnerSite: ({ partner, siteId, externalId }: { partner: string; siteId: string; externalId: string }) =>
    `${partner}, site ${siteId}: ${externalId}`,

  // Notes
  notesNotLoaded: "The notes couldn't be loaded",
  loadingNotes: "Loading notes",
  newNote: "New note",
  newNoteHint: ({ firstName }: { firstName: string }) =>
    `Only administrators who can see ${firstName} can read notes. Notes can't be edited.`,
  addNote: "Add note",
  noteMissing: "Enter a note.",
  noNotes: "No notes yet",
  noNotesHint: ({ firstName }: { firstName: string }) =>
    `Notes about ${firstName} that you share with other administrators appear here.`,
  unfinishedNoteLost: "Your unfinished note will be lost.",

  // Incidents
  reportIncident: "Report an incident",
  noIncidents: ({ firstName }: { firstName: string }) => `Incidents about ${firstName} that you can see appear here.`,

  // Emails
  emailsNotLoaded: "The emails couldn't be loaded",
  emailsTitle: "Emails sent",
  loadingEmails: "Loading emails",
  showMessage: "Show message",
  noEmails: "No emails yet",
  noEmailsHint: ({ firstName }: { firstName: string }) =>
    `Invitations, decisions and reminders sent to ${firstName} appear here.`,

  // Status on a past date
  day: "Date",
  endOfDayHint: "Status at the end of this day.",
  timeHint: ({ time }: { time: string }) => `Status at ${time}.`,
  loadingPastStatus: "Loading past status",
  statusOn: ({ time }: { time: string }) => `On ${time}`,
  statusToday: ({ time }: { time: string }) => `Today, ${time}`,
  statusAtEndOf: ({ day }: { day: string }) => `At the end of ${day}`,
  notMemberThen: ({ firstName }: { firstName: string }) => `${firstName} had no membership that you can see`,
  firstRecord: ({ firstName, date }: { firstName: string; date: string }) =>
    `The first record of ${firstName} is from ${date}. Choose a later date.`,
  chooseAnotherDate: "Choose another date.",
  reasonsForThen: ({ role, level, day }: { role: string; level: string; day: string }) =>
    `All reasons for ${role} at ${level} on ${day}`,
  requirementsThen: ({ role, level, day }: { role: string; level: string; day: string }) =>
    `Requirements as ${role} at ${level}, ${day}`,
  noRequirementsThenHint: ({ role, level }: { role: string; level: string }) =>
    `No requirements were assigned to ${role} at ${level} then.`,
  statusThen: "Status then",
  proof: "Proof",
  proofCompleted: ({ day }: { day: string }) => `Completed on ${day}.`,
  proofCompletedThrough: ({ day, lastDay }: { day: string; lastDay: string }) =>
    `Completed on ${day}, valid through ${lastDay}.`,
  proofDecided: ({ how, day }: { how: string; day: string }) => `${how} on ${day}.`,
  proofHow: ({ how }: { how: string }) => `${how}.`,

  // The timeline
  timelineNotLoaded: "The timeline couldn't be loaded",
  loadingTimeline: "Loading timeline",
  showOnly: "Show only",
  noHistory: "Nothing here yet",
  noHistoryHint: "Requirements, submissions, decisions and changes appear here.",
  details: "Details",
  log: "Log",
  someone: "Someone",

  // The timeline: what someone did with a submission
  startedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} started ${name}.`,
  sentToMemberBy: ({ actor, name }: { actor: string; name: string }) => `${actor} sent ${name} to the member.`,
  sentToProviderBy: ({ actor, name }: { actor: string; name: string }) => `${actor} sent ${name} to the provider.`,
  submittedRequirementBy: ({ actor, name }: { actor: string; name: string }) => `${actor} submitted ${name}.`,
  approvedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} approved ${name}.`,
  changesRequestedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} requested changes to ${name}.`,
  disqualifiedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} disqualified the member because of ${name}.`,
  canceledBy: ({ actor, name }: { actor: string; name: string }) => `${actor} canceled ${name}.`,
  withdrawnBy: ({ actor, name }: { actor: string; name: string }) => `${actor} withdrew ${name}.`,
  submittedWithoutReview: ({ member, name }: { member: string; name: string }) =>
    `${member} submitted ${name}. No review was needed.`,

  // The timeline: what happened to a submission
  started: ({ name }: { name: string }) => `${name} was started.`,
  waitingForMember: ({ name }: { name: string }) => `${name} is waiting for the member.`,
  sentToProvider: ({ name }: { name: string }) => `${name} was sent to the provider.`,
  submittedForReview: ({ name }: { name: string }) => `${name} was submitted for review.`,
  approved: ({ name }: { name: string }) => `${name} was approved.`,
  changesRequested: ({ name }: { name: string }) => `Changes to ${name} were requested.`,
  disqualified: ({ name }: { name: string }) => `${name} led to disqualification.`,
  canceled: ({ name }: { name: string }) => `${name} was canceled.`,
  withdrawn: ({ name }: { name: string }) => `${name} was withdrawn.`,

  // The timeline: other changes to a requirement
  importedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} imported ${name}.`,
  imported: ({ name }: { name: string }) => `${name} was imported.`,
  liveScanFormMadeBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} downloaded the request form for ${name}.`,
  liveScanFormMade: ({ name }: { name: string }) => `The request form for ${name} was downloaded.`,
  liveScanSentBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} submitted the ATI number and proof for ${name}.`,
  liveScanSent: ({ name }: { name: string }) => `The ATI number and proof for ${name} were submitted.`,
  liveScanClearedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded that the state cleared ${name}.`,
  liveScanCleared: ({ name }: { name: string }) => `The state cleared ${name}.`,
  liveScanDelayedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded that the state needs more time for ${name}. A delay is not a finding.`,
  liveScanDelayed: ({ name }: { name: string }) => `The state needs more time for ${name}. A delay is not a finding.`,
  liveScanRecordBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded that the state sent a record for ${name}. It's in review.`,
  liveScanRecord: ({ name }: { name: string }) => `The state sent a record for ${name}. It's in review.`,
  jdpResultImportedBy: ({ actor, name }: { actor: string; name: string }) =>
    `Result for ${name} imported from JDP file by ${actor}.`,
  jdpResultImported: ({ name }: { name: string }) => `Result for ${name} imported from JDP file.`,
  jdpResultRecordedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded the JDP result for ${name}.`,
  jdpResultRecorded: ({ name }: { name: string }) => `The JDP result for ${name} was recorded.`,
  ncsiResultImportedBy: ({ actor, name }: { actor: string; name: string }) =>
    `Result for ${name} imported from NCSI file by ${actor}.`,
  ncsiResultImported: ({ name }: { name: string }) => `Result for ${name} imported from NCSI file.`,
  ncsiResultRecordedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded the NCSI result for ${name}.`,
  ncsiResultRecorded: ({ name }: { name: string }) => `The NCSI result for ${name} was recorded.`,
  externalResultUndoneBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} undid the imported result for ${name}. It's awaited again.`,
  externalResultUndone: ({ name }: { name: string }) => `The imported result for ${name} was undone.`,
  liveScanRetakeBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded that the state rejected the fingerprints for ${name}. They must be taken again.`,
  liveScanRetake: ({ name }: { name: string }) =>
    `The state rejected the fingerprints for ${name}. They must be taken again.`,
  liveScanNoticeSentBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded that a No Longer Interested notification was sent for ${name}.`,
  liveScanNoticeSent: ({ name }: { name: string }) => `A No Longer Interested notification was sent for ${name}.`,
  liveScanNoticeNotNeededBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded that a No Longer Interested notification isn't needed for ${name}.`,
  liveScanNoticeNotNeeded: ({ name }: { name: string }) =>
    `A No Longer Interested notification isn't needed for ${name}.`,
  adverseStartedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} sent a pre-adverse notice for ${name}.`,
  adverseStarted: ({ name }: { name: string }) => `A pre-adverse notice for ${name} was sent.`,
  adverseStatementBy: ({ actor, name }: { actor: string; name: string }) => `${actor} added a statement to ${name}.`,
  adverseStatement: ({ name }: { name: string }) => `A statement was added to ${name}.`,
  adverseDisputedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} recorded that the report of ${name} is disputed.`,
  adverseDisputed: ({ name }: { name: string }) => `The agency reported a dispute of the report of ${name}.`,
  adverseDisputeClosedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} closed the dispute of the report of ${name}.`,
  adverseDisputeClosed: ({ name }: { name: string }) => `The agency closed the dispute of the report of ${name}.`,
  adverseDisputedLateBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} disputed the report of ${name} after the final notice.`,
  adverseDisputedLate: ({ name }: { name: string }) => `The report of ${name} was disputed after the final notice.`,
  adversePeriodEnded: ({ name }: { name: string }) => `The waiting period for ${name} ended.`,
  adverseFinalBy: ({ actor, name }: { actor: string; name: string }) => `${actor} sent the final notice for ${name}.`,
  adverseFinal: ({ name }: { name: string }) => `The final notice for ${name} was sent.`,
  adverseClearedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} approved ${name} after a pre-adverse notice.`,
  adverseCleared: ({ name }: { name: string }) => `${name} was approved after a pre-adverse notice.`,
  adverseStopped: ({ name }: { name: string }) => `The adverse action on ${name} ended without a decision.`,
  markedCompleteBy: ({ actor, name }: { actor: string; name: string }) => `${actor} marked ${name} complete.`,
  markedComplete: ({ name }: { name: string }) => `${name} was marked complete.`,
  markedIncompleteBy: ({ actor, name }: { actor: string; name: string }) => `${actor} marked ${name} incomplete.`,
  markedIncomplete: ({ name }: { name: string }) => `${name} was marked incomplete.`,
  completedDateCorrectedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} corrected the completed date of ${name}.`,
  completedDateCorrected: ({ name }: { name: string }) => `The completed date of ${name} was corrected.`,
  lastDayCorrectedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} corrected the last valid day of ${name}.`,
  lastDayCorrected: ({ name }: { name: string }) => `The last valid day of ${name} was corrected.`,
  reinstatedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} reinstated ${name}.`,
  reinstated: ({ name }: { name: string }) => `${name} was reinstated.`,
  extendedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} extended ${name}.`,
  extended: ({ name }: { name: string }) => `${name} was extended.`,
  extensionEndedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} ended the extension of ${name}.`,
  extensionEnded: ({ name }: { name: string }) => `The extension of ${name} ended.`,
  disqualificationProposedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} proposed a disqualification because of ${name}.`,
  disqualificationProposed: ({ name }: { name: string }) => `A disqualification because of ${name} was proposed.`,
  disqualificationDeclinedBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} declined the disqualification because of ${name}.`,
  disqualificationDeclined: ({ name }: { name: string }) => `The disqualification because of ${name} was declined.`,
  changedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} changed ${name}.`,
  changed: ({ name }: { name: string }) => `${name} was changed.`,
  statusChanged: ({ name, status }: { name: string; status: string }) => `${name} changed to ${status}.`,
  nowRequired: ({ names }: { names: string }) => `Now required: ${names}.`,
  requiredAgain: ({ names }: { names: string }) => `Required again: ${names}.`,
  requiredNoLonger: ({ names }: { names: string }) => `No longer required: ${names}.`,
  statusNow: ({ status }: { status: string }) => `Status: ${status}`,
  completedBefore: ({ day }: { day: string }) => `Completed date before: ${day}`,
  validThroughBefore: ({ day }: { day: string }) => `Last valid day before: ${day}`,
  countsThroughAtMost: ({ day }: { day: string }) =>
    `Valid through ${day} at the latest. A newer version must be completed by then.`,
  countsThrough: ({ day }: { day: string }) => `Valid through ${day}.`,

  // The timeline: exceptions
  exemptedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} added an exemption from ${name}.`,
  exempted: ({ name }: { name: string }) => `An exemption from ${name} was added.`,
  exemptionEndedBy: ({ actor, name }: { actor: string; name: string }) => `${actor} ended the exemption from ${name}.`,
  exemptionEnded: ({ name }: { name: string }) => `The exemption from ${name} was ended.`,
  exemptionRestoredBy: ({ actor, name }: { actor: string; name: string }) =>
    `${actor} restored the exemption from ${name}.`,
  exemptionRestored: ({ name }: { name: string }) => `The exemption from ${name} was restored.`,
  exemptionUndoneBy: ({ actor, name }: { actor: string; name: string }) => `${actor} undid the exemption from ${name}.`,
  exemptionUndone: ({ name }: { name: string }) => `The exemption from ${name} was undone.`,
  exemptionExpired: ({ name }: { name: string }) => `The exemption from ${name} expired.`,
  appliesToRole: ({ role, level }: { role: string; level: string }) => `Applies to every ${role} at ${level}.`,
  appliesToLevel: ({ level }: { level: string }) => `Applies to everyone at ${level}.`,

  // The timeline: memberships
  becameStatus: ({ member, status, role, level }: { member: string; status: string; role: string; level: string }) =>
    `${member}'s status as ${role} at ${level} is now ${status}.`,
  addedBy: ({ actor, member, role, level }: { actor: string; member: string; role: string; level: string }) =>
    `${actor} added ${member} as ${role} at ${level}.`,
  joinedAs: ({ member, role, level }: { member: string; role: string; level: string }) =>
    `${member} joined as ${role} at ${level}.`,
  removedBy: ({ actor, member, role, level }: { actor: string; member: string; role: string; level: string }) =>
    `${actor} removed ${member} as ${role} at ${level}.`,
  leftAs: ({ member, role, level }: { member: string; role: string; level: string }) =>
    `${member} left as ${role} at ${level}.`,
  roleChangedBy: ({ actor, member, role, level }: { actor: string; member: string; role: string; level: string }) =>
    `${actor} changed ${member}'s role to ${role} at ${level}.`,
  roleBecame: ({ member, role, level }: { member: string; role: string; level: string }) =>
    `${member}'s role changed to ${role} at ${level}.`,
  movedBy: ({ actor, member, role, level }: { actor: string; member: string; role: string; level: string }) =>
    `${actor} moved ${member} to ${level} as ${role}.`,
  movedTo: ({ member, level }: { member: string; level: string }) => `${member} moved to ${level}.`,

  // The timeline: details
  changedName: ({ actor }: { actor: string }) => `${actor} changed the name.`,
  changedDateOfBirth: ({ actor }: { actor: string }) => `${actor} changed the date of birth.`,
  changedContact: ({ actor }: { actor: string }) => `${actor} changed the contact information.`,
  changedEmergencyContacts: ({ actor }: { actor: string }) => `${actor} changed the emergency contacts.`,
  changedCitizenship: ({ actor }: { actor: string }) => `${actor} changed the citizenship.`,
  changedUsSoccerId: ({ actor }: { actor: string }) => `${actor} changed the U.S. Soccer ID.`,
  changedPhoto: ({ actor }: { actor: string }) => `${actor} changed the photo.`,
  changedAnswers: ({ actor }: { actor: string }) => `${actor} changed the answers.`,
  changedOther: ({ actor, field }: { actor: string; field: string }) => `${actor} changed a detail: ${field}`,
  fieldSet: ({ field, after }: { field: string; after: string }) => `${field}: ${after}`,
  fieldChanged: ({ field, before, after }: { field: string; before: string; after: string }) =>
    `${field}: ${after}, was ${before}`,
  fieldCleared: ({ field, before }: { field: string; before: string }) => `${field}: none, was ${before}`,
  firstName: "First name",
  lastName: "Last name",
  state: "State",
  emergencyContacts: "Emergency contacts",
  otherCountry: "Other country",

  // The timeline: emails, notes, incidents and the log
  emailSent: ({ name }: { name: string }) => `Email sent: ${name}.`,
  emailWaiting: ({ name }: { name: string }) => `Email waiting to be sent: ${name}.`,
  emailFailed: ({ name }: { name: string }) => `Email not sent: ${name}.`,
  addedNote: ({ actor }: { actor: string }) => `${actor} added a note.`,
  reportedIncident: ({ actor }: { actor: string }) => `${actor} reported an incident.`,
  updatedIncident: ({ actor }: { actor: string }) => `${actor} updated an incident.`,
  viewedFile: ({ actor }: { actor: string }) => `${actor} viewed a confidential file.`,
  viewedIncident: ({ actor }: { actor: string }) => `${actor} viewed an incident.`,
  viewedIncidentDocument: ({ actor }: { actor: string }) => `${actor} viewed an incident document.`,
  addedPerson: ({ actor }: { actor: string }) => `${actor} added this person.`,
  invitedPerson: ({ actor }: { actor: string }) => `${actor} invited this person.`,
  downloadedRecord: ({ actor }: { actor: string }) => `${actor} downloaded this person's record.`,
  exportedRecord: ({ actor }: { actor: string }) => `${actor} exported this person's record.`,
  mergedProfiles: ({ actor }: { actor: string }) => `${actor} merged two profiles of this person.`,
  didOther: ({ actor, what }: { actor: string; what: string }) => `${actor}: ${what}`,
};
