import { type OverallStatus, overallStatusLabels, RequirementStatus, RequirementType } from "@touchline/contract";
import type { Validity } from "@touchline/contract/library/content-settings";
import { daysOfMonth } from "@touchline/contract/months";
import { dayOfInstant, dayText, lastDayText } from "../../../dates.ts";
import { serverNow } from "../../../session/clock.ts";
import { byNeed, isYourTurn, type OwedGroups } from "./owed.ts";
import type { ListedRequirement, MembershipRequirements, Requirement } from "./queries.ts";

/** Every text of these pages, in complete sentences. */
export const words = {
  loading: "Loading",
  takeTheTrainingYouCan: "Take the training. You can stop at any time and continue later, on another device too.",
  whatToDo: "What to do",
  open: ({ hostname }: { hostname: string }) => `Open ${hostname}`,
  openInANewTab: ({ hostname }: { hostname: string }) => `Open ${hostname} in a new tab`,
  for: ({ value }: { value: string }) => ` for ${value}`,
  next: ({ whose, name }: { whose: string; name: string }) => `Next${whose}: ${name}`,
  nextStep: "Next step",
  optionalIfYouLike: "Optional, if you like",
  startedNotSubmitted: "Started, not submitted.",
  takes: ({ effort }: { effort: string }) => `Takes ${effort}.`,
  goOn: "Go on",
  renew: "Renew",
  start: "Start",
  whoseRequirements: "Whose requirements",
  me: "Me",
  wasRemoved: ({ name }: { name: string }) => `${name} was removed.`,
  removeThisFile: "Remove this file?",
  keepIt: "Keep it",
  remove: "Remove",
  belongsToYourAnswersRemoving:
    "belongs to your answers. Removing it withdraws the submission. Your answers are kept so you can change and sign them again.",
  isTheOnlyFileRemoving: "is the only file. Removing it withdraws your submission. You can submit again.",
  willBeRemovedFromYour: "will be removed from your submission.",
  requirement: "Requirement",
  theRequirement: "The requirement",
  loadingTheRequirement: "Loading the requirement",
  myRequirements: "My requirements",
  for2: ({ fullName }: { fullName: string }) => `For ${fullName}.`,
  for3: ({ name }: { name: string }) => `for ${name}`,
  review: "Review",
  myRequirements2: "my requirements",
  instructions: "Instructions",
  youArentAMemberOf:
    "You aren't a member of a team or club here yet. When you are added to one, its requirements appear here.",
  sRequirements: ({ firstName }: { firstName: string }) => `${firstName}’s requirements`,
  nothingToDo: "Nothing to do",
  theRequirements: "The requirements",
  loadingTheRequirements: "Loading the requirements",
  afterThat: "After that",
  optional: "Optional",
  stopped: "Stopped",
  waitingOnOthers: "Waiting on others",
  done: "Done",
  coachAgreement: "Coach agreement",
  amaraDsouza: "Amara D'Souza",
  u12Girls: "U12 Girls",
  headCoach: "Head Coach",
  exceptions: "Exceptions",
  ofDone: ({ done, total }: { done: number; total: number }) => `${done} of ${total} done`,
  at: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  whereYouStand: "Where you stand",
  progress: "Progress",
  chooseAFile: "Choose a file.",
  atMostFilesCanBe: ({ mostFiles, value }: { mostFiles: number; value: number }) =>
    `At most ${mostFiles} files can be submitted together. Remove ${value}.`,
  enterTheDayOnWhich: "Enter the day on which it was completed.",
  thisDateIsInThe: "This date is in the future.",
  enterTheLastDayOn: "Enter the last day on which it is valid, as stated in the document.",
  theDocumentHasAlreadyExpired: "The document has already expired. Submit a newer one.",
  aReviewerIsWorkingOn: "A reviewer is working on this, so it can't be changed. You'll be notified of the decision.",
  yourSubmission: "Your submission",
  acceptedSubmission: "Accepted submission",
  previousSubmission: "Previous submission",
  rejectedSubmission: "Rejected submission",
  youCanRemoveFilesUntil: "You can remove files until a reviewer decides.",
  filesCantBeRemovedWhile: "Files can't be removed while the provider is working on them.",
  filesOfAnAcceptedSubmission: "Files of an accepted submission are kept and can't be removed.",
  filesOfThisSubmissionAre: "Files of this submission are kept. Add new ones with your next submission.",
  filesOfARejectedSubmission: "Files of a rejected submission are kept and can't be removed.",
  sent: "Sent",
  completedOn: "Completed on",
  view: "View",
  view2: ({ name }: { name: string }) => `View ${name}`,
  remove2: ({ name }: { name: string }) => `Remove ${name}`,
  theDateStatedInThe: "The date stated in the document.",
  submitAgain: "Submit again",
  theReviewerRequestedChanges: "The reviewer requested changes.",
  theReviewerWrote: ({ resetNote }: { resetNote: string }) => `The reviewer wrote: “${resetNote}”`,
  picturesOfBoth: "Pictures of both",
  picturesOfTheDocument: "Pictures of the document",
  picturesOfTheProof: "Pictures of the proof",
  flatInGoodLightWith: "Flat, in good light, with all four corners. Cover numbers that are not needed.",
  chooseTheKindOfDocument: "Choose the kind of document.",
  chooseTheProofOfGrade: "Choose the proof of grade.",
  chooseTheGradeShown: "Choose the grade shown.",
  enterTheFirstNameAs: "Enter the first name as printed.",
  enterTheLastNameAs: "Enter the last name as printed.",
  enterTheDateOfBirth: "Enter the date of birth as printed.",
  aReviewerComparesItWith: "A reviewer compares it with the profile. Only reviewers of these documents can see it.",
  enterTheDateOfBirth2: "Enter the date of birth",
  dateOfBirth: "Date of birth",
  checkThisCarefullyOnlyYour: "Check this carefully. Only your organization can change it later.",
  enterADate: "Enter a date.",
  save: "Save",
  chooseWhichAnswerToKeep: "Choose which answer to keep. All other answers from both devices are kept.",
  here: ({ texts }: { texts: string }) => `Here: ${texts}`,
  there: ({ texts }: { texts: string }) => `There: ${texts}`,
  noAnswer: "no answer",
  alsoAnsweredOnAnotherDevice: "Also answered on another device",
  keepThisAnswer: "Keep this answer",
  keepThisAnswer2: ({ label }: { label: string }) => `Keep this answer: ${label}`,
  theOtherAnswer: "Use the other answer",
  theOtherAnswer2: ({ label }: { label: string }) => `Use the other answer: ${label}`,
  itWasntUploaded: "It wasn't uploaded.",
  theseAreYourPreviousAnswers: "These are your previous answers. Check them and sign again.",
  yourAnswersAreStillHere: ({ message }: { message: string }) =>
    `${message} Your answers are still here and will be saved as soon as the connection works again.`,
  whatYouTypedLastComes: ({ message }: { message: string }) => `${message} What you typed last comes along.`,
  checkAndSubmit: "Check and submit",
  lastStep: "Last step",
  stepOf: ({ value, value2 }: { value: number; value2: number }) => `Step ${value} of ${value2}`,
  chooseAnAnswer: "Choose an answer",
  notSavedYet: "Not saved yet",
  tryNow: "Try now",
  thereIsANewerVersion: "There is a newer version",
  showWhatIsThereNow: "Show what is there now",
  back: "Back",
  next2: "Next",
  finishLater: "Finish later",
  yourLatestAnswers: "Your latest answers",
  savedAsYouGo: "Saved as you go",
  saving: "Saving…",
  saved: "Saved",
  notSaved: "Not saved",
  downloadItFillItIn: "Download it, fill it in, and upload it below as a file or as photos of the pages.",
  howDoYouWantTo: "How do you want to fill it in?",
  fillInHere: "Fill in here",
  savedAsYouGoSo: "Saved as you go, so you can continue later.",
  downloadAndUpload: "Download and upload",
  fillInTheFileOr: "Fill in the file or print it, then upload it.",
  theBlankForm: "The blank form",
  downloadTheForm: "Download the form",
  theForm: "The form",
  loadingTheForm: "Loading the form",
  frontAndBackFlatIn: "Front and back, flat, in good light, with all four corners.",
  aReviewerChecksItOnly: "A reviewer checks it. Only reviewers of these documents can see it.",
  takeTheRequestFormBcia:
    "Take the request form (BCIA 8016) and a photo ID to a Live Scan site. Write this on the form:",
  text1HaveYourFingerprintsTaken: "1. Have your fingerprints taken",
  ori: "ORI",
  typeOfApplicant: "Type of applicant",
  jobTitle: "Job title",
  agency: "Agency",
  mailCode: "Mail code",
  contact: "Contact",
  levelOfService: "Level of service",
  text2UploadTheForm: "2. Upload the form",
  theCompletedForm: "The completed form",
  aPhotoOrScanOf: "A photo or scan of the form you got back from the site. Cover your Social Security number.",
  atiNumber: "ATI number",
  atTheBottomOfThe: "At the bottom of the form: a letter, three digits, three letters, three digits.",
  enterItAsOnThe: "Enter it as on the form, for example A123BCD456.",
  fingerprintsTakenOn: "Fingerprints taken on",
  theDateOnTheForm: "The date on the form.",
  whichDocumentIsIt: "Which document is it?",
  chooseOne: "Choose one",
  whatProvesTheGrade: "What proves the grade?",
  whichGradeDoesItShow: "Which grade does it show?",
  firstNameAsPrinted: "First name, as printed",
  lastNameAsPrinted: "Last name, as printed",
  dateOfBirthAsPrinted: "Date of birth, as printed",
  submitAReportYouHave: "Submit a report you have",
  theReport: "The report",
  theCompleteReportAsYou: "The complete report as you received it.",
  theCompleteReportDatedOr: ({ day }: { day: string }) => `The complete report, dated ${day} or later.`,
  dateOfTheReport: "Date of the report",
  theDateStatedInTheReport: "The date stated in the report.",
  theReportMayBeDays: ({ reportMostDays }: { reportMostDays: number }) =>
    `The report may be ${reportMostDays} days old at most. Request a newer one.`,
  onlyReviewersOfBackgroundChecks:
    "Only reviewers of background checks at your organization can see it. You can withdraw it until it is decided.",
  yourFilesAreStillHere: "Your files are still here.",
  savedAsYouGo2: "Saved as you go.",
  submit: "Submit",
  tryAgain: "Try again",
  loadingYourDraft: "Loading your draft",
  yourDocument: "Your document",
  youCanUploadUpTo: ({ mostFiles }: { mostFiles: number }) =>
    `You can upload up to ${mostFiles} files, such as one per page.`,
  validUntilIfTheDocument: "Valid until (if the document says so)",
  validUntil: "Valid until",
  theLastValidDay: "The last valid day.",
  notSubmitted: "Not submitted",
  thatDidntWork: "That didn't work",
  send: "Send",
  itCountsAsSoonAs: "It counts as soon as you submit it.",
  chooseItAgainToContinue: ({ floor }: { floor: number }) => `Choose it again to continue: ${floor} % uploaded.`,
  seeBelow: ({ map }: { map: string }) => `${map}: see below.`,
  somethingIsMissing: "Something is missing",
  theDateOnWhichIt: "The date on which it was filled in.",
  validUntilIfYouKnow: "Valid until (if you know)",
  yourAnswersAreSaved: " Your answers are saved.",
  answerTheMissingQuestionsFirst: "Answer the missing questions first.",
  itOpensInANew: "It opens in a new tab.",
  readMore: "Read more",
  text1TakeTheTraining: "1. Take the training",
  saveTheCertificateYouGet: " Save the certificate you get at the end.",
  theCertificate: "The certificate",
  itMustShowYourName: "It must show your name and the date.",
  theDateOnTheCertificate: "The date on the certificate.",
  orUploadACertificate: "Or upload a certificate",
  text2UploadYourCertificate: "2. Upload your certificate",
  uploadYourCertificate: "Upload your certificate",
  theCourseOpensFullScreen: "The course opens full screen. Your progress is saved as you go.",
  inProgress: "In progress",
  thisTrainingTakesAtLeast: ({ round }: { round: number }) =>
    `This training takes at least ${round} minutes. Open it again and keep it open. Your result is submitted automatically when the time is up.`,
  yourResultIsSubmittedWithin: "Your result is submitted within ten minutes. You don't need to do anything.",
  youCanTryAgainAs: "You can try again as often as you need. You start over each time.",
  theTraining: "The training",
  loadingTheTraining: "Loading the training",
  passedYourResultIsBeing: "Passed. Your result is being reviewed.",
  passed: "Passed.",
  takeTheTraining: "Take the training",
  partsOf: ({ title }: { title: string }) => `Parts of ${title}`,
  notAvailableYet: "Not available yet",
  viewAgain: "View again",
  continue: "Continue",
  notPassed: ({ points }: { points: string }) => `Not passed${points}`,
  passedToGo: ({ left, value }: { left: number; value: string }) => `Passed, ${left} ${value} to go`,
  passed2: "Passed",
  notPassedYet: "Not passed yet",
  youNeedToPass: ({ minimumScore }: { minimumScore: number }) => `You need ${minimumScore}% to pass. `,
  weCantReachTouchlineWell: "We can't reach Touchline. We'll keep trying, and this closes once your progress is saved.",
  itsPagesCantCommunicateWith:
    "Its pages can't communicate with each other on this site. If it stays blank or stops, tell your organization. Your device is fine.",
  allowScriptsAllowFormsAllow: "allow-scripts allow-forms allow-popups allow-modals allow-downloads",
  close: "Close",
  yourLatestProgressIsntSaved: "Your latest progress isn't saved yet",
  leaveWithoutSaving: "Leave without saving",
  partsOfThisCourseDont: "Parts of this course don't run here",
  nothingSavedYet: "Nothing saved yet",
  notSavedYetTryingAgain: "Not saved yet. Trying again.",
  itCouldntBeSaved: "It couldn't be saved.",
  itCouldntBeSubmitted: "It couldn't be submitted.",
  thisTrainingIsOpenSomewhere: "This training is open somewhere else",
  yourProgressCantBeSaved: "Your progress can't be saved",
  whatYouWatchMeanwhileIs: ({ message }: { message: string }) => `${message} What you watch meanwhile is saved then.`,
  playingSomewhereElse: "Playing somewhere else",
  thisPartWasNotCounted: "This part was not counted",
  savedYourOrganizationLooksUp: "Saved. Your organization looks up the license.",
  enterAnotherUssfId: "Enter another USSF ID",
  yourUssfId: "Your USSF ID",
  ussfId: "USSF ID",
  itReplacesTheOneThat: " It replaces the one that is saved.",
  aUssfIdHas16: "A USSF ID has 16 digits.",
  checkYourConnectionWhatYou: "Check your connection. What you have watched is saved.",
  youCanStopAtAny: "You can stop at any time. You can rewind, but parts you skip don't count.",
  theVideo: "The video",
  loadingTheVideo: "Loading the video",
  watchedThankYou: "Watched. Thank you.",
  watch: "Watch",
  theVideoCannotBePlayed: "The video cannot be played",
  captions: "Captions",
  howMuchYouveWatched: "How much you've watched",
  watched: "Watched",
  ofTheRequiredTime: ({ share }: { share: number }) => `${share}% of the required time`,
  progressNotSavedYet: "Progress not saved yet",
  youllContinueAt: ({ time }: { time: string }) => `You'll continue at ${time}. `,
  changedTheTextWhileYou: ({ organizationName }: { organizationName: string }) =>
    `${organizationName} changed the text while you had it open. Read the new text below, then sign it.`,
  version: ({ version }: { version: number }) => `Version ${version}`,
  youGetTheSignedDocument:
    "You get the signed document as a PDF. The time, your name as typed, your IP address and your browser are stored with it as proof.",
  signedTheDocumentIsHere: "Signed. The document is here for you to keep.",
  theWaiver: "The waiver",
  loadingTheWaiver: "Loading the waiver",
  tickTheBoxIfYou: "Tick the box if you agree.",
  typeYourFullName: "Type your full name.",
  thisWaiverWasChanged: "This waiver was changed",
  readThis: "Read this",
  textOfTheWaiver: "Text of the waiver",
  howMuchYouveRead: "How much you've read",
  readToTheEnd: "Read to the end",
  read: ({ share }: { share: number }) => `${share} % read`,
  signFor: ({ forName }: { forName: string }) => `Sign for ${forName}`,
  sign: "Sign",
  yourFullName: "Your full name",
  thisIsYourSignatureYour: ({ name }: { name: string }) => `This is your signature. Your name on file is ${name}.`,
  notSigned: "Not signed",
  yourSignatureIsValidUntil: ({ forName, day, forName2 }: { forName: string; day: string; forName2: string }) =>
    ` Your signature is valid until ${forName} turns 18 on ${day}. Then ${forName2} signs.`,
};

