import { plural } from "../../../plural.ts";

/** The texts of signing up, of confirming an address, of a new password and of unsubscribing. */
export const words = {
  // Shared
  emailAddress: "Email address",
  password: "Password",
  loggedInAs: ({ name }: { name: string }) => `You're logged in as ${name}.`,
  acceptInvitation: "Accept invitation",
  useAnotherAccount: "Use another account",
  checkYourEmail: "Check your email",
  sendLink: "Send link",
  addressConfirmed: "Your address is confirmed",
  confirmAddressTitle: "Confirm your address",
  logIn: "Log in",
  loading: "Loading",
  confirmAddress: "Confirm my address",
  emailInvalid: "Enter a valid email address.",
  linkBroken: "This link doesn't work",
  sendNewLink: "Send new link",
  labelAtLevel: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  invitedBy: ({ name }: { name: string }) => `Invited by ${name}`,
  joinOrganization: ({ organizationName }: { organizationName: string }) => `Join ${organizationName}`,
  seeMyRequirements: "See my requirements",
  continue: "Continue",
  firstNameMissing: "Enter your first name.",
  lastNameMissing: "Enter your last name.",
  yourFirstName: "Your first name",
  firstName: "First name",
  yourLastName: "Your last name",
  lastName: "Last name",
  join: "Join",
  newPassword: "New password",
  linkIncomplete: "This link isn't complete",

  // AgreeToPolicies
  agreeToPolicies: "I agree to the Touchline Terms of Service and have read the Privacy Policy",
  agreementMissing: "Agree to the Terms of Service to continue.",
  policiesNotLoaded: "The policies couldn't be loaded. Check your connection and reload the page.",

  // AccountForms
  forgotPassword: "Forgot password?",
  unconfirmedSent: ({ email }: { email: string }) =>
    `Open the link we sent to ${email}, then come back to this invitation.`,
  unconfirmedHelp: ({ email }: { email: string }) =>
    `There's an account with ${email}, but its address isn't confirmed. Confirm it, then accept the invitation.`,
  accountExistsHelp: "You already have an account with this address.",
  passwordMissing: "Enter your password.",
  logInAndAccept: "Log in and accept",
  loggedInAsOther: ({ name, email }: { name: string; email: string }) =>
    `You're logged in as ${name}. The invitation was sent to ${email}. Accept it with this account, or log out to use the other address.`,
  acceptWithAccount: "Accept with this account",
  logOut: "Log out",

  // ConfirmAddress
  addressConfirmedHelp: ({ email }: { email: string }) => `From now on, log in with ${email}.`,
  confirmAddressHelp: ({ email }: { email: string }) =>
    `We sent a link to ${email}. Open it within 3 days. Until then your address isn't confirmed, and you can't log in again.`,
  confirmYourEmailAddress: "Confirm your email address",
  resendLink: "Send again",
  correctAddress: "Correct address",
  linkResent: "Sent. Check your spam folder too.",
  yourEmailAddress: "Your email address",
  sendLinkThere: "Send link",
  cancel: "Cancel",

  // ConfirmEmailPage
  noEmailRetryHelp: "No email? Check your spam folder, or try again in an hour.",
  openLinkAgain: "Open the link from the email again.",
  confirmedNextStep: "Continue with your requirements, or open your invitation again.",
  confirmHelp: "This confirms that our email reaches you.",
  linkUsed: "This link was already used",
  linkExpired: "This link has expired",
  accountExists: "You already have an account",
  newLinkSentHelp: "If the address still needs to be confirmed, we've sent a new link. It works for 3 days.",

  // ForgotPasswordPage
  noEmailHelp: "No email? Check your spam folder, or try the address your organization has on file.",
  backToLogin: "Back to login",
  resetPasswordTitle: "Forgot password",
  resetSentHelp: ({ email }: { email: string }) =>
    `If there's an account with ${email}, we've sent a link to reset your password. It works for 30 minutes.`,
  tryAnotherAddress: "Try another address",
  resetHelp: "We'll send you a link to choose a new one.",

  // InvitationCard
  guardianOf: ({ children }: { children: string }) => `Guardian of ${children}`,
  alsoGuardianOf: ({ children }: { children: string }) => `You'll also act for ${children}.`,

  // JoinByUrl
  newHere: "New here?",
  signUpWithEmail: "Sign up with your email address",
  haveAccount: "Already have an account?",
  logInToJoin: "Log in to join with it",
  joined: "You've joined",
  joinedHelp: ({ organizationName }: { organizationName: string }) =>
    `Welcome to ${organizationName}. You can start right away.`,
  secondStepLead: "Your password is correct. Now verify your identity.",
  logInThenJoin: "Log in with your account, then join.",
  enterDetails: "Enter your details to get started.",
  askForEmailLead: "It takes a minute. You'll need your email address, your name, and a password.",
  logInInstead: "I have an account",
  emailHelp: "Your own address, even if you're signing up a child. We send reminders there.",

  // JoinForm
  changeAddress: "Change address",

  // JoinLoggedIn
  alreadyMember: "You're already a member",
  childAlreadyMember: ({ firstName }: { firstName: string }) => `${firstName} is already a member`,
  alreadyMemberHelp: ({ labelName, levelName }: { labelName: string; levelName: string }) =>
    `You're ${labelName} at ${levelName}. Nothing has changed.`,
  childAlreadyMemberHelp: ({
    firstName,
    labelName,
    levelName,
  }: {
    firstName: string;
    labelName: string;
    levelName: string;
  }) => `${firstName} is ${labelName} at ${levelName}. Nothing has changed.`,

  // NewPassword
  passwordFair: "OK. A longer one is safer.",
  passwordGood: "Good password.",
  passwordStrong: "Strong password.",
  passwordMissingCharacters: ({ count }: { count: number }) =>
    plural(count, { one: "# more character needed.", other: "# more characters needed." }),
  newPasswordHelp: "At least 8 characters. A few unrelated words work best.",

  // ResetPasswordPage
  passwordSet: "Your new password is set",
  passwordSetHelp: "Log in with your new password. You've been logged out everywhere else.",
  resetLinkBrokenHelp: "Open the link from the email again, or request a new one.",
  checkingLink: "Checking your link",
  choosePassword: "Choose a new password",
  choosePasswordHelp: "You'll be logged out everywhere else.",
  setPassword: "Set password",

  // SignupPage
  signUp: "Sign up",
  loadingYourInvitation: "Loading your invitation",
  invitationNotLoaded: "Your invitation couldn't be loaded",
  invitationLead: ({ firstName }: { firstName: string }) =>
    `Hello ${firstName}. Accept the invitation to see your requirements.`,

  // SignupProblem
  noInvitationHelp: ({ supportEmail }: { supportEmail: string }) =>
    `No email after 10 minutes? Ask the person who invited you, or contact ${supportEmail}.`,
  linkIncompleteHelp:
    "Open the link from the email again, or scan the code again. If that doesn't help, ask the person who invited you for a new one.",
  invitationAccepted: "You've already accepted this invitation",
  invitationAcceptedHelp: "Log in to see your requirements.",
  invitationSuperseded: "There's a newer invitation",
  invitationSupersededHelp: "Use the link in the latest email, or request another one to the same address.",
  invitationLeft: "This invitation is no longer valid",
  invitationLeftHelp: "You're no longer on the organization's list. Ask your club or team to add you again.",
  invitationMinor: "A parent or guardian acts for you",
  invitationMinorHelp:
    "You're under 18, so this invitation doesn't work. Ask your club or team to invite your parent or guardian.",
  invitationExpired: "This invitation has expired",
  invitationExpiredHelp: "Invitations work for 14 days. Request a new one to the same address.",
  signupLinkRevoked: "This sign-up link was withdrawn",
  signupLinkRevokedHelp: "It can no longer be used. Ask your club or team for a new one.",
  signupLinkEnded: "This sign-up link has expired",
  signupLinkEndedHelp: "Ask your club or team for a new one.",
  signupLinkFull: "This sign-up link is full",
  signupLinkFullHelp: "It was limited to a number of people. Ask your club or team for a new one.",
  invitationRenewed: "A new invitation is on its way",
  invitationRenewedHelp: "Check your email, including the spam folder.",
  sendNewInvitation: "Send new invitation",

  // UnsubscribePage
  unsubscribedHelp: "You can turn these emails back on in your account settings.",
  askDecisions: "Stop emails about decisions on your submissions?",
  offDecisions: "You'll no longer get emails about decisions on your submissions.",
  askReminders: "Stop reminders about open requirements?",
  offReminders: "You'll no longer get reminders about open requirements.",
  askDigest: "Stop clearance summaries?",
  offDigest: "You'll no longer get clearance summaries.",
  unsubscribe: "Unsubscribe",
  unsubscribeLinkHelp: "Open the link from the email again, or log in and choose your emails in your account settings.",
  emailSettingsNotLoaded: "Your email settings couldn't be loaded",
  unsubscribed: "You're unsubscribed",
  accountSettings: "Account settings",

  // WhoJoins
  whoIsJoining: "Who is joining?",
  me: "Me",
  myChild: "My child",
  childHelp: "You act for your child, who doesn't need an email address or password.",
  childFirstName: "Child's first name",
  childLastName: "Child's last name",
  childBirthDate: "Child's date of birth",
  childFirstNameMissing: "Enter the child's first name.",
  childLastNameMissing: "Enter the child's last name.",
  childBirthDateMissing: "Enter the child's date of birth.",

  // WhoseAddress
  chosenPasswordMissing: "Enter the password you chose.",
  replacePasswordHelp: "Choose a password. It replaces the one chosen at sign-up and logs out anyone who used it.",
  provePasswordHelp: "Enter the password you chose when you signed up, so we know it was you.",
  setPasswordAndConfirm: "Set password and confirm",
  knowPassword: "I know the password",
  forgotChosenPassword: "It wasn't me, or I forgot it",
};
