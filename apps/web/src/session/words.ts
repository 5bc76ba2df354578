/** The texts of logging in and out, of choosing a profile and of accepting policies. */
export const words = {
  // Shared
  forgotPassword: "Forgot password?",
  password: "Password",
  logIn: "Log in",
  secondStepTitle: "One more step",
  logOut: "Log out",
  signInFailed: "We couldn't log you in. Try again.",
  signInTooOld: "This sign-in was started in another tab or too long ago. Start again from the login page.",
  sessionNotRenewed: "Your session couldn't be renewed. Log in again.",
  passkeyExists: "This device already has a passkey for your account.",
  passkeyFailed: "This browser couldn't use a passkey here. Try another way.",

  // DemoLogins
  demoTitle: "Try the demo",
  demoHelp:
    "Nothing here is real. Choose a person to log in as. Emails aren't sent, but you can read them in the outbox.",
  openOutbox: "Open the outbox",

  // LoginForm
  emailInvalid: "Enter a valid email address.",
  passwordMissing: "Enter your password.",
  emailAddress: "Email address",
  remember: "Stay logged in on this device for 14 days",
  rememberHelp: "Otherwise you're logged out after 12 hours. Leave this off on shared devices.",
  logInWithPasskey: "Log in with a passkey",

  // LoginPage
  secondStepLead: "Your password is correct. Now verify your identity.",
  loginLeadReturning: "Log in to continue where you left off.",
  loginLead: "See your requirements, complete them, and get cleared.",

  // LogoutPage
  stillLoggedIn: "You're still logged in",
  loggingOut: "Logging out…",
  loggingOutLabel: "Logging out",

  // OrganizationSignIns
  singleSignOn: "Log in with single sign-on",
  signOnEmailMissing: "Enter your email address first.",
  signOnNotFound: "Single sign-on isn't set up for this email domain.",
  signOnNotReached: "Single sign-on couldn't be looked up. Try again in a moment.",
  chooseSignOn: "Your address is used by several organizations. Choose one.",

  // PartnerSignInPage
  forgotPasswordAtPartner: ({ name }: { name: string }) => `After you reset it, continue with ${name} again.`,
  notLoggedIn: "You aren't logged in",
  backToLogin: "Back to login",
  verifyIdentity: "Verify your identity.",
  loggingIn: "Logging in…",
  loggingInLabel: "Logging in",
  connectTitle: "Is this your account?",
  connectLead: ({ email, name }: { email: string; name: string }) =>
    `There's already an account with ${email}. Enter its password once. After that, you only need ${name}.`,
  elsewhereTitle: "Enter your password",
  elsewhereLead: ({ email, name }: { email: string; name: string }) =>
    `The account ${email} opens more than ${name}'s organization, so logging in with ${name} isn't enough. Enter its password, too.`,
  connectPasswordMissing: "Enter your account's password.",
  logInAndConnect: "Log in and connect",

  // PartnerSignIns
  continueWithPartner: ({ name }: { name: string }) => `Continue with ${name}`,

  // renewal
  unreachable: "We can't reach Touchline right now. Check your connection and try again.",

  // SecondStepForm
  usePasskey: "Use a passkey",
  useAppCode: "Use a code from your app",
  useRecoveryCode: "Use a recovery code",
  back: "Back",
  code: "Code",
  codeHelp: "The 6 digits shown in your authenticator app.",
  codeInvalid: "Enter the 6 digits from your app.",
  recoveryCode: "Recovery code",
  recoveryCodeHelp: "One of the 10 codes you saved when you set this up. Each code works once.",
  recoveryCodeMissing: "Enter one of your recovery codes.",

  // SelectProfilePage
  chooseProfile: "Choose a profile",
  loadingTouchline: "Loading Touchline",
  sessionNotLoaded: "Your session couldn't be loaded",
  loadingYourProfiles: "Loading your profiles",
  profilesNotLoaded: "Your profiles couldn't be loaded",
  noProfileTitle: "You don't have a profile yet",
  noProfileHelp: "Ask your organization to add you with this email address.",
  switchAnytime: "You can switch at any time from the header.",

  // sign-in
  secondFactorNeeded: "Your account requires a second factor.",
  beginAgain: "That took too long or had too many attempts. Log in again.",
  wrongPassword: "Wrong email or password. Check both and try again.",
  otherAddress:
    "You can't log in at this address. Open Touchline at the address you were given, or ask the person who runs it.",
  tooManyAttempts: ({ wait }: { wait: string }) => `Too many attempts. Try again in ${wait}.`,

  // UpdatedPolicies
  readPolicies: "Please read these policies before you continue.",
  updatedPolicies: "Updated Policies",
  acknowledgeUpdatedPolicies: "Acknowledge Updated Policies",
  agreeToTerms: "I agree to the Touchline Terms of Service",
};