/** What goes with the minutes that something takes. */
const beside: Partial<Record<RequirementType, string>> = {
  [RequirementType.Document]: ", with the document at hand",
  [RequirementType.BackgroundCheck]: ", then some days at the provider",
  [RequirementType.AgeVerification]: ", with the document at hand",
  [RequirementType.IdentityVerification]: ", with your document and a camera",
  [RequirementType.USSoccer]: ", with your USSF ID",
};

/** How long it takes, for types whose minutes nobody can tell. */
const untold: Partial<Record<RequirementType, string>> = {
  [RequirementType.Document]: "a few minutes once you have the document",
  [RequirementType.Video]: "as long as the video",
  [RequirementType.CustomTraining]: "as long as the training",
  [RequirementType.LiveScan]: "a visit to a fingerprinting site",
};

/** "a minute", "about 25 minutes", "about 1.5 hours". */
export function minutesText(minutes: number): string {
  if (minutes <= 1) return "a minute";
  const told = minutes > 20 ? Math.ceil(minutes / 5) * 5 : minutes;
  if (told < 60) return `about ${told} minutes`;
  const hours = Math.round(told / 30) / 2;
  return hours === 1 ? "about an hour" : `about ${hours} hours`;
}

/** How long it takes the person who does it, as the second half of "Takes …". */
export function effortText({ type, minutes }: Pick<ListedRequirement, "type" | "minutes">): string {
  return minutes === null ? (untold[type] ?? "some time") : `${minutesText(minutes)}${beside[type] ?? ""}`;
}

