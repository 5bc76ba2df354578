import { plural } from "../../../plural.ts";
/** The texts of the account settings: name, email, password, second factors, sessions, preferences and data. */
export const words = {
  // The page and its tabs.
  accountSettings: "Account settings",
  settingsAbout: "These settings apply to every organization you belong to.",
  account: "Account",
  security: "Security",
  preferences: "Preferences",
  data: "Data",
  loadingAccount: "Loading your account",
  accountNotLoaded: "Your account couldn't be loaded",

  // Names that several panels show.
  name: "Name",
  cancel: "Cancel",
  save: "Save",
  remove: "Remove",
  rename: "Rename",
  continue: "Continue",
  logIn: "Log in",
  logOut: "Log out",
  goToAccountSettings: "Go to account settings",
  english: "English",
  spanish: "Español",
  saved: "Saved.",

  // Name.
  nameLater: "We'll ask for your name once you belong to an organization.",
  nameAbout: "Enter your name as it appears on your documents. Your organization checks that they match.",
  nameOtherDetails: "Edit your date of birth, photo, and contacts",
  firstName: "First name",
  lastName: "Last name",
  saveName: "Save name",
  alsoIn: ({ organizationName }: { organizationName: string }) => `Also change it in ${organizationName}`,
  alsoInOthers: ({ count }: { count: number }) =>
    plural(count, {
      one: "Also change it in my # other organization",
      other: "Also change it in my # other organizations",
    }),
  nameChanged: ({ count }: { count: number }) =>
    plural(count, { one: "Your name was changed.", other: "Your name was changed in # organizations." }),

  // Email address.
  emailAddress: "Email address",
  emailAbout: "You log in and get our emails with this address.",
  notConfirmed: "Not confirmed",
  changeEmailAddress: "Change email address",
  useAnotherAddress: "Use a different address",
  newEmailAddress: "New email address",
  newEmailHint: "We'll send a link to this address and tell your current address about the change.",
  sendLink: "Send link",
  openEmail: ({ email }: { email: string }) => `Open the email we sent to ${email}`,
  openEmailAbout: ({ date }: { date: string }) =>
    `Your address changes when you open the link in it. The link expires ${date}.`,
  cancelChange: "Cancel change",
  emailUnchanged: "Your email address wasn't changed.",

  // The page behind the link to a new address.
  confirmEmailTitle: "Confirm email address",
  confirmEmailAbout: "You'll log in with it and get our emails here.",
  emailChanged: "Your email address was changed",
  emailChangedAbout: ({ email }: { email: string }) =>
    `From now on, log in with ${email}. You were logged out everywhere else.`,
  badLink: "This link doesn't work",
  badLinkAbout: "Open the link from the email again.",

  // Password.
  password: "Password",
  changePassword: "Change password",
  setPassword: "Set a password",
  newPassword: "New password",
  savePassword: "Save password",
  passwordAbout: "Changing your password logs you out everywhere else.",
  forgotYourCurrentPassword: "Forgot your current password?",
  passwordChanged: "Your password was changed. You were logged out everywhere else.",
  noPassword: "You log in without a password",
  noPasswordAbout: ({ email }: { email: string }) =>
    `You log in through a partner. To make this change, set a password first so we know it's you. We'll email a link to ${email}.`,
  emailLink: "Email me a link",
  checkYourEmail: "Check your email",
  linkSent: ({ email }: { email: string }) => `We sent a link to set a password to ${email}. It expires in 30 minutes.`,

  // Proof that the owner is there.
  currentPassword: "Your current password",
  currentPasswordHint: "We ask so that no one else can do this on your device.",
  enterCurrentPassword: "Enter your current password.",
  usePasskey: "Use a passkey instead",
  passkeyNext: "You'll use your passkey next, so that no one else can do this on your device.",
  tooManyTries: ({ wait }: { wait: string }) => `Too many attempts. Try again in ${wait}.`,

  // Second factor: the panel.
  secondFactorTitle: "Two-factor authentication and passkeys",
  secondFactorsPart: "Your second factors",
  secondFactorsNotLoaded: "Your second factors couldn't be loaded",
  loadingSecondFactors: "Loading your second factors",
  on: "On",
  off: "Off",
  secondFactorOn: "Your account is protected by more than your password.",
  secondFactorOff: "A password can be guessed or stolen. A passkey or an authenticator app keeps others out.",
  lockedTitle: "You logged in with only a password",
  lockedReason: "Log out and log in with your second factor first.",
  lockedAbout: "To change these settings, log out and log in with your second factor.",
  addAPasskey: "Add a passkey",
  setUpAnAuthenticatorApp: "Set up an authenticator app",
  passkeyUsed: ({ added, used }: { added: string; used: string }) => `Passkey. Added ${added}, last used ${used}`,
  passkeyUnused: ({ added }: { added: string }) => `Passkey. Added ${added}, not used yet`,
  appUsed: ({ added, used }: { added: string; used: string }) => `Added ${added}, last used ${used}`,
  appUnused: ({ added }: { added: string }) => `Added ${added}, not used yet`,
  authenticatorApp: "Authenticator app",
  recoveryCodes: "Recovery codes",
  codesLeft: ({ left, date }: { left: number; date: string }) => `${left} of 10 left. Created ${date}`,
  replaceCodes: "Replace",
  renameNamed: ({ name }: { name: string }) => `Rename ${name}`,
  removeNamed: ({ name }: { name: string }) => `Remove ${name}`,
  removeAuthenticatorApp: "Remove authenticator app",
  replaceRecoveryCodes: "Replace recovery codes",

  // Second factor: passkeys.
  passkeyAbout:
    "Your device stores the passkey and asks for your fingerprint, face or PIN. You can log in with it without a password.",
  passkeyNameHint: "A name that tells you where it's stored.",
  myPasskey: "My passkey",
  myDevice: ({ device }: { device: string }) => `My ${device}`,
  myComputer: ({ system }: { system: string }) => `My ${system} computer`,
  passkeyAdded: "Passkey added.",
  renamePasskey: "Rename passkey",
  enterName: "Enter a name.",
  removeTitle: ({ name }: { name: string }) => `Remove “${name}”?`,
  removePasskey: "Remove passkey",
  removePasskeyAbout: "You can no longer log in with it. Also remove it from your device so it isn't offered there.",
  removeLastPasskeyAbout:
    "You can no longer log in with it. This is your last second factor, so your password alone will be enough and your recovery codes will be deleted.",
  passkeyRemoved: "Passkey removed.",

  // Second factor: the authenticator app.
  appAbout:
    "An authenticator app shows a new code every 30 seconds. You enter it after your password. You can use any app, like Google Authenticator, Microsoft Authenticator or your password manager.",
  scanTitle: "Scan this code with your app",
  qrCode: "QR code for your authenticator app",
  scanAlternative: "Can't scan it? Enter this key in your app:",
  openApp: "Open the app on this device",
  code: "Code",
  codeHint: "The six digits your app shows now.",
  enterCode: "Enter the six digits from your app.",
  confirm: "Confirm",
  appAdded: "Authenticator app added.",
  removeAppTitle: "Remove the authenticator app?",
  removeApp: "Remove app",
  removeAppAbout: "Its codes will no longer work. You can still log in with a passkey.",
  removeLastAppAbout:
    "Its codes will no longer work. This is your last second factor, so your password alone will be enough and your recovery codes will be deleted.",
  appRemoved: "Authenticator app removed.",

  // Second factor: recovery codes.
  saveCodesTitle: "Save your recovery codes",
  codesAbout:
    "Use one of these codes to log in if you lose your phone or passkey. Each code works once. We won't show them again, so save them in your password manager or on paper.",
  codesSaved: "I've saved them",
  copy: "Copy",
  download: "Download",
  print: "Print",
  codesCopied: "Codes copied.",
  codesNotCopied: "Couldn't copy the codes. Select and copy them yourself.",
  codesFile: ({ host, codes }: { host: string; codes: string }) => `Touchline recovery codes for ${host}
Each code works once, in place of your second factor.

${codes}
`,
  newCodesTitle: "Replace your recovery codes?",
  newCodesAbout: "Your current codes will stop working.",
  newCodes: "Create new codes",

  // Second factor: where an organization requires one.
  secondFactor: "Second factor",
  oneMoment: "One moment",
  yourOrganization: "Your organization",
  setUpTitle: "Set up a second factor",
  setUpAbout: ({ organization }: { organization: string }) =>
    `${organization} requires two-factor authentication for your role.`,
  setUpTime: "This takes about a minute. Then you'll continue where you left off.",
  setUpChoice:
    "A passkey is faster: your device asks for your fingerprint, face or PIN. With an app, you enter a code.",
  logInTitle: "Log in with your second factor",
  logInAbout: ({ organization }: { organization: string }) =>
    `${organization} requires it, and you logged in with only a password.`,
  logInAgain: "Log in again",

  // Sign-ins through partners.
  otherWaysToLogIn: "Other ways to log in",
  signInsNotLoaded: "Your sign-ins couldn't be loaded",
  signInsAbout: "You can log in with each of these, in addition to your password if you have one.",
  onlySignInAbout: "This is your only way to log in. Set a password before you disconnect it.",
  setPasswordFirst: "Set a password first.",
  connectedOn: ({ date }: { date: string }) => `Connected ${date}`,
  disconnect: "Disconnect",
  disconnectNamed: ({ name }: { name: string }) => `Disconnect ${name}`,

  // Sessions.
  sessions: "Where you're logged in",
  sessionsNotLoaded: "Your sessions couldn't be loaded",
  loadingSessions: "Loading your sessions",
  unknownDevice: "Unknown device",
  thisDevice: "This device",
  inUseNow: "In use now",
  lastSeen: ({ ago }: { ago: string }) => `Last seen ${ago}`,
  network: ({ network }: { network: string }) => `Network ${network}`,
  loggedIn: ({ date }: { date: string }) => `Logged in ${date}`,
  logOutNamed: ({ name }: { name: string }) => `Log out ${name}`,
  loggedOut: ({ name }: { name: string }) => `${name} was logged out.`,
  logOutEverywhereElse: "Log out everywhere else",
  loggedOutElsewhere: "You were logged out everywhere else.",
  logOutEverywhere: "Log out everywhere",
  logOutEverywhereTitle: "Log out everywhere?",
  logOutEverywhereAbout: "You'll be logged out on every device, including this one.",
  stayLoggedIn: "Stay logged in",

  // Preferences.
  preferencesNotLoaded: "Your preferences couldn't be loaded",
  loadingPreferences: "Loading your preferences",
  emailLanguage: "Email language",
  emailLanguageSaved: "Saved. Our next email will be in this language.",
  theme: "Theme",
  sameAsDevice: "Same as device",
  light: "Light",
  dark: "Dark",
  chat: "Support chat",
  chatAllowed: "Allowed",
  chatDeclined: "Not allowed",
  chatHint: "The chat is run by Intercom. This applies to this device only.",
  themeHint: "Applies on every device where you log in.",
  emails: "Emails",
  decisions: "Requested changes",
  decisionsHint:
    "When a reviewer requests changes to something you submitted. You can always see it under My requirements.",
  reminders: "Reminders",
  remindersHint: "Occasional emails about what you and your children still need to do.",
  emailsAlwaysSent: "You always get invitations, links you ask for, and emails about your account's security.",
  clearanceSummary: "Clearance summary",
  clearanceSummaryAbout: "If you manage levels, we can email you who's cleared and what needs review.",
  everyDay: "Every day",
  everyDayNote: "Every morning when something needs your attention.",
  onMondays: "On Mondays",
  onMondaysNote: "On Mondays when something needs your attention.",
  never: "Never",
  neverNote: "You can always see it on the dashboard.",

  // Download of one's data.
  downloadYourData: "Download your data",
  downloadAbout:
    "A ZIP file with everything we keep about you and the children you act for: memberships, requirements, submissions, decisions, files, emails and sessions.",
  downloadMyData: "Download my data",
  downloaded: "Your data was downloaded.",

  // Closing the account.
  closeYourAccount: "Close your account",
  closeAbout:
    "You'll no longer be able to log in. Your organizations keep the records they have to keep. This can't be undone.",
  closeAccount: "Close account",
  closeTitle: "Close your account?",
  keepMyAccount: "Keep my account",
  closeMyAccount: "Close my account",
  loadingClosing: "Checking what this means",
  closingNotLoaded: "The effects of closing your account couldn't be loaded",
  onlyAdminTitle: "Make someone else an Admin first",
  onlyAdmin: ({ organizations }: { organizations: string }) =>
    `You're the only Admin of ${organizations}. Without you, no one could manage it.`,
  couldBecomeAdmin: ({ organizationName, names }: { organizationName: string; names: string }) =>
    `In ${organizationName}, for example: ${names}.`,
  whatGoes: "What's deleted",
  loginGoes: "Your login, password and settings. You'll be logged out everywhere.",
  accessGoes: ({ organizations }: { organizations: string }) => `Your access to ${organizations}.`,
  whatStays: "What's kept",
  recordsStay:
    "Your organizations' records about you: memberships, submissions and decisions. They have to keep them for some time and can invite you again.",
  childrenAlone: ({ names }: { names: string }) => `No one could act for ${names} anymore`,
  childrenAloneAbout: "Invite a second guardian first, or ask your organization to do it.",
  leaveChildren: ({ names }: { names: string }) => `Leave ${names} without a guardian`,
  confirmLeaveChildren: "Confirm that you understand this.",
};
