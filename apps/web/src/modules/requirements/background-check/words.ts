/** The texts of a member's background check, and of what was signed for it. */

export const words = {
  // Before it is begun
  introTitle: "Before you start",
  introWhat: ({ provider }: { provider: string }) =>
    `${provider} checks public records, such as criminal records, and reports the result to your organization.`,
  introWhoSees:
    "Only people who review background checks in your organization see the result. Everyone else sees whether you're cleared.",
  introSteps: ({ provider }: { provider: string }) =>
    `First you read and sign a few documents here. Then you continue at ${provider}, which asks for your personal details.`,
  introNumber: "We never ask for your Social Security number. Don't enter it on this site.",
  introReport:
    "By law, you get a copy of the report and time to respond before your organization decides against you because of it.",
  start: "Start",
  loading: "Loading the background check",
  checkNotLoaded: "The background check couldn't be loaded",
  consentsNotLoaded: "The documents couldn't be loaded",
  tryAgain: "Try again",

  // Steps
  stepOf: ({ step, steps }: { step: number; steps: number }) => `Step ${step} of ${steps}`,
  homeTitle: "Where you live",
  homeTitleFor: ({ name }: { name: string }) => `Where ${name} lives`,
  homeHelp: "Some states require notices of their own. Your state decides which documents you get.",
  homeState: "State or province",
  chooseState: "Choose a state",
  stateMissing: "Choose a state, or check the box below.",
  continue: "Continue",
  documentText: "Text of the document",
  openFile: "Download the notice",
  source: ({ name }: { name: string }) => `Source: ${name}`,
  statementMissing: "Check the box first.",
  yourFullName: "Your full legal name",
  nameHelp: ({ name }: { name: string }) => `This is your signature. Your name on file is ${name}.`,
  nameMissing: "Enter your full legal name.",
  signature: "Signature",
  sign: "Sign and continue",
  signFor: ({ name }: { name: string }) => `You sign as the guardian of ${name}.`,
  signingHelp: "The time, your typed name, your IP address, and your browser are stored with your signature as proof.",
  notSigned: "Not signed",
  changedTitle: "This document was changed",
  changedHelp: "It changed while you had it open. Read the new text, then sign it.",
  cantSignTitle: "You can't sign these documents",

  // Order
  orderTitle: "Start the background check",
  orderHelp: ({ provider }: { provider: string }) =>
    `You've signed everything. When you start, the check is ordered at ${provider}. Then you continue on their page and enter your details.`,
  payHelp: ({ provider }: { provider: string }) =>
    `You've signed everything. When you pay, the check is ordered at ${provider}. Then you continue on their page and enter your details.`,
  organizationPays: "Your organization pays for it.",
  free: "It costs you nothing.",
  run: "Start background check",
  notStarted: "Not started",
  notPayable: "You can't pay for it yet",
  citizenshipTitle: "Citizenship",
  citizenshipMissing: "Your citizenship isn't in your profile yet. Add it if you're a citizen of another country.",
  citizenshipAbroad: ({ countries }: { countries: string }) =>
    `Your profile says you're a citizen of ${countries}. The provider may ask about the time you lived outside the United States.`,
  editProfile: "Edit profile",

  // After it was ordered
  statusTitle: "Your background check",
  statusTitleOther: "Background check",
  provider: "Provider",
  product: "Check",
  ordered: "Ordered",
  continueUntil: "Continue by",
  continueAt: ({ provider }: { provider: string }) => `Continue at ${provider}`,
  continueHelp: ({ provider }: { provider: string }) =>
    `${provider}'s page opens in this tab and brings you back here. Have your ID ready.`,
  runningHelp:
    "Most checks take 1 to 5 business days. You get an email when there's a result. You can close this page.",
  reviewHelp: "You don't need to do anything now. You get an email about the decision.",
  endedTitle: "The last check ended without a result",
  startAgainHelp: "You can start a new one below. You need to sign again only what is listed.",
  linkFailed: "The provider's page couldn't be opened",

  // Reports made elsewhere
  haveReport: "I already have a report",
  reportTitle: "Do you already have a report?",
  haveReportHelp: "You can upload a report that was made elsewhere. Your organization reviews it.",
  back: "Back",
};