/** How long all of it takes together, as a sentence; null where that says nothing new, or nothing can be told. */
export function togetherText(all: readonly Pick<ListedRequirement, "minutes">[]): string | null {
  const told = all.flatMap(({ minutes }) => minutes ?? []);
  const sum = told.reduce((before, minutes) => before + minutes, 0);
  if (told.length < 2) return null;
  return `${told.length === all.length ? "All of it takes" : `${told.length} of them take`} ${minutesText(sum)}.`;
}

/** How long reviews usually take here; null where nobody can tell. */
export function reviewsText({ reviewDays }: Pick<ListedRequirement, "reviewDays">): string | null {
  if (reviewDays === null) return null;
  const within =
    reviewDays === 1
      ? "less than a day"
      : `up to ${reviewDays < 14 ? `${reviewDays} days` : `${Math.ceil(reviewDays / 7)} weeks`}`;
  return `Reviews here usually take ${within}.`;
}

/** What is read where the organization wrote no instructions of its own. */
export const usualInstructions: Record<RequirementType, string> = {
  [RequirementType.Document]: "Submit the document.",
  [RequirementType.Form]: "Fill in and submit the form.",
  [RequirementType.Waiver]: "Read it to the end. Then tick the box and type your name.",
  [RequirementType.BackgroundCheck]: "Your organization asks for a background check.",
  [RequirementType.Video]: "Watch it to the end. You can stop at any time and continue later.",
  [RequirementType.AbusePreventionTraining]: "Take the training and submit the certificate.",
  [RequirementType.SexOffenderSearch]: "Your organization searches the public registries by name and date of birth.",
  [RequirementType.AgeVerification]: "Show how old you are, or which grade you are in.",
  [RequirementType.CustomTraining]: "Take the training and submit the certificate.",
  [RequirementType.IdentityVerification]: "Show who you are with a document that has your photo.",
  [RequirementType.LiveScan]: "Have your fingerprints taken at a Live Scan site and submit the form.",
  [RequirementType.USSoccer]: "Your organization looks up your U.S. Soccer license by your USSF ID.",
};

