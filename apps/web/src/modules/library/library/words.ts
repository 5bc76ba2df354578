import type { ContentKind } from "@touchline/contract";
import { plural } from "../../../plural.ts";

/** The texts of the library: its list, templates, the editor of a requirement, its assignments and versions. */
export const words = {
  // Names that several pages show.
  library: "Library",
  type: "Type",
  name: "Name",
  level: "Level",
  role: "Role",
  roles: "Roles",
  member: "Member",
  organization: "Organization",
  requirement: "Requirement",
  archived: "Archived",
  duplicate: "Duplicate",
  restore: "Restore",
  undo: "Undo",
  back: "Back",
  cancel: "Cancel",
  close: "Close",
  edit: "Edit",
  remove: "Remove",
  preview: "Preview",
  replace: "Replace",
  loading: "Loading",
  yes: "Yes",
  no: "No",
  belongsTo: "Belongs to",
  belongsToHint: "People who manage this level can edit it.",
  chooseLevel: "Choose a level.",
  includeSublevels: "Include sublevels",
  noResults: "No results",
  updateAvailable: "Update available",
  checkingEffect: "Checking what will change",
  failed: "Something went wrong",
  detailsNotLoaded: "Couldn't load the details",

  // The list of the library, and its filters.
  libraryNotLoaded: "The library couldn't be loaded",
  addRequirement: "Add requirement",
  libraryAbout: "Requirements you can assign to members.",
  libraryOfLevelsAbout: "Requirements of the levels you manage.",
  searchLibrary: "Search the library",
  nameOrLevel: "Name or level",
  show: "Show",
  active: "Active",
  draft: "Draft",
  notAssigned: "Not assigned",
  unknownLevel: "Unknown level",
  levelFilter: "Level and sublevels",
  anyLevel: "Any level",
  status: "Status",
  assignedToNoOne: "Assigned to no one",
  assignedToMemberships: ({ count }: { count: number }) =>
    plural(count, { one: "Assigned to # membership", other: "Assigned to # memberships" }),
  emptyTitle: "No requirements yet",
  emptyOfLevelsTitle: "Your levels have no requirements yet",
  emptyAbout: "Add your first requirement and assign it to a level.",
  noneArchived: "No archived requirements",
  noneArchivedAbout: "Requirements you archive appear here. You can restore them.",
  noResultsAbout: "Try a different search or remove a filter.",

  // Adding a requirement.
  chooseType: "Choose a type.",
  startFromATemplate: "Start from a template",

  // Templates, and a copy of one.
  templates: "Templates",
  browseTemplates: "Browse templates",
  templatesNotLoaded: "The templates couldn't be loaded",
  templatesAbout: "Ready-made requirements. Add one to your library and change it to fit.",
  searchTemplates: "Search templates",
  nameOrType: "Name or type",
  inYourLibrary: "In your library",
  copiedTimes: ({ count }: { count: number }) => plural(count, { one: "Added", other: "Added # times" }),
  noTemplates: "No templates yet",
  noTemplatesAbout: "Templates appear here once they're published.",
  noTemplatesFoundAbout: "Try a different search.",
  openCopy: ({ name }: { name: string }) => `Already in your library: ${name}`,
  copied: ({ name }: { name: string }) => `${name} was added to your library. It isn't assigned to anyone yet.`,
  addToLibrary: "Add to library",
  copyFailed: "Couldn't add the template",
  loadingTemplate: "Loading template",

  // Updating a copy from its template.
  updateAbout: ({ newest, version }: { newest: number; version: number }) =>
    `Version ${newest} of the template is available. Yours is based on version ${version}. Nothing changes until you update.`,
  reviewUpdate: "Review update",
  applyUpdate: "Apply update",
  updateVersions: ({ from, to }: { from: number; to: number }) =>
    `Updates your requirement from version ${from} to version ${to} of the template. Assignments don't change.`,
  updateNotLoaded: "The update couldn't be loaded",
  loadingUpdate: "Loading update",
  updateApplied: ({ version }: { version: number }) => `Update applied as version ${version}.`,
  updateFailed: "Couldn't apply the update",
  releaseNotes: "Release notes",
  releaseTitle: ({ version, date }: { version: number; date: string }) => `Version ${version}, ${date}`,
  changes: "Changes",
  noChanges: "Your requirement already matches the new version.",
  youChangedThis: "You changed this",
  useNewVersion: "Use the new version",
  useTemplate: "Use the template's version",
  keepYours: "Keep yours",
  notNow: "Not now",

  // The editor of a requirement.
  requirementNotLoaded: "This requirement couldn't be loaded",
  loadingRequirement: "Loading requirement",
  newTitle: ({ type }: { type: string }) => `New ${type}`,
  newAbout: "Set up the requirement, then choose who it's assigned to.",
  typeAndVersion: ({ type, version }: { type: string; version: number }) => `${type}, version ${version}.`,
  settings: "Settings",
  assignedTo: "Assigned to",
  saveFirst: "Save your changes first.",
  reviewSettingRefused: "Only Directors and Admins can change whether submissions are reviewed.",
  restoredTitle: "Unsaved changes restored",
  restoredAbout: "These changes weren't saved before the page reloaded.",
  restoredOutdated: ({ version }: { version: number }) =>
    `Someone saved version ${version} after you started. Review your changes first: saving them replaces that version.`,
  discardChanges: "Discard changes",
  saveFailed: "Some changes weren't saved",
  fixErrors: "Fix the highlighted fields.",
  uploadUnfinished: "Wait until the upload finishes.",
  unsavedChanges: "You have unsaved changes.",
  allSaved: "All changes saved.",
  saveNew: ({ type }: { type: string }) => `Save ${type}`,
  saveChanges: "Save changes",
  changesLost: "Your changes will be lost.",
  nameFirst: "Enter a name, then choose the file again.",
  assignmentsRestored: "The previous assignments were restored.",
  undoFailed: "Couldn't undo the change. Try again.",

  // What saving did.
  saved: "Saved.",
  savedAsVersion: ({ version }: { version: number }) => `Saved as version ${version}.`,
  updatingMembers: "Members' requirements are being updated.",
  assignedAndEnded: ({ added, ended }: { added: string; ended: string }) =>
    `Individual requirements: ${added} added, ${ended} ended.`,
  assignedMore: ({ count }: { count: number }) =>
    plural(count, { one: "Assigned to # more membership.", other: "Assigned to # more memberships." }),
  assignedFewer: ({ count }: { count: number }) =>
    plural(count, { one: "No longer assigned to # membership.", other: "No longer assigned to # memberships." }),
  noOneAffected: "No one is affected.",

  // Fields that every requirement has.
  description: "Description",
  descriptionHint: "One or two sentences: what it is and why it's required.",
  instructions: "Instructions",
  instructionsHint: "Shown to members before they start.",
  redoByOptional: "Complete again by (optional)",
  redoByHint:
    "Completions of earlier versions expire after this date. Later versions without a date don't change it. You'll see who's affected before you save.",
  reminders: "Reminders",
  defaultSchedule: "Default schedule",
  everyWeek: "Every week",
  everyMonth: "Every month",
  everyThreeMonths: "Every three months",
  remindersHint:
    "Members who haven't completed it get an email that lists everything still open, at most one a day. The default is 2, 4, 6, 10 and 17 days after it opens, then every 10 days until day 67.",
  validThroughOptional: "Must be valid through (optional)",
  validThroughHint: "For example, the end of the season. Submissions that expire earlier aren't accepted.",

  // How long a completion is valid.
  validFor: "Valid for",
  validForever: "No expiration",
  validForPeriod: "Period after completion",
  validUntilDay: "Same date each year",
  validPerSubmission: "Expiration date for each submission",
  validPerSubmissionHint: "The member or the reviewer enters the expiration date.",
  duration: "Duration",
  durationRange: "Enter a whole number from 1 to 1200.",
  unit: "Unit",
  days: "Days",
  months: "Months",
  years: "Years",
  month: "Month",
  chooseMonth: "Choose a month.",
  day: "Day",
  dayRange: ({ last }: { last: number }) => `Enter a day from 1 to ${last}.`,
  earlyDays: "Early completion (days)",
  earlyDaysHint: "Completions this many days before that date count for the next year.",
  earlyDaysRange: "Enter a whole number from 0 to 366.",

  // Assignments.
  notAssignedTitle: "Not assigned to anyone",
  notAssignedAbout: "Choose a level and roles. Everyone there with one of those roles gets this requirement.",
  addAssignment: "Add assignment",
  tooManyAssignments: "You can add up to 200 assignments.",
  assignmentNumber: ({ number }: { number: number }) => `Assignment ${number}`,
  levelOutsideAccess: ({ levelName }: { levelName: string }) => `${levelName} (outside the levels you manage)`,
  required: "Required",
  requiredHint: "Members must complete it to be cleared.",
  due: "Due",
  dueNone: "No due date",
  dueFixed: "On a date",
  dueAfterJoining: "After joining",
  dueSeason: "By season start",
  dueDate: "Due date",
  graceDays: "Days for members who join later",
  daysAfterJoining: "Days after joining",
  paidBy: "Paid by",
  removeAssignment: ({ number }: { number: number }) => `Remove assignment ${number}`,
  removeAssignmentAt: ({ number, levelName }: { number: number; levelName: string }) =>
    `Remove assignment ${number}, ${levelName}`,

  // Whom an assignment leaves out.
  limitAssignment: "Limit by age or answers",
  minimumAge: "Minimum age",
  maximumAge: "Maximum age",
  ageUsed: "Age used",
  ageNow: "Current age",
  ageInSeason: "Age reached this season",
  noBirthDate: "Members without a date of birth are skipped.",
  anyAnswer: "Any answer",
  answersMatch: "Answers that must match",
  allAnswers: "All",
  oneAnswer: "At least one",

  // Exceptions.
  exceptions: "Exceptions",
  noExceptions: "No one is exempt.",
  exempt: "Exempt",
  exemptThrough: ({ date }: { date: string }) => `Exempt through ${date}`,
  outsideAccess: "Someone outside your levels",
  roleAtLevel: ({ role, levelName }: { role: string; levelName: string }) => `${role}, ${levelName}`,
  withSublevels: ({ name }: { name: string }) => `${name} and sublevels`,
  endException: "End",
  endExceptionOf: ({ name }: { name: string }) => `End exception for ${name}`,
  exemptSomeone: "Exempt someone",
  addException: "Add exception",
  exemptWho: "Who",
  onePerson: "One person",
  levelOrRole: "Level or role",
  person: "Person",
  startTyping: "Start typing a name",
  everyone: "Everyone",
  choosePerson: "Choose a person.",
  reason: "Reason",
  reasonHint: "Visible to people who manage them.",
  enterReason: "Enter a reason.",
  lastDayOptional: "Last day (optional)",

  // The progress of a change that concerns many people.
  applyingAssignments: "Applying assignments",
  applyingAssignmentsAbout: "Members' requirements are being updated. You can leave this page.",
  assignmentsApplied: "Members' requirements are up to date.",
  membershipsChecked: "Memberships checked",
  membershipsProgress: ({ done, total }: { done: string; total: string }) => `${done} of ${total} memberships`,
  applyingRedo: "Applying the deadline to complete it again",
  applyingRedoAbout: "Completions of earlier versions are being updated. You can leave this page.",
  redoApplied: "The deadline to complete it again was applied.",
  completionsChecked: "Completions checked",
  completionsProgress: ({ done, total }: { done: string; total: string }) => `${done} of ${total} completions`,
  peopleProgress: ({ done, total }: { done: string; total: string }) => `${done} of ${total} people`,

  // The effect of a change of assignments, before it is saved.
  effectTitle: "Review changes",
  saveAssignments: "Save assignments",
  noOneLosesClearance: "No one loses clearance",
  everyoneStaysCleared: "Everyone who's cleared now stays cleared.",
  loseClearance: ({ count }: { count: number }) =>
    plural(count, {
      one: "# membership loses clearance when you save",
      other: "# memberships lose clearance when you save",
    }),
  stayCleared: ({ count, date }: { count: number; date: string }) =>
    plural(count, {
      one: `# membership stays cleared through ${date}`,
      other: `# memberships stay cleared through ${date}`,
    }),
  loseClearanceLater: "Anyone who hasn't completed it by then loses clearance.",
  clearedNow: "Members who are cleared now",
  loseItNow: "Lose clearance when you save",
  loseItNowNote: "Until they complete it.",
  loseItLater: "Stay cleared until a date",
  loseItLaterNote: "They see it and get reminders right away. It's optional until that date.",
  stayClearedThrough: "Stay cleared through",
  newlyAssigned: "Newly assigned",
  noLongerAssigned: "No longer assigned",
  newlyCleared: "Newly cleared",
  withdrawn: "Withdrawn",
  submissionsWithdrawn: ({ count }: { count: number }) =>
    plural(count, { one: "# submission pending review", other: "# submissions pending review" }),
  expectedReviews: "Expected reviews",
  peopleReminded: "People reminded by email",
  organizationPays: "Organization pays",
  membersPay: "Members pay",
  costMore: ({ amount }: { amount: string }) => `${amount} more`,
  costLess: ({ amount }: { amount: string }) => `${amount} less`,
  byLevel: "By level",
  levelEffect: ({
    levelName,
    gain,
    lose,
    losingClearance,
  }: {
    levelName: string;
    gain: string;
    lose: string;
    losingClearance: string;
  }) => `${levelName}: ${gain} newly assigned, ${lose} no longer assigned, ${losingClearance} losing clearance`,
  memberships: ({ count }: { count: number }) => plural(count, { one: "# membership", other: "# memberships" }),
  membershipsNamed: ({ memberships, names }: { memberships: string; names: string }) => `${memberships}: ${names}`,
  namesAndMore: ({ names, count }: { names: string; count: string }) => `${names} and ${count} more`,

  // The effect of a deadline to complete it again, before it is saved.
  redoTitle: ({ date }: { date: string }) => `Complete again by ${date}`,
  saveVersion: "Save version",
  redoEndsNothing: "No completions are valid beyond that date.",
  redoEnds: ({ count, date }: { count: number; date: string }) =>
    plural(count, {
      one: `# completion will expire after ${date}.`,
      other: `# completions will expire after ${date}.`,
    }),
  redoReminders:
    "Anyone who completes it again by then stays cleared. Each person gets a reminder email when 30 days are left and another when it has expired.",
  redoLosesClearance: ({ count, date }: { count: number; date: string }) =>
    plural(count, { one: `# membership loses clearance on ${date}`, other: `# memberships lose clearance on ${date}` }),
  redoUnless: "Unless it's completed again by then.",
  redoLosesNothing: "No one who's cleared now loses clearance",
  redoLosesNothingAbout: "The people affected aren't cleared now, or it's optional for them.",
  redoFinal: "This can't be undone. Later versions without a date don't change it.",

  // Archived requirements.
  archiveTitle: ({ name }: { name: string }) => `Archive ${name}?`,
  archive: "Archive",
  archivedDone: ({ name }: { name: string }) => `${name} was archived.`,
  archivedInSteps: ({ name }: { name: string }) => `${name} was archived. Members' requirements are being updated.`,
  archiveFailed: "Couldn't archive the requirement",
  deleteTitle: ({ name }: { name: string }) => `Delete ${name}?`,
  delete: "Delete",
  deletedDone: ({ name }: { name: string }) => `${name} was deleted.`,
  deleteFailed: "Couldn't delete the requirement",
  typeAndLevel: ({ type, levelName }: { type: string; levelName: string }) => `${type}, belongs to ${levelName}`,
  archivedOn: ({ date }: { date: string }) => `Archived on ${date}`,
  archivedAbout: "It's no longer assigned to anyone. Completed submissions are kept.",
  neverFinished: "Setup was never finished",
  neverFinishedAbout: "Restore it to finish setting it up.",
  loadingSettings: "Loading settings",
  restoredDone: ({ name }: { name: string }) => `${name} was restored. It isn't assigned to anyone yet.`,
  restoreFailed: "Couldn't restore the requirement",

  // Duplicating a requirement.
  duplicateTitle: ({ name }: { name: string }) => `Duplicate ${name}`,
  duplicateAbout: "The copy gets the settings you last saved. It isn't assigned to anyone yet.",
  copyName: ({ name }: { name: string }) => `${name} (copy)`,
  duplicated: ({ name }: { name: string }) => `${name} was created. It isn't assigned to anyone yet.`,
  duplicateFailed: "Couldn't duplicate the requirement",

  // Versions.
  versions: "Versions",
  versionsNotLoaded: "Couldn't load the versions",
  loadingVersions: "Loading versions",
  versionNumber: ({ version }: { version: number }) => `Version ${version}`,
  fromTemplate: ({ version }: { version: number }) => `From version ${version} of the template`,
  redoBy: ({ date }: { date: string }) => `Complete again by ${date}`,
  viewVersion: ({ version }: { version: number }) => `View version ${version}`,
  versionTitle: ({ version, name }: { version: number; name: string }) => `Version ${version} of ${name}`,
  startFromVersion: "Start from this version",
  versionNotLoaded: "Couldn't load this version",
  loadingVersion: "Loading version",

  // Export of the answers to a form.
  answers: "Answers",
  answersAbout: ({ days }: { days: number }) =>
    `Export the answers of the members you can see, one row per submission. You can download the file for ${days} days.`,
  exportCsv: "Export CSV",
  exportJson: "Export JSON",
  exportFailed: "Couldn't start the export",

  // Fields that several types have.
  link: "Link",
  linkHint: "A web page where members find the form or course.",
  acceptedDocuments: "Accepted documents",
  acceptedFiles: "Accepted file types",
  uploadsReviewed: "Each upload is reviewed.",
  priceOptional: "Price (optional)",
  currency: "Currency",
  currencyChoice: ({ code, name }: { code: string; name: string }) => `${code}, ${name}`,
  priceHint: "Leave empty if it's free. Each assignment sets who pays.",
  priceRange: "Enter an amount from 0 to 10,000, like 24.50.",
  reviewSubmissions: "Review each submission",
  reviewSubmissionsHint: "Otherwise, it counts as soon as it's submitted.",
  askCompletionDate: "Ask for the completion date",
  askCompletionDateHint: "Otherwise, the submission date counts.",
  fileUploaded: ({ label }: { label: string }) => `${label} uploaded`,
  uploadFailed: "Couldn't upload the file. Try again.",

  // Abuse prevention training.
  trainingLinkOptional: "Training link (optional)",
  trainingLinkHint: "Where members take the training.",
  acceptCertificates: "Members can upload a certificate",

  // Age or grade verification.
  verify: "What to verify",
  acceptedGradeProofs: "Accepted proof of grade",
  completesOnMatch: "Approve documents that match automatically",
  completesOnMatchHelp:
    "Passports and IDs are read from their photos. If the name and date of birth match the profile, no one has to review them. Everything else is reviewed.",
  ageGroups: "Age groups",
  ageGroupsHelp:
    "Reviewers see the age group of the season. U12 is for players younger than 12 on the day before the cutoff.",
  cutoffMonth: "Cutoff month",
  cutoffDay: "Cutoff day",

  // Background check.
  provider: "Provider",
  doneAtPortal: ({ name }: { name: string }) =>
    `Members do this check on the ${name} site, and confirm it here. Results are imported from a file, or a reviewer records them.`,
  portalMissing: ({ name }: { name: string }) => `The link to ${name} is missing`,
  reviewedOutside: ({ name }: { name: string }) =>
    `${name} reviews what is found. Your reviewers see the outcome, not the report.`,
  screeningSettings: "Open Screening settings",
  providerHint: "Who runs the background check.",
  packageOptional: "Package (optional)",
  packageHint: "The provider's name for what you order.",
  account: "Account",
  accountHint: "The account that orders are placed with and charged to.",
  noAccount: "None: reports are uploaded",
  product: "Product",
  productHint: "What is ordered for each person.",
  chooseProduct: "Choose a product",
  internationalProduct: "Product for citizens of other countries",
  internationalProductHint:
    "What is ordered instead for people whose profile says that they're a citizen of another country than the United States. It costs them the same.",
  sameProduct: "The same product",
  productNotOffered: ({ name }: { name: string }) => `${name} (no longer offered)`,
  productPrice: ({ name, price }: { name: string; price: string }) => `${name}, ${price}`,
  accountGone: "Account that isn't connected",
  connectFirst: "No account of this provider is connected.",
  setUpScreening: "Set up screening",
  noticeOptional: "Notice (optional)",
  noticeHint: "Shown to members before a check is ordered.",
  acceptReports: "Members can upload an existing report",
  reportAgeOptional: "Maximum age of the report in days (optional)",
  reportAgeRange: "Enter a whole number from 1 to 3650.",

  // Form: how members fill it in.
  fillInOnline: "Members fill it in online",
  fillInOnlineHint: "Works on phones. Answers are saved as they go.",
  blankForm: "Blank form",
  blankFormHint: "Members download it, fill it in and upload it. Optional if they can fill it in online.",

  // Form: sections and questions.
  sectionNumber: ({ number }: { number: number }) => `Section ${number}`,
  sectionTitle: "Section title",
  introductionOptional: "Introduction (optional)",
  showSection: "Show this section",
  addSection: "Add section",
  addQuestion: "Add question",
  addQuestionTo: ({ name }: { name: string }) => `Add question to ${name}`,
  newQuestion: "New question",
  untitledQuestion: "Untitled question",
  untitledNumber: ({ number }: { number: number }) => `Question ${number} (untitled)`,
  optional: "Optional",
  conditional: "Conditional",
  moveUp: ({ name }: { name: string }) => `Move ${name} up`,
  moveDown: ({ name }: { name: string }) => `Move ${name} down`,
  removeNamed: ({ name }: { name: string }) => `Remove ${name}`,
  editNamed: ({ name }: { name: string }) => `Edit ${name}`,
  closeNamed: ({ name }: { name: string }) => `Close ${name}`,
  removedNamed: ({ name }: { name: string }) => `${name} was removed.`,
  question: "Question",
  answerType: "Answer type",
  helpOptional: "Help text (optional)",
  answerRequired: "Required",
  options: "Options",
  optionsHint: "One per line.",
  prefillWith: "Prefill with",
  prefillHint: "From the member's profile. They can change it.",
  nothing: "Nothing",
  showQuestion: "Show this question",
  always: "Always",
  onlyIf: ({ name }: { name: string }) => `Only if: ${name}`,
  onlyIfMissing: "Only if: a question that's no longer before it",
  condition: "Condition",
  answerIs: "Is",
  answerIsNot: "Isn't",
  answerGiven: "Is answered",
  answer: "Answer",

  // Form: limits of an answer.
  minimumOptional: "Minimum (optional)",
  maximumOptional: "Maximum (optional)",
  minimumCharacters: "Minimum characters (optional)",
  maximumCharacters: "Maximum characters (optional)",
  minimumChoices: "Minimum choices (optional)",
  maximumChoices: "Maximum choices (optional)",

  // Form: types of answers, and what they are prefilled with.
  shortText: "Short text",
  longText: "Long text",
  number: "Number",
  date: "Date",
  yesOrNo: "Yes or no",
  singleChoice: "Single choice",
  multipleChoice: "Multiple choice",
  file: "File",
  signature: "Signature",
  firstName: "First name",
  lastName: "Last name",
  fullName: "Full name",
  dateOfBirth: "Date of birth",
  emailAddress: "Email address",
  phoneNumber: "Phone number",
  address: "Address",
  usSoccerId: "U.S. Soccer ID",
  levelPrefill: "Level, such as the team",
  guardiansName: "Guardian's name",
  emergencyContactsName: "Emergency contact's name",
  emergencyContactsPhone: "Emergency contact's phone",

  // Form: preview.
  formPreview: "Form preview",
  formPreviewAbout: "Try it out. Nothing is saved.",
  fileQuestionPreview: ({ question }: { question: string }) =>
    `${question}: members choose a file or take a photo here.`,
  sampleSigner: "First Last",

  // Live Scan.
  liveScanAbout:
    "This is printed on the request form that members take with them. Enter it as the state assigned it to your organization.",
  noRequestFormYet: "No request form yet",
  noRequestFormYetHelp: ({ facts }: { facts: string }) =>
    `Enter the ${facts}. Until then, members upload the form of their Live Scan site, and a reviewer checks it.`,
  formFacts: {
    ori: "ORI",
    applicantType: "type of applicant",
    jobTitle: "job title",
    agency: "agency",
    mailCode: "mail code",
    agencyStreet: "street address",
    agencyCity: "city",
  },
  agencyStreetOptional: "Agency street address or P.O. box (optional)",
  agencyCityOptional: "Agency city, state, and ZIP code (optional)",
  agencyCityHint: "Such as Oakland, CA 94607.",
  contactPhoneOptional: "Contact phone (optional)",
  ocaNumberOptional: "OCA number (optional)",
  ocaNumberHint: "Your own number for the applicant, if the state asks for one.",
  billingNumberOptional: "Billing number (optional)",
  oriOptional: "ORI (optional)",
  oriHint: "The agency code that your state assigned to you: 5 to 9 letters and digits.",
  typeOfApplicantOptional: "Type of applicant (optional)",
  jobTitleOptional: "Job title (optional)",
  jobTitleHint: "Up to 30 characters, as on the form.",
  agencyOptional: "Agency (optional)",
  agencyHint: "Your organization's name, as registered with the state.",
  contactOptional: "Contact (optional)",
  mailCodeOptional: "Mail code (optional)",
  mailCodeHint: "Five digits.",
  levelOfService: "Level of service",
  doj: "DOJ",
  fbi: "FBI",

  // Sex offender search.
  offenderSearchAbout:
    "We search for each member's name and date of birth. Members without a date of birth are asked for it. A reviewer checks possible matches.",

  // Training: the course package.
  coursePackage: "Course package",
  coursePackageHint:
    "A .zip file that your authoring tool exported as SCORM 1.2 or SCORM 2004. Members take the course here. An interrupted upload resumes where it stopped.",
  courseFacts: ({ title, standard }: { title: string; standard: string }) => `“${title}” · SCORM ${standard}`,
  courseFactsEdition: ({ title, standard, edition }: { title: string; standard: string; edition: string }) =>
    `“${title}” · SCORM ${standard}, ${edition}`,
  courseParts: ({ count }: { count: number }) => plural(count, { one: "# part", other: "# parts" }),
  coursePassingScore: ({ score }: { score: number }) => `Passing score ${score}%`,
  chooseAgain: ({ percent }: { percent: number }) => `Choose the file again to continue. ${percent}% was uploaded.`,
  framesTitle: "This course uses frames and may not run here",
  framesAbout: "Open the preview to see how far it runs.",
  framesReason:
    "Its pages are frames that communicate with each other. Browsers allow that only when courses have their own host name. Ask the person who runs this site to set PACKAGES_URL, or export the course without frames.",
  otherSitesTitle: "This course loads files from other sites",
  otherSitesAbout: ({ sites }: { sites: string }) =>
    `These sites are blocked: ${sites}. Add the files to the course and export it again.`,
  sharedResultsTitle: "This course shares results with other courses",
  sharedResultsAbout:
    "Results aren't shared between courses here. If this course depends on another one, combine both into one package.",
  pluginTitle: "Part of this course needs a plug-in",
  pluginAbout: ({ plugin }: { plugin: string }) =>
    `Browsers no longer play "${plugin}". Open the preview to see whether the course runs without it.`,

  // Training: preview and test of a course.
  previewTitle: ({ title }: { title: string }) => `Preview: ${title}`,
  nextPart: "Next part",
  noProgressReported: "This part doesn't report progress. It's complete once it's opened.",
  coursePartlyRuns: "Parts of this course don't run here",
  courseSilent: "This course hasn't reported anything",
  courseSilentAbout:
    "If it stays blank, members can't take it here. Export it again as SCORM 1.2, or test it in your authoring tool.",
  nothingReportedYet: "Nothing reported yet.",
  startedWithoutStatus: "Started. No status reported yet.",
  started: "Started",
  reportedStatus: ({ status }: { status: string }) => `Status: ${status}`,
  reportedSuccess: ({ success }: { success: string }) => `Success: ${success}`,
  reportedScore: ({ score }: { score: string }) => `Score: ${score}`,
  testingTheCourse: "Testing the course…",
  testingPart: ({ part, count }: { part: number; count: number }) => `Testing the course: part ${part} of ${count}…`,
  courseTest: "Course test",
  testPassed: "Tested: the course starts and reports.",
  testedPartly: ({ framed }: { framed: string }) => `Tested: ${framed} doesn't fully run.`,
  partlyRuns: ({ framed }: { framed: string }) => `${framed} doesn't fully run`,
  testSilent: ({ silent }: { silent: string }) => `${silent} reported nothing during the test`,
  testSilentAbout:
    "It may wait for a click, or not run here. Open the preview to check. If it stays blank, export the course again as SCORM 1.2.",

  // Training: how it is completed.
  passingScore: "Passing score (%)",
  passingScoreHint: "Leave empty to use the course's own passing score. Set one only if the course reports a score.",
  minimumTime: "Minimum time (minutes)",
  minimumTimeHint: "Members who finish sooner keep the course open until the time is up. Leave empty for no minimum.",
  reviewResults: "Review each result before it counts",
  reviewResultsHint: "Otherwise, the result counts as soon as the member passes.",
  courseLink: "Course link",
  courseLinkHint: "Where members take the course, if it's on another site.",
  additionalLink: "Additional link",
  additionalLinkHint: "Optional. A page where members can read more.",
  uploadCertificate: "Members upload their certificate",
  uploadCertificateHint: "Each certificate is reviewed before it counts.",

  // U.S. Soccer license.
  acceptedLicenses: "Accepted licenses",
  takenAtProvider: "Taken at the training provider",
  takenAtProviderHint:
    "Members open the training from here, and it's completed when they finish: the Core first, then a Refresher each year. Needs a training provider on this server.",
  higherGrades: "Also accept higher licenses",
  higherGradesHint:
    "For example, the National B where you select the National C. Only licenses of the same pathway are compared.",
  noLicensesChosen: "Any one of them is enough. None selected.",
  licensesChosen: ({ count }: { count: string }) => `Any one of them is enough. ${count} selected.`,
  findALicense: "Find a license",
  loadingLicenses: "Loading licenses",
  licenseList: "Licenses",
  noLicenses: "No licenses found.",
  coaches: "Coaches",
  referees: "Referees",
  safety: "Safety",
  tryAgain: "Try again",

  // Video.
  video: "Video",
  videoHint: "An MP4 or WebM file. For a long video, enter its URL instead.",
  videoUrl: "Video URL",
  videoUrlHint: "A direct link to an .mp4 or .webm file that starts with https.",
  lengthInSeconds: "Length in seconds",
  lengthCheck: ({ length }: { length: string }) => `That's ${length}. Is this right?`,
  lengthHint: "Filled in from the video when possible.",
  percentToWatch: "Percent to watch",
  percentHint: "How much of the video members must watch.",
  captions: "Captions",
  captionsHint: "WebVTT text, for members who can't hear the video or watch without sound.",
  captionsExample: "WEBVTT\n\n00:00.000 --> 00:04.000\nWelcome.",

  // Waiver.
  waiverText: "Waiver text",
  write: "Write",
  text: "Text",
  textHint: "Plain text or Markdown: # for headings, - for lists, ** for bold.",
  waiverPreview: "Waiver preview",
  previewEmpty: "Nothing to preview yet.",
  loadingPreview: "Loading preview",
  consent: "Consent statement",
  consentHint: "What the signer agrees to, in the first person.",
  signAgain: "Sign again at 18",
  signAgainHint: "A guardian's signature expires on the member's 18th birthday. From then on, the member signs.",
};

