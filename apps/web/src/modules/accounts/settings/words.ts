import { plural } from "../../../plural.ts";
/** The texts of an organization's settings and of its email templates. */
export const words = {
  // Names that several parts show.
  organization: "Organization",
  name: "Name",
  language: "Language",
  save: "Save",
  add: "Add",
  remove: "Remove",
  replace: "Replace",
  download: "Download",
  undo: "Undo",
  preview: "Preview",
  tryAgain: "Try again",
  roles: "Roles",
  english: "English",
  spanish: "Español",
  checkingEffect: "Checking what will change.",
  nothingChanged: "You haven't changed anything.",
  saveFailed: "Couldn't save",
  removeNamed: ({ name }: { name: string }) => `Remove ${name}`,

  // The page and its tabs.
  settingsAbout: ({ organizationName }: { organizationName: string }) =>
    `Settings of ${organizationName}. Each section is saved separately.`,
  settingsTabs: "Settings",
  general: "General",
  logoAndColor: "Logo and color",
  levelsAndRules: "Levels and rules",
  security: "Security",
  files: "Files",
  settingsNotLoaded: "The settings couldn't be loaded",
  loadingSettings: "Loading settings",

  // Screening.
  screening: "Screening",
  screeningHint: "Choose who runs background checks, connect accounts, and apply for your own.",
  setUpScreening: "Set up screening",

  // Single sign-on.
  singleSignOn: "Single sign-on",
  singleSignOnHint: "Let people log in with their work account, and give roles by the groups that they're in.",
  manageSingleSignOn: "Manage single sign-on",

  // Partners.
  partners: "Partners",
  partnersHint: "Import the people who register on LeagueApps or SportsEngine. New registrations are imported, too.",
  managePartners: "Manage partners",

  // Webhooks.
  webhooks: "Webhooks",
  webhooksHint: "Notify your own systems of events, such as when someone is cleared.",
  manageWebhooks: "Manage webhooks",

  // API keys.
  apiKeys: "API keys",
  apiKeysHint: "Let other software ask whether people are cleared, such as a tournament or registration system.",
  manageApiKeys: "Manage API keys",

  // Details.
  details: "Details",
  detailsAbout: "Your name appears in emails, on sign-up pages and in the list of levels.",
  initials: "Initials",
  detailsSaved: "Details saved.",

  // Time zone.
  timeZone: "Time zone",
  timeZoneAbout: "Due dates, expiration dates and birthdays start and end at midnight in this time zone.",
  timeZoneAssumed: "Choose your time zone",
  timeZoneAssumedAbout: "We picked this one for you. Keep it if it's right, or choose another.",
  keepZone: ({ zone }: { zone: string }) => `Keep ${zone}`,
  zoneNoEffect: "Midnight is at the same time there. Nothing changes.",
  daysEarlier: ({ count }: { count: number }) =>
    plural(count, { one: "Days start and end # hour earlier", other: "Days start and end # hours earlier" }),
  daysLater: ({ count }: { count: number }) =>
    plural(count, { one: "Days start and end # hour later", other: "Days start and end # hours later" }),
  zoneKeepsDates: "Dates stay the same and follow the new midnight.",
  dueDatesMove: ({ count }: { count: number }) =>
    plural(count, { one: "# due date is affected.", other: "# due dates are affected." }),
  expirationsMove: ({ count }: { count: number }) =>
    plural(count, { one: "# expiration date is affected.", other: "# expiration dates are affected." }),
  datesPass: ({ count }: { count: number }) =>
    plural(count, {
      one: "# date passes right away. Someone may become overdue or expired.",
      other: "# dates pass right away. People may become overdue or expired.",
    }),
  datesReturn: ({ count }: { count: number }) =>
    plural(count, {
      one: "# date that has passed will be in the future again.",
      other: "# dates that have passed will be in the future again.",
    }),
  timeZoneSaved: "Time zone saved.",
  datesMoving: "Updating dates",
  datesMovingAbout: ({ done, total }: { done: string; total: string }) =>
    `${done} of ${total} people updated. You can leave this page.`,

  // Season.
  season: "Season",
  seasonAbout: "A season is one year from this date. Due dates and age limits can depend on it.",
  seasonMonth: "Start month",
  seasonDay: "Start day",
  seasonNotUsed: "No requirements depend on the season.",
  seasonRequirements: ({ count }: { count: number }) =>
    plural(count, { one: "# requirement depends on the season.", other: "# requirements depend on the season." }),
  seasonPeople: ({ count }: { count: number }) =>
    plural(count, { one: "The season sets due dates for # person.", other: "The season sets due dates for # people." }),
  seasonDueDatesChange: ({ count }: { count: number }) =>
    plural(count, { one: "Due dates of # person will change", other: "Due dates of # people will change" }),
  seasonEffect:
    "Requirements may become overdue or stop being overdue right away, and age limits are checked again. Completed requirements stay completed.",
  seasonSaved: "Season saved.",

  // Languages.
  languages: "Languages",
  languagesAbout: "People get emails in the language they chose, if you offer it.",
  languagesOffered: "Offered",
  chooseLanguage: "Choose at least one language.",
  languagesSaved: "Languages saved.",

  // Logo.
  logoAbout:
    "Shown at the top of every page and where people sign up. A square image on a white background works best.",
  logoOf: ({ name }: { name: string }) => `Logo of ${name}`,
  logoSaved: "Logo saved.",
  logoRemoved: "Logo removed.",

  // Color.
  color: "Color",
  colorAbout: "The color of buttons and links for everyone in your organization. The dark theme uses a lighter shade.",
  pickColor: "Pick a color",
  colorFormat: "Enter a color as # and six digits, like #1c5d99.",
  colorUnreadable: "White text wouldn't be readable on this color.",
  colorTooLight: "Too light to read",
  colorContrast: ({ least, contrast, readable }: { least: number; contrast: string; readable: string }) =>
    `Text needs a contrast of at least ${least}:1, and this color has ${contrast}:1. The closest readable color is ${readable}.`,
  applyColor: ({ color }: { color: string }) => `Use ${color}`,
  light: "Light",
  dark: "Dark",
  sampleLink: ({ theme }: { theme: string }) => `${theme}: a link`,
  sampleButton: "A button",
  contrast: ({ contrast }: { contrast: string }) => `Contrast ${contrast}:1`,
  colorSaved: "Color saved.",

  // Level names.
  levelNames: "Level names",
  levelNamesAbout: "The kinds of levels you can add. Renaming one renames it everywhere.",
  levelNamesSaved: "Level names saved.",
  singular: "Singular",
  plural: "Plural",
  singularOf: ({ name }: { name: string }) => `Singular: ${name}`,
  pluralOf: ({ name }: { name: string }) => `Plural: ${name}`,
  newLevelName: "New level name",
  inUseNamed: ({ name }: { name: string }) => `${name} is in use`,
  levelsUseIt: ({ count }: { count: number }) => plural(count, { one: "# level uses it.", other: "# levels use it." }),
  addNamed: ({ name }: { name: string }) => `Add “${name}”`,
  addAnother: "Add another",
  region: "Region",
  district: "District",
  league: "League",
  club: "Club",
  division: "Division",
  team: "Team",

  // Managers.
  managers: "Managers",
  managersAbout: "What Managers can do at their levels, besides seeing and reminding people.",
  chat: "Support chat",
  chatAbout: "Support chat is provided by Intercom, a separate company.",
  chatForMinors: "Allow minors to use the chat",
  chatForMinorsHint: "Otherwise only people whose date of birth shows that they're 18 or older can use it.",
  managersReview: "Review submissions",
  managersReviewHint: "Documents and trainings, but not screenings, identity or age",
  managersEditLibrary: "Edit the library",
  managersEditLibraryHint: "Requirements of their own levels, and who they're assigned to",

  // Identity verification.
  identityVerification: "Identity verification",
  loadingIdentity: "Loading identity verification settings",
  identitySaved: "Identity verification settings saved.",
  identityAbout:
    "Members verify their identity with photos of a document, or in person. Photos are encrypted, and only reviewers can open them.",
  selfies: "Let members take a selfie",
  selfiesHint:
    "A selfie is compared with the photo on the document, and a reviewer decides. Members sign a release first, and can always choose another way. Some states have laws about biometric information, so ask a lawyer before you turn this on.",
  keepDays: "Days to keep photos",
  keepDaysHint: ({ least, most }: { least: number; most: number }) =>
    `Photos are deleted this many days after the decision, from ${least} to ${most}. If you change this, members sign the release again before their next selfie. Photos they have taken aren't kept longer.`,
  ownSchoolDate: "Use our own school cutoff date",
  ownSchoolDateHint:
    "Reviewers see the usual grade for a child's age. Children start kindergarten in the fall if they're five by this date. Without one, the date of the child's state is used.",
  schoolMonth: "Cutoff month",
  schoolDay: "Cutoff day",
  schoolDates: "Cutoff dates by state",
  schoolDatesHint:
    "If your children live in different states, add a date for each. It comes before your own date. A child's state is the one in their address, or their guardians'. Without an address, it's your organization's state.",
  schoolState: "State or province",
  chooseState: "Choose a state",
  stateMissing: "Choose a state for each date first.",
  addSchoolDate: "Add a state",
  removeSchoolDate: ({ number }: { number: number }) => `Remove date ${number}`,

  // Reviews.
  reviews: "Reviews",
  reviewSettingsNotLoaded: "The review settings couldn't be loaded",
  loadingReviews: "Loading review settings",
  reviewsSaved: "Review settings saved.",
  twoReviewers: "Require two reviewers to disqualify someone",
  twoReviewersHint: "One reviewer proposes it. Another Director or Admin confirms or declines.",
  reasonsOptional: "Reasons are optional",
  reasonsOptionalHint: "Reviewers can mark a requirement complete or incomplete without giving a reason.",
  repliesAbout: "Reviewers can insert a saved reply into their notes and edit it.",
  addReply: "Add saved reply",
  replyUnfinished: "Every saved reply needs a title and a text.",
  title: "Title",
  replyTitle: ({ number }: { number: number }) => `Title of saved reply ${number}`,
  removeReply: ({ number }: { number: number }) => `Remove saved reply ${number}`,
  decision: "Decision",
  type: "Requirement type",
  allTypes: "All types",
  text: "Text",
  replyText: ({ number }: { number: number }) => `Text of saved reply ${number}`,
  spanishText: "Text in Spanish (optional)",
  replySpanishText: ({ number }: { number: number }) => `Text of saved reply ${number} in Spanish`,
  replyPlaceholders: ({ placeholders }: { placeholders: string }) =>
    `These placeholders are filled in for each person: ${placeholders}.`,
  requestChanges: "Request changes",
  disqualify: "Disqualify",
  approve: "Approve",

  // Retention.
  retention: "Data retention",
  retentionAbout:
    "After these years, records are disposed of and a certificate is created. The years count from when a requirement is no longer owed. If that is earlier, results count from when a newer approved check was submitted, and consents and signatures from when they were signed again. Closed incidents count from when they were closed. Records behind a current status are kept. A legal hold on a person stops disposal.",
  incidentYears: "Closed incidents (years)",
  incidentYearsHint: "Descriptions, history, and documents.",
  disposals: "Certificates of disposal",
  consentYears: "Consents and signatures (years)",
  consentYearsHint: ({ years }: { years: number }) => `At least ${years} years.`,
  screeningYears: "Screening results (years)",
  screeningYearsHint: "Usually 5 years.",
  retentionSaved: "Data retention saved.",

  // Second factor.
  secondFactor: "Two-factor authentication",
  secondFactorAbout:
    "People with these roles log in with a passkey, or with a code in addition to their password. Anyone who hasn't set it up is asked to.",
  adminAbout: "Everything in the organization",
  directorAbout: "Files, reviews and people at their levels",
  accountManagerAbout: "People, levels and billing",
  managerAbout: "People and reviews of their teams",
  individualAbout: "Their own and their children's requirements",
  settingNotLoaded: "This setting couldn't be loaded",
  loadingSecondFactor: "Loading",
  thisIncludesYou: "This includes you",
  includesYouAbout: "You logged in with only a password. After saving, you'll be asked for a second factor.",
  savedEffectiveNow: "Saved. Effective immediately.",

  // Files.
  backgroundCheckNotice: "Background check notice",
  noticeAbout: "Shown to people before a background check.",
  liveScanForm: "Live Scan form",
  liveScanFormAbout: "The request form people take to their appointment.",
  einProof: "Proof of the EIN",
  einProofAbout:
    "For background screening, such as a W-9 or the letter from the IRS. Visible to Admins and Account Managers.",
  taxCertificate: "Tax-exempt certificate",
  taxCertificateAbout: "So that no sales tax is charged. Visible to Admins and Account Managers.",
  insurance: "Insurance",
  otherFile: "Other file",
  adminsOnly: "Visible to Admins.",
  noFile: ({ about, types }: { about: string; types: string }) => `${about} No file yet. Accepted: ${types}.`,
  fileFacts: ({ file, size, date }: { file: string; size: string; date: string }) => `${file}, ${size}, ${date}`,
  fileFactsBy: ({ file, size, date, name }: { file: string; size: string; date: string; name: string }) =>
    `${file}, ${size}, ${date}, added by ${name}`,
  fileNamed: ({ name }: { name: string }) => `File: ${name}`,
  downloadNamed: ({ name }: { name: string }) => `Download ${name}`,
  addFileNamed: ({ name }: { name: string }) => `Add ${name}`,
  replaceNamed: ({ name }: { name: string }) => `Replace ${name}`,
  fileSaved: ({ name }: { name: string }) => `${name} saved.`,
  fileRemoved: ({ name }: { name: string }) => `${name} removed.`,

  // Email templates: the list.
  emailTemplates: "Email templates",
  emailTemplatesHint: "Edit the invitations, reminders and decisions your organization sends.",
  editTemplates: "Edit templates",
  emailTemplatesAbout: ({ organizationName }: { organizationName: string }) =>
    `Emails that ${organizationName} sends. Emails about passwords and account security can't be changed.`,
  templatesNotLoaded: "The templates couldn't be loaded",
  loadingTemplates: "Loading templates",
  emails: "Emails",
  changedOn: ({ date }: { date: string }) => `Changed ${date}`,
  changedOnBy: ({ date, name }: { date: string; name: string }) => `Changed ${date} by ${name}`,
  customIn: ({ languages }: { languages: string }) => `Custom: ${languages}`,
  standardText: "Default",

  // Email templates: the kinds.
  invitation: "Invitation",
  invitationAbout: "Sent to people who are added and asked to join.",
  invitationReminder: "Invitation reminder",
  invitationReminderAbout: "Sent 2, 4, 7 and 10 days after the invitation, until the person joins.",
  guardianInvitation: "Second guardian invitation",
  guardianInvitationAbout: "Sent when a parent invites another adult to act for their children.",
  requirementsReminder: "Open requirements reminder",
  requirementsReminderAbout: "At most one a day. Lists everything that's open for a person and their children.",
  redoReminder: "Reminder to complete a requirement again",
  redoReminderAbout: "Sent once, 30 days before the date set with a new version, to people with nothing else open.",
  changesRequested: "Changes requested",
  changesRequestedAbout: "Sent when a reviewer requests changes. Includes the reviewer's note.",
  clearanceSummary: "Clearance summary",
  clearanceSummaryAbout: "Sent to people who manage levels, as often as they choose.",
  comingOfAge: "Child turns 18",
  comingOfAgeAbout: "Sent to guardians a month before the birthday.",
  profileHandedOver: "Profile handed over",
  profileHandedOverAbout: "Sent to former guardians on the 18th birthday.",

  // Email templates: the editor of one.
  templateNotLoaded: "The template couldn't be loaded",
  loadingTemplate: "Loading template",
  changesLost: "Your changes will be lost.",
  content: "Content",
  custom: "Custom",
  standardTextAbout: ({ language }: { language: string }) =>
    `Emails in ${language} use our default text. The preview shows it.`,
  customize: "Customize",
  restoreDefault: "Use the default",
  subject: "Subject",
  body: "Text",
  bodyHint: "**bold**, *italic*, - for a list, [text](https://…) for a link. Leave an empty line between paragraphs.",
  placeholders: "Placeholders",
  placeholdersAbout: "Click a placeholder to insert it. It's filled in for each reader.",
  insertPlaceholder: ({ placeholder }: { placeholder: string }) => `Insert ${placeholder}`,
  placeholderRequired: "Required.",
  fixErrorsIn: ({ language }: { language: string }) => `Fix the errors in ${language} first.`,
  fixErrors: "Fix the errors first.",
  templateSaved: "Saved. New emails use this text.",
  sendTest: "Send me a test",
  testSent: ({ email }: { email: string }) => `Test email sent to ${email}.`,
  testFailed: "Couldn't send the test",
  previewAbout: "An example of the email people get.",
  loadingPreview: "Loading preview",
  previewOf: ({ subject }: { subject: string }) => `Preview: ${subject}`,
  emailFormat: "Email format",
  htmlFormat: "HTML",
  plainText: "Plain text",
  earlierVersions: "Earlier versions",
  versionInUse: ({ subject }: { subject: string }) => `${subject} (in use)`,
  insertVersion: "Use version",
  insertVersionNumber: ({ version }: { version: number }) => `Use version ${version}`,
};