/** What the organization mostly does: whose part is whose. */
export const othersDo: Partial<Record<RequirementType, string>> = {
  [RequirementType.SexOffenderSearch]:
    "You only need a date of birth on your profile. Your organization does the rest and you'll be notified of the result.",
  [RequirementType.USSoccer]:
    "You only need to enter your USSF ID. Your organization looks up the license and records it here.",
};

/** What happens to what is reviewed, once it is sent. */
export function sentTo(requirement: Pick<ListedRequirement, "reviewDays">): string {
  const reviews = reviewsText(requirement);
  return `Your organization reviews it before it counts.${reviews ? ` ${reviews}` : ""} You can withdraw it until then.`;
}

const dayLong = 86_400_000;

/** Where it stands, for those who look after the person. */
export const standsHere = (requirement: ListedRequirement, zone: string) =>
  requirement.status === RequirementStatus.PendingReview
    ? `Sent on ${dayOfInstant(requirement.statusSince, zone)}, waiting for review.`
    : standsText(requirement, zone);

/** What is said of a submission that waits for review. */
function inReviewText(requirement: ListedRequirement, now: number): string {
  const { reviewDays, statusSince } = requirement;
  if (reviewDays === null) return "Your organization reviews it next.";
  const late = now - Date.parse(statusSince) > reviewDays * dayLong;
  return `${reviewsText(requirement)}${late ? " This one is taking longer. Contact your organization if it is urgent." : ""}`;
}