/** Names a type within a sentence: "waiver", but "Live Scan" and "U.S. Soccer license". */
export function inSentence(type: string): string {
  return /^[A-Z][a-z]/.test(type) && type !== "Live Scan" ? type.charAt(0).toLowerCase() + type.slice(1) : type;
}

/** The purpose of each kind, in one plain sentence. */
export const whatItDoes: Record<ContentKind, string> = {
  document: "Members upload a document they have, like a certificate, a card or a letter.",
  form: "Members fill in a form online, or download it and upload it filled in.",
  waiver: "Members read a text and sign it online. A guardian signs for a child.",
  "background-check": "A provider screens members, or they upload an existing report.",
  video: "Members watch a video. They can't skip ahead.",
  "abuse-prevention-training": "Members take an abuse prevention training and upload the certificate.",
  "sex-offender-search": "We search for members' names and dates of birth. Members don't have to do anything.",
  "age-verification": "Members upload a document that shows their age or grade.",
  "custom-training": "Members take a training you choose, here or on another site.",
  "identity-verification": "Members upload a document that proves their identity.",
  "live-scan": "Members have their fingerprints taken and upload the receipt.",
  "us-soccer": "Members enter their U.S. Soccer ID and hold a license you accept.",
};

/** What archiving a requirement does and how many people it affects, in sentences. */
export function archiveSentences(effect: {
  outcome: "archived" | "removed";
  assignments: number;
  owedOn: number;
  open: number;
  completed: number;
}): string[] {
  if (effect.outcome === "removed") return ["It was never assigned, so it's deleted for good. This can't be undone."];
  const { assignments, owedOn, open, completed } = effect;
  return [
    assignments === 0
      ? "It isn't assigned to anyone now."
      : plural(assignments, { one: "# assignment ends.", other: "# assignments end." }),
    ...(assignments === 0
      ? []
      : [
          plural(owedOn, {
            one: "# membership no longer has this requirement.",
            other: "# memberships no longer have this requirement.",
          }),
        ]),
    ...(open === 0
      ? []
      : [plural(open, { one: "# open submission is withdrawn.", other: "# open submissions are withdrawn." })]),
    completed === 0
      ? "No one has completed it."
      : plural(completed, {
          one: "# person completed it. The record is kept.",
          other: "# people completed it. Their records are kept.",
        }),
    "You can restore it from the archive. It won't be assigned to anyone then.",
  ];
}
