/** The texts of a member's background check, and of what was signed for it. */

export const words = {
  // At JDP or NCSI
  portalTitle: ({ name }: { name: string }) => `Background check at ${name}`,
  portalWhat: ({ name }: { name: string }) =>
    `${name} runs this background check on its own site. It asks for your personal details there and sends the result to your organization.`,
  portalReturn: "When you've finished there, come back to this page and confirm it.",
  portalMissing: ({ name }: { name: string }) =>
    `Your organization hasn't added the link to ${name} yet. Use the link in the email from ${name}, or ask your organization.`,
  openPortal: ({ name }: { name: string }) => `Continue at ${name}`,
  portalDone: ({ name }: { name: string }) => `I've finished at ${name}`,
  portalWaits: ({ name }: { name: string }) =>
    `You've done your part. Your organization is waiting for the result from ${name}.`,
  portalWaitsHelp: "You don't have to do anything. Your status changes when the result is in.",
  portalFailed: "Not saved",

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
  checkedAbroad: ({ countries }: { countries: string }) =>
    `Your profile says you're a citizen of ${countries}. An international check is ordered for you.`,
  namesReady: ({ provider }: { provider: string }) =>
    `${provider} asks for every name you've used, such as a maiden or former name. Enter all of them: records may be under any of them.`,
  editProfile: "Edit profile",

  // After it was ordered
  statusTitle: "Your background check",
  statusTitleOther: "Background check",
  provider: "Provider",
  product: "Check",
  ordered: "Ordered",
  steps: "Steps",
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

  // The notice before a decision
  noticeTitle: "Notice about your background check",
  noticeUntil: "You can respond through",
  noticeItems: "What is considered",
  noticeAgency: "Who made the report",
  agencyAddress: "Address",
  agencyPhone: "Phone",
  agencyWebsite: "Website",
  disputeReport: "Dispute the report",
  disputeTitle: "Dispute the report",
  disputeHelp: ({ agency }: { agency: string }) =>
    `If something in the report is wrong or incomplete, ${agency} has to investigate it. Contact them to dispute it. Record here that you did: your organization then doesn't decide until the dispute is closed.`,
  disputeWhat: "What is wrong (optional)",
  disputeWhatHelp: "Your organization reads this.",
  recordDispute: "Record the dispute",
  disputeRecorded: "Your dispute was recorded. The waiting period is stopped.",
  disputeAt: ({ agency }: { agency: string }) => `Make sure that you also dispute the report with ${agency}:`,
  addStatement: "Add a statement",
  statement: "Your statement",
  statementHelp:
    "Tell what happened, how long ago it was, what you've done since, or anything else that should be considered. Only people who review background checks read it.",
  statementEmpty: "Enter your statement.",
  statementFiles: "Files (optional)",
  sendStatement: "Send statement",
  statementAdded: "Your statement was added.",

  // Reports made elsewhere
  haveReport: "I already have a report",
  reportTitle: "Do you already have a report?",
  haveReportHelp: "You can upload a report that was made elsewhere. Your organization reviews it.",
  back: "Back",
};