/** Where a requirement stands, as a sentence for the person who owes it. Days in the organization's time zone. */
export function standsText(requirement: ListedRequirement, zone: string, now = serverNow()): string {
  const { status, statusSince, dueAt, completedAt, expiresAt, renewal, mandatory } = requirement;
  const due = dueAt === null ? null : lastDayText(dueAt, zone);
  const until = expiresAt === null ? null : lastDayText(expiresAt, zone);
  const since = dayOfInstant(statusSince, zone);
  switch (status) {
    case RequirementStatus.Incomplete:
      if (due === null) return mandatory ? "No due date." : "Optional.";
      return mandatory ? `Due by ${due}.` : `Optional, by ${due}.`;
    case RequirementStatus.WaitingOnApplicant:
      return "The provider waits for you.";
    case RequirementStatus.WaitingOnProvider:
      return `With the provider since ${since}.`;
    case RequirementStatus.Completed:
      return [
        completedAt === null ? "Completed" : `Completed on ${dayOfInstant(completedAt, zone)}`,
        until === null ? "." : `, valid through ${until}.`,
        renewal ? " Its renewal is in review." : "",
        keptText(requirement, zone),
      ].join("");
    case RequirementStatus.Overdue:
      return due === null ? "Overdue." : `Was due by ${due}.`;
    case RequirementStatus.Expired:
      return until === null ? "Expired." : `Expired on ${until}.`;
    case RequirementStatus.ExpiringSoon:
      if (requirement.endsAtEighteen) {
        return `Valid through ${until}. A guardian's signature ends at age 18, so there's nothing to renew before then.`;
      }
      return `Valid through ${until}.${renewal ? " Its renewal is in review." : " Renew it before then."}${keptText(requirement, zone)}`;
    case RequirementStatus.PendingReview:
      return `Sent on ${since}, in review. ${inReviewText(requirement, now)}`;
    case RequirementStatus.Rejected:
      return `Rejected on ${since}. Ask your organization about it.`;
  }
}

/** Why a renewal changed nothing: what it renews is good for longer. Empty where there is none. */
function keptText({ shorterRenewal }: ListedRequirement, zone: string): string {
  if (shorterRenewal === null) return "";
  const { completedAt, expiresAt } = shorterRenewal;
  return ` The renewal completed on ${dayOfInstant(completedAt, zone)} is valid through ${lastDayText(expiresAt, zone)}. A renewal never shortens what's valid, so the later date stays.`;
}

/** Who is to do what is open, where the reader has nothing left to do about it; null where it is on them. */
export function othersTurn(requirement: ListedRequirement): string | null {
  const { status, type } = requirement;
  const open = ![
    RequirementStatus.Completed,
    RequirementStatus.Rejected,
    RequirementStatus.PendingReview,
    RequirementStatus.WaitingOnProvider,
    RequirementStatus.WaitingOnApplicant,
  ].some((one) => one === status);
  if (!open || requirement.renewal || requirement.endsAtEighteen || isYourTurn(requirement)) return null;
  if (type === RequirementType.Waiver) return "A guardian signs this.";
  return "You've done your part. Your organization does the rest.";
}

/** What follows where it was done once and counts no longer; null where nothing is on the reader. */
export const againText = (requirement: Pick<ListedRequirement, "status" | "actions" | "type">): string | null =>
  requirement.status === RequirementStatus.Expired && isYourTurn(requirement) ? "Submit it again." : null;

/** Who pays, where there is something to pay; in minor units of US dollars. */
export function payerText(requirement: Pick<Requirement, "payer" | "settings">): string | null {
  const { payer, settings } = requirement;
  if (!("price" in settings) || settings.price === 0) return null;
  return payer === "Organization"
    ? "Your organization pays for it."
    : `It costs ${dollars.format(settings.price / 100)}.`;
}

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** "You are" or "Mia is". */
const subject = (name: string | null) => (name === null ? "You are" : `${name} is`);
const whom = (name: string | null) => (name === null ? "you" : `you, for ${name}`);

/** "1 thing", "2 things"; with the word that agrees with it. */
const things = (count: number, one: string, many: string) =>
  count === 1 ? `1 thing ${one}` : `${count} things ${many}`;

/**
 * What an overall status means for the reader, and what follows. `name` is that of a child; null for oneself.
 */
export function overallText(status: OverallStatus, groups: OwedGroups, name: string | null): string {
  const { must, may } = byNeed(groups);
  const needs = `${things(must.length, "needs", "need")} ${whom(name)}.`;
  const optional = may.length === 0 ? "" : ` ${may.length} more ${may.length === 1 ? "is" : "are"} optional.`;
  // Nobody is cleared who still must do something but to renew it in time.
  const ends =
    must.length === 0
      ? ""
      : ` ${things(must.length, "ends", "end")} soon: renew ${must.length === 1 ? "it" : "them"} in time.`;
  switch (status) {
    case "Cleared":
      return `${subject(name)} cleared.${ends || " Nothing else is required."}`;
    case "Optional":
      return `${subject(name)} cleared to take part.${ends}${ends && may.length > 0 ? optional : " Everything else is optional."}`;
    case "NoRequirements":
      return "No requirements yet.";
    case "Incomplete":
      if (must.length > 0) return `${needs}${optional}`;
      return may.length === 0
        ? "You've done your part. Your organization is reviewing the rest."
        : `You've done your part. Your organization is reviewing the rest. ${things(may.length, "is", "are")} optional.`;
    case "NotActivated":
      return "The invitation has not been accepted yet. Follow the link in the email you were sent.";
    case "NotConfirmed":
      // Of one's own address the notice above says what to do.
      if (name === null) return must.length > 0 ? `${needs}${optional}` : "Nothing else needs you now.";
      return "The email address has not been confirmed yet. Follow the link in the email you were sent.";
    case "Disqualified":
      return `${subject(name)} not allowed to take part. Ask your organization about it.`;
  }
}

/** The few words beside a name among several: what needs the reader, else where the person stands. */
export function switchText(status: OverallStatus, groups: OwedGroups | undefined): string {
  const must = groups ? byNeed(groups).must.length : 0;
  if (must > 0) return `${must} to do`;
  const may = groups ? byNeed(groups).may.length : 0;
  if (status === "Optional" && may > 0) return `${may} optional`;
  return groups && status === "Incomplete" ? "Waiting on others" : overallStatusLabels[status];
}

const months = new Intl.DateTimeFormat(undefined, { month: "long", day: "numeric", timeZone: "UTC" });

/** How long a completion will be good for, as a sentence. */
export function validityText(validity: Validity): string {
  switch (validity.type) {
    case "None":
      return "Done once, it stays good.";
    case "Duration": {
      const unit = validity.amount === 1 ? validity.unit.replace(/s$/, "") : validity.unit;
      return `Valid for ${validity.amount} ${unit} after completion.`;
    }
    case "Annual": {
      // Settings that were saved long ago may name a day that the month does not have: it ends with the month.
      const day = Math.min(validity.day, daysOfMonth(validity.month));
      return `Good until the next ${months.format(Date.UTC(2024, validity.month - 1, day))}.`;
    }
    case "PerRequirement":
      return "Good until the day that the document says.";
  }
}

type SparedOn = Pick<MembershipRequirements, "exemptions" | "optionalUntil" | "labelName" | "levelName">;

/** What somebody is exempt from, and what is optional for now; on which membership, where it is not so on all. */
export function sparedTexts(memberships: readonly SparedOn[], childName: string | null): string[] {
  const whom = childName ?? "you";
  const are = childName === null ? "You are" : `${childName} is`;
  const were = childName === null ? "you were" : `${childName} was`;
  const said = memberships.flatMap((one) => [
    ...one.exemptions.map(({ name, untilDay }) => ({
      ...{ one, text: `${are} exempt from ${name}${untilDay === null ? "" : ` until ${dayText(untilDay)}`}` },
    })),
    ...one.optionalUntil.map(({ name, untilDay }) => ({
      ...{ one, text: `${name} is optional for ${whom} until ${dayText(untilDay)}, as ${were} cleared when it came` },
    })),
  ]);
  return [...Map.groupBy(said, ({ text }) => text)].map(([text, on]) => {
    const places = on.map(({ one }) => `${one.labelName} at ${one.levelName}`);
    return on.length === memberships.length ? `${text}.` : `${text} (${places.join(", ")}).`;
  });
}
