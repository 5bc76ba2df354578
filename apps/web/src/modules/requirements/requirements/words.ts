import { type OverallStatus, overallStatusLabels, RequirementStatus, RequirementType } from "@touchline/contract";
import type { DueItem } from "@touchline/contract/billing/individual-payments";
import type { GradeProof, Validity } from "@touchline/contract/library/content-settings";
import { daysOfMonth } from "@touchline/contract/months";
import { moneyText } from "../../../billing/money.ts";
import { dayOfInstant, dayText, lastDayText } from "../../../dates.ts";
import { plural } from "../../../plural.ts";
import { serverNow } from "../../../session/clock.ts";
import { byNeed, isYourTurn, type OwedGroups } from "./owed.ts";
import type { ListedRequirement, MembershipRequirements, Requirement } from "./queries.ts";

/** The texts of the pages where members see their requirements and complete them. */
export const words = {
  // Shared
  open: ({ hostname }: { hostname: string }) => `Open ${hostname}`,
  openInANewTab: ({ hostname }: { hostname: string }) => `Open ${hostname} in a new tab`,
  optional: "Optional",
  startedNotFinished: "Started but not finished.",
  start: "Start",
  removeFile: "Remove",
  myRequirements: "My requirements",
  progress: "Progress",
  dateInFuture: "This date is in the future.",
  completedOn: "Completed on",
  photosOfDocument: "Photos of the document",
  documentKindMissing: "Choose a document type.",
  save: "Save",
  notSavedYet: "Not saved yet",
  back: "Back",
  saving: "Saving…",
  submit: "Submit",
  tryAgain: "Try again",
  validUntil: "Valid until",
  validUntilHelp: "The last valid day.",
  notSubmitted: "Not submitted",
  countsAtOnce: "No review needed. It's complete as soon as you submit it.",
  continue: "Continue",
  saved: "Saved",

  // InterestButton
  notInterested: "Not interested",
  notInterestedIn: ({ name }: { name: string }) => `Not interested: ${name}`,
  askMeAgain: "Ask me again",
  askMeAgainFor: ({ name }: { name: string }) => `Ask me again: ${name}`,

  // NextButton
  nextForPerson: ({ person, name }: { person: string; name: string }) => `Next for ${person}: ${name}`,
  nextForYou: ({ name }: { name: string }) => `Next for you: ${name}`,
  nextStepLink: ({ name }: { name: string }) => `Next: ${name}`,

  // RequirementPage
  backToRequirementsOf: ({ name }: { name: string }) => `Back to ${name}`,
  pageTitle: "Requirement",
  requirementNotLoaded: "The requirement couldn't be loaded",
  loadingTheRequirement: "Loading the requirement",
  forPerson: ({ name }: { name: string }) => `For ${name}.`,
  whyStatusOf: ({ name }: { name: string }) => `Why? Status of ${name}`,
  whyStatusAt: ({ role, level }: { role: string; level: string }) => `Why? Status of ${role} at ${level}`,
  reasonsFor: ({ name }: { name: string }) => `All reasons for ${name}`,
  review: "Review",
  backToMyRequirements: "Back to my requirements",
  instructions: "Instructions",

  // SendForm
  notSubmittedHelp: ({ message }: { message: string }) => `${message} Your files are still here.`,
  draftSaved: "Your draft is saved automatically.",
  loadingYourDraft: "Loading your draft",
  documentFiles: "Your document",
  filesHelp: ({ most }: { most: number }) => `You can upload up to ${most} files, such as one per page.`,
  validUntilIfStated: "Valid until (if shown on the document)",
  actionFailed: "Something went wrong",

  // TrainingPackage
  availableAfter: ({ title }: { title: string }) => `Available after “${title}”`,
  notPassedScore: ({ score }: { score: number }) => `Not passed, ${score}%`,
  passedScore: ({ score }: { score: number }) => `Passed, ${score}%`,
  openPart: ({ action, title }: { action: string; title: string }) => `${action}: ${title}`,
  courseHelp: "The course opens full screen. Your progress is saved automatically.",
  inProgress: "In progress",
  timeLeftHelp: ({ minutes }: { minutes: number }) =>
    `This training takes at least ${plural(minutes, { one: "# minute", other: "# minutes" })}. Open it again and keep it open. Your result is submitted automatically when the time is up.`,
  resultOnItsWay: "Your result is submitted within 10 minutes. You don't need to do anything.",
  retryHelp: "You can try again as often as you need. You start over each time.",
  trainingNotLoaded: "The training couldn't be loaded",
  loadingTheTraining: "Loading the training",
  passedInReview: "Passed. Your result is being reviewed.",
  passedDone: "Passed.",
  trainingPanel: "Take the training",
  partsOfTraining: ({ title }: { title: string }) => `Parts of ${title}`,
  notAvailableYet: "Not available yet",
  viewAgain: "View again",
  notPassed: "Not passed",
  passedTimeLeft: ({ minutes }: { minutes: number }) =>
    `Passed, ${plural(minutes, { one: "# minute", other: "# minutes" })} to go`,
  passed: "Passed",
  notPassedYet: "Not passed yet",
  minimumScoreHelp: ({ minimumScore }: { minimumScore: number }) =>
    `You need ${minimumScore}% to pass. You can try again as often as you need. You start over each time.`,

  // ProviderTraining
  trainingAtProvider:
    "You take the training on the provider's page. It's completed here by itself, usually within a minute after you finish.",
  trainingContinues: "Continue on the provider's page. The training is completed here by itself once you finish.",
  course: "Course",
  opened: "Opened",
  openTraining: "Open training",
  continueTraining: "Continue training",
  certificateId: "Certificate ID (optional)",
  certificateIdHelp: "As printed on the certificate. The name on it must be the one in your profile.",

  // UssfIdFlow
  ussfIdHelp: "16 digits, from your account at the U.S. Soccer Learning Center.",
  ussfIdSaved: "Your U.S. Soccer ID was saved.",
  changeUssfId: "Change your U.S. Soccer ID",
  enterUssfId: "Enter your U.S. Soccer ID",
  ussfId: "U.S. Soccer ID",
  newUssfIdHelp: "16 digits, from your account at the U.S. Soccer Learning Center. It replaces your saved ID.",
  ussfIdInvalid: "Enter 16 digits.",

  // Flow
  loading: "Loading",

  // Instructions
  trainingInstructions: "Take the training. You can stop at any time and continue later, even on another device.",
  whatToDo: "What to do",

  // NextCard
  nextStep: "Next step",
  renew: "Renew",

  // PersonSwitch
  personSwitch: "People",
  me: "Me",

  // RemoveFileDialog
  fileRemoved: ({ name }: { name: string }) => `Removed ${name}.`,
  removeFileTitle: "Remove this file?",
  keepFile: "Keep file",
  removeSignedAnswers: ({ name }: { name: string }) =>
    `${name} was created from your answers. Removing it withdraws your submission. Your answers are kept, so you can change them and sign again.`,
  removeOnlyFile: ({ name }: { name: string }) =>
    `${name} is the only file. Removing it withdraws your submission. You can submit again.`,
  removeOneFile: ({ name }: { name: string }) => `${name} will be removed from your submission.`,

  // RequirementsPage
  noMemberships: "You aren't a member of a team or club here yet. Once you are, your requirements appear here.",
  requirementsOf: ({ firstName }: { firstName: string }) => `${firstName}'s requirements`,
  noRequirementsTitle: "No requirements yet",
  requirementsNotLoaded: "The requirements couldn't be loaded",
  loadingTheRequirements: "Loading the requirements",
  upNext: "Up next",
  stopped: "Rejected",
  waitingOnOthers: "Waiting on others",
  done: "Done",

  // SparedList
  exceptions: "Exceptions",

  // StandingPanel
  requiredDone: ({ done, total }: { done: number; total: number }) =>
    plural(total, { one: `${done} of # required item done`, other: `${done} of # required items done` }),
  labelAtLevel: ({ labelName, levelName }: { labelName: string; levelName: string }) => `${labelName} at ${levelName}`,
  statusPanel: "Status",

  // submission
  fileMissing: "Choose a file.",
  tooManyFiles: ({ most, count }: { most: number; count: number }) =>
    `You can submit up to ${most} files at once. Remove ${plural(count, { one: "# file", other: "# files" })}.`,
  completedDateMissing: "Enter the date it was completed.",
  validUntilMissing: "Enter the last valid day shown on the document.",
  documentExpired: "This document has expired. Submit a current one.",

  // SubmissionPanel
  lockedByReviewer: "This is being processed, so you can't change it. You'll be notified of the decision.",
  yourSubmission: "Your submission",
  approvedSubmission: "Approved submission",
  previousSubmission: "Previous submission",
  rejectedSubmission: "Rejected submission",
  filesRemovable: "You can remove files until a reviewer decides.",
  filesWithProvider: "You can't remove files while the provider is working on them.",
  filesApproved: "Files of an approved submission can't be removed.",
  filesReset: "These files are kept. Add new ones to your next submission.",
  filesRejected: "Files of a rejected submission can't be removed.",
  submittedAt: "Submitted",
  view: "View",
  viewFile: ({ name }: { name: string }) => `View ${name}`,
  removeFileNamed: ({ name }: { name: string }) => `Remove ${name}`,

  // SubmitForm
  completedDateHelp: "The date shown on the document.",

  // WhatNow
  submitAgain: "Submit again",
  changesRequested: "The reviewer requested changes.",
  reviewerNote: ({ note }: { note: string }) => `The reviewer wrote: “${note}”`,

  // AgeFlow
  photosOfBoth: "Photos of both documents",
  photosOfProof: "Photos of the proof of grade",
  leavePhotoOut: "Leave it out",
  usePhotoAnyway: "Use it anyway",
  photoHelp: "Lay it flat in good light, with all four corners in the picture. Cover any numbers that aren't needed.",
  proofMissing: "Choose a proof of grade.",
  gradeMissing: "Choose the grade shown.",
  firstNameMissing: "Enter the first name as printed.",
  lastNameMissing: "Enter the last name as printed.",
  birthDateMissing: "Enter the date of birth as printed.",
  ageReview:
    "The photos are compared with the profile, automatically or by a reviewer. Only people who review these documents can see them.",

  // BirthDateFlow
  birthDateTitle: "Enter the date of birth",
  dateOfBirth: "Date of birth",
  birthDateHelp: "Check this carefully. Only your organization can change it later.",
  dateMissing: "Enter a date.",

  // Clashes
  clashHelp: "Choose which answer to keep. All other answers from both devices are kept.",
  answerHere: ({ answer }: { answer: string }) => `This device: ${answer}`,
  answerThere: ({ answer }: { answer: string }) => `Other device: ${answer}`,
  noAnswer: "No answer",
  clashTitle: "Answered on two devices",
  keepThisAnswer: "Keep this answer",
  keepThisAnswerTo: ({ label }: { label: string }) => `Keep this answer: ${label}`,
  otherAnswer: "Use the other answer",
  otherAnswerTo: ({ label }: { label: string }) => `Use the other answer: ${label}`,

  // FileField
  uploadFailed: "The file wasn't uploaded. Try again.",

  // FillIn
  previousAnswers: "These are your previous answers. Check them and sign again.",
  notSavedHelp: ({ message }: { message: string }) =>
    `${message} Your answers are still here and will be saved when the connection is back.`,
  outdatedHelp: ({ message }: { message: string }) => `${message} Your latest changes are carried over.`,
  summaryTitle: "Check and submit",
  lastStep: "Last step",
  stepOfTotal: ({ step, total }: { step: number; total: number }) => `Step ${step} of ${total}`,
  chooseAnAnswer: "Choose an answer",
  tryNow: "Try now",
  outdatedTitle: "There's a newer version",
  showNewVersion: "Show the new version",
  nextSection: "Next",
  finishLater: "Finish later",
  latestAnswersLost: "Your latest answers will be lost.",
  autosave: "Saved automatically",
  notSaved: "Not saved",
  answersNotSaved: "Your answers aren't saved yet. Check the message above, then try again.",

  // FormFlow
  downloadHelp: "Download the form and fill it in. Then upload the file or photos of the pages below.",
  wayQuestion: "How do you want to fill it in?",
  fillInOnline: "Fill in online",
  fillInOnlineHelp: "Your answers are saved automatically, so you can continue later.",
  downloadAndUpload: "Download and upload",
  downloadAndUploadHelp: "Fill in the file or print it, then upload it.",
  blankForm: "Blank form",
  downloadTheForm: "Download the form",
  formNotLoaded: "The form couldn't be loaded",
  loadingTheForm: "Loading the form",

  // LiveScanFlow
  fingerprintsHelp: "Take the request form (BCIA 8016) and a photo ID to a Live Scan site. Write this on the form:",
  fingerprintsTitle: "1. Get fingerprinted",
  ori: "ORI",
  typeOfApplicant: "Type of applicant",
  jobTitle: "Job title",
  agency: "Agency",
  mailCode: "Mail code",
  contact: "Contact",
  levelOfService: "Level of service",
  uploadFormTitle: "2. Upload the form",
  completedForm: "Completed form",
  completedFormHelp: "A photo or scan of the form you got back from the site. Cover your Social Security number.",
  atiNumber: "ATI number",
  atiHelp: "At the bottom of the form: a letter, three digits, three letters, three digits.",
  atiInvalid: "Enter the ATI number as shown on the form, such as A123BCD456.",
  fingerprintsTakenOn: "Fingerprinted on",
  fingerprintsDateHelp: "The date on the form.",
  submitAtiTitle: "3. Submit your ATI number",
  stateAnswersNext: "Your organization records the state's answer. It usually takes a few days.",

  // LiveScanForm
  yourDetailsTitle: "1. Your details for the form",
  detailsNotKept:
    "Your answers are printed on the form and aren't saved here. If you need the form again, enter them again. We never ask for your Social Security number.",
  fullName: "Name",
  enterItInProfile: "Missing. Enter it in your profile first.",
  middleNameOptional: "Middle name (optional)",
  suffixOptional: "Suffix (optional)",
  suffixHelp: "Such as Jr. or III.",
  otherNamesOptional: "Other names (optional)",
  otherNamesHelp: "Former names, maiden name, or aliases.",
  sex: "Sex",
  birthplace: "Place of birth",
  birthplaceHelp: "State, or country outside the U.S.",
  heightFeet: "Height, feet",
  heightInches: "Height, inches",
  weight: "Weight, pounds",
  eyeColor: "Eye color",
  hairColor: "Hair color",
  streetAddress: "Home street address",
  city: "City",
  state: "State",
  zip: "ZIP code",
  detailMissing: "This is required.",
  wholeNumber: "Enter a whole number.",
  formNotCreated: "The form couldn't be created",
  downloadRequestForm: "Download request form",
  downloadFormAgain: "Download form again",
  formDownloaded: "Form downloaded",
  printThree:
    "Print three copies and sign each of them. One is for the Live Scan site, one for you, and one for your organization.",
  formLastMade: ({ moment }: { moment: string }) => `Last downloaded ${moment}.`,
  fingerprintsRejected: "The state couldn't read your fingerprints",
  fingerprintsRejectedHelp:
    "This happens often and doesn't mean that anything was found. Go to a Live Scan site again, and bring the form with your first ATI number. Then submit the new ATI number.",
  getFingerprintedTitle: "2. Get fingerprinted",
  takeItHelp:
    "Take the three printed copies and a valid photo ID to a Live Scan site. The site writes the ATI number at the bottom of the form.",
  findSite: ({ state }: { state: string }) => `Find a Live Scan site in ${state}`,

  // LiveScanTracking
  liveScanProgress: "Live Scan progress",
  formCreated: "Request form created",
  formNotCreatedHere: "Not created here",
  atiSubmitted: "ATI number submitted",
  waitingForStateSince: "Waiting for the state since",
  checkStatus: ({ state }: { state: string }) => `Check the status in ${state}`,
  statusNeeds: "You need the ATI number and the date of birth.",
  stateIsChecking: "The state is checking your fingerprints",
  stateIsCheckingHelp: "Your organization gets the answer, usually within a few days. There's nothing for you to do.",
  takesLonger: "This is taking longer",
  takesLongerHelp: "The state needs more time. A delay doesn't mean that anything was found.",
  answerOf: ({ answer, day }: { answer: string; day: string }) => `${answer}. Notice of ${day}.`,
  recordedBy: ({ name, moment }: { name: string; moment: string }) => `Recorded by ${name}, ${moment}.`,
  recordAnswer: "Record answer",
  answerRecorded: "Answer recorded.",
  whatStateAnswered: "What did the state answer?",
  laterNotice: "Did the state send a later arrest notice?",
  chooseAnswer: "Choose an answer.",
  noticeDate: "Date of the notice",
  noticeDateHelp: "As written on the state's response.",
  noteForReviewers: "Note for reviewers (optional)",
  noteForReviewersHelp: "Only reviewers can read it.",
  noRapSheet: "Don't copy the state's record here",
  noRapSheetHelp:
    "Only people the state has approved may read a criminal record, and it can't be passed on. Touchline keeps your decision, so there's no place to upload the record or to describe it.",
  answerEffects: {
    cleared: "Completes the requirement.",
    delayed: "Not a finding. The member sees only that it takes longer.",
    record: "Opens a review. Decide there; the member isn't told what the state sent.",
    retake: "The member goes to a site again and submits a new ATI number.",
  },

  // ProofFields
  documentKind: "Document type",
  chooseOne: "Choose one",
  proofOfGrade: "Proof of grade",
  proofMustShow: {
    "School ID": "It must show the name, the school, and this school year.",
    "Report Card": "It must show the name, the school, the grade, and the term. Cover the marks if you like.",
    "Progress Report": "It must show the name, the school, the grade, and the date.",
    "Online Account Screenshot": "It must show the name, the school, the grade, and the school year on one screen.",
  } satisfies Record<GradeProof, string>,
  gradeShown: "Grade shown",
  printedFirstName: "First name, as printed",
  printedLastName: "Last name, as printed",
  printedBirthDate: "Date of birth, as printed",

  // ReportFlow
  reportTitle: "Submit an existing report",
  report: "Report",
  reportHelp: "The complete report as you received it.",
  recentReportHelp: ({ day }: { day: string }) => `The complete report, dated ${day} or later.`,
  reportDate: "Report date",
  reportDateHelp: "The date shown on the report.",
  reportTooOld: ({ days }: { days: number }) =>
    `The report can't be more than ${plural(days, { one: "# day", other: "# days" })} old. Request a new one.`,
  reportReview:
    "Only people who review background checks at your organization can see it. You can withdraw it until it's reviewed.",

  // sending
  chooseFileAgain: ({ percent }: { percent: number }) => `Choose this file again to continue. ${percent}% uploaded.`,
  uploadIncomplete: ({ name }: { name: string }) =>
    `${name} wasn't uploaded completely. Choose it again to continue, or remove it.`,

  // Summary
  missingAnswersIn: ({ sections }: { sections: string }) => `Check these sections: ${sections}.`,
  missingAnswersTitle: "Some answers are missing",
  filledInOnHelp: "The date it was filled in.",
  validUntilIfKnown: "Valid until (if you know)",
  notSubmittedAnswersSaved: ({ message }: { message: string }) => `${message} Your answers are saved.`,
  answersMissing: "Answer the missing questions first.",

  // TrainingFlow
  payTitle: "Pay for the training",
  payHelp: "The training opens here once you've paid.",
  notPayable: "You can't pay for it yet",
  loadingFee: "Checking what you have to pay",
  opensInNewTab: "It opens in a new tab.",
  furtherReading: "Learn more",
  takeTrainingTitle: "1. Take the training",
  takeTraining: "Take the training",
  opensInNewTabSaveCertificate: "It opens in a new tab. Save the certificate you get at the end.",
  certificate: "Certificate",
  certificateHelp: "It must show your name and the date.",
  certificateDateHelp: "The date on the certificate.",
  certificateInstead: "Or upload a certificate",
  uploadCertificateTitle: "2. Upload your certificate",
  uploadCertificate: "Upload your certificate",

  // TrainingPlayer
  closingOffline: "We can't reach Touchline. We'll keep trying, and this closes once your progress is saved.",
  courseTroubleHelp:
    "The course's pages can't communicate with each other on this site. If it stays blank or stops, tell your organization. Your device is fine.",
  close: "Close",
  progressUnsavedTitle: "Your latest progress isn't saved yet",
  leaveWithoutSaving: "Leave without saving",
  courseTroubleTitle: "Parts of this course don't work here",
  nothingSavedYet: "Nothing saved yet",
  savingAgain: "Not saved yet. Trying again…",

  // useAnswers
  saveFailed: "Your answers couldn't be saved. Try again.",
  previousAnswersNotSaved: "Your previous answers aren't saved yet. Try again in a moment.",

  // useSubmission
  submitFailed: "It couldn't be submitted. Try again.",

  // useTrainingProgress
  openElsewhere: "This training is open somewhere else",
  progressFailed: "Your progress can't be saved",

  // useVideoProgress
  watchingUnsavedHelp: ({ message }: { message: string }) =>
    `${message} Keep watching. Your progress will be saved later.`,
  playingElsewhere: "Playing somewhere else",
  partNotCounted: "This part wasn't counted",

  // VideoFlow
  videoFailedHelp: "Check your connection. Your progress is saved.",
  videoHelp: "You can stop at any time. You can rewind, but parts you skip don't count.",
  videoNotLoaded: "The video couldn't be loaded",
  loadingTheVideo: "Loading the video",
  videoDone: "Done. You've watched the video.",
  watchTitle: "Watch the video",
  videoFailedTitle: "This video can't be played",
  captions: "Captions",
  watchProgress: "Watch progress",
  watched: "Watched",
  watchedShare: ({ share }: { share: number }) => `${share}% of the required time`,
  progressNotSavedYet: "Progress not saved yet",
  videoContinueHelp: ({ time }: { time: string }) =>
    `You'll continue at ${time}. You can stop at any time. You can rewind, but parts you skip don't count.`,

  // WaiverFlow
  waiverChangedHelp: ({ organizationName }: { organizationName: string }) =>
    `${organizationName} changed this waiver while you had it open. Read the new text below, then sign it.`,
  waiverVersion: ({ version }: { version: number }) => `Version ${version}`,
  signingHelp:
    "You'll get the signed document as a PDF. The time, your typed name, your IP address, and your browser are stored with it as proof.",
  waiverSigned: "Signed. You can download the document here.",
  waiverNotLoaded: "The waiver couldn't be loaded",
  loadingTheWaiver: "Loading the waiver",
  agreementMissing: "Check the box to agree.",
  fullNameMissing: "Enter your full name.",
  waiverChangedTitle: "This waiver was changed",
  readTitle: "Read the waiver",
  waiverText: "Waiver text",
  readProgress: "Reading progress",
  readToTheEnd: "Read to the end",
  readShare: ({ share }: { share: number }) => `${share}% read`,
  signForPerson: ({ name }: { name: string }) => `Sign for ${name}`,
  sign: "Sign",
  yourFullName: "Your full name",
  fullNameHelp: ({ name }: { name: string }) => `This is your signature. Your name on file is ${name}.`,
  notSigned: "Not signed",
  guardianSigningHelp: ({ name, day }: { name: string; day: string }) =>
    `You'll get the signed document as a PDF. The time, your typed name, your IP address, and your browser are stored with it as proof. Your signature is valid until ${name} turns 18 on ${day}. After that, ${name} signs.`,
};

/** What to have ready, or to expect, besides the minutes that a requirement of a type takes. */
const effortNotes: Partial<Record<RequirementType, string>> = {
  [RequirementType.Document]: "Have the document ready.",
  [RequirementType.BackgroundCheck]: "The provider then needs a few days.",
  [RequirementType.AgeVerification]: "Have the document ready.",
  [RequirementType.IdentityVerification]: "Have your document and a camera ready.",
  [RequirementType.USSoccer]: "Have your U.S. Soccer ID ready.",
};

/** How long a requirement takes, for types whose minutes aren't known. */
const unknownEffort: Partial<Record<RequirementType, string>> = {
  [RequirementType.Document]: "Takes a few minutes once you have the document.",
  [RequirementType.Video]: "Takes as long as the video.",
  [RequirementType.CustomTraining]: "Takes as long as the training.",
  [RequirementType.LiveScan]: "Requires a visit to a fingerprinting site.",
};

/** A duration in words, such as "about 25 minutes" or "about 1.5 hours". */
export function minutesText(minutes: number): string {
  if (minutes <= 1) return "a minute";
  const rounded = minutes > 20 ? Math.ceil(minutes / 5) * 5 : minutes;
  if (rounded < 60) return plural(rounded, { one: "about # minute", other: "about # minutes" });
  const hours = Math.round(rounded / 30) / 2;
  return hours === 1 ? "about an hour" : plural(hours, { one: "about # hour", other: "about # hours" });
}

/** How long a requirement takes the person who completes it, and what to have ready. */
export function effortText({ type, minutes }: Pick<ListedRequirement, "type" | "minutes">): string {
  if (minutes === null) return unknownEffort[type] ?? "Takes some time.";
  return sentences(`Takes ${minutesText(minutes)}.`, effortNotes[type]);
}

/** How long reviews usually take here; null where it isn't known. */
export function reviewsText({ reviewDays }: Pick<ListedRequirement, "reviewDays">): string | null {
  if (reviewDays === null) return null;
  if (reviewDays === 1) return "Reviews here usually take less than a day.";
  return reviewDays < 14
    ? plural(reviewDays, {
        one: "Reviews here usually take up to # day.",
        other: "Reviews here usually take up to # days.",
      })
    : plural(Math.ceil(reviewDays / 7), {
        one: "Reviews here usually take up to # week.",
        other: "Reviews here usually take up to # weeks.",
      });
}

/** The instructions shown where the organization wrote none of its own. */
export const usualInstructions: Record<RequirementType, string> = {
  [RequirementType.Document]: "Submit the document.",
  [RequirementType.Form]: "Fill in and submit the form.",
  [RequirementType.Waiver]: "Read it to the end. Then check the box and type your name.",
  [RequirementType.BackgroundCheck]: "Your organization requires a background check.",
  [RequirementType.Video]: "Watch it to the end. You can stop at any time and continue later.",
  [RequirementType.AbusePreventionTraining]: "Take the training and submit the certificate.",
  [RequirementType.SexOffenderSearch]: "Your organization searches the public registries by name and date of birth.",
  [RequirementType.AgeVerification]: "Submit proof of your age or grade.",
  [RequirementType.CustomTraining]: "Take the training and submit the certificate.",
  [RequirementType.IdentityVerification]: "Submit a photo ID.",
  [RequirementType.LiveScan]: "Get fingerprinted at a Live Scan site, then submit the form.",
  [RequirementType.USSoccer]: "Your organization uses your U.S. Soccer ID to look up your license.",
};

/** What the member and the organization each do, for types that are mostly the organization's work. */
export const othersDo: Partial<Record<RequirementType, string>> = {
  [RequirementType.SexOffenderSearch]:
    "You only need to enter your date of birth. Your organization does the rest, and you'll be notified of the result.",
  [RequirementType.USSoccer]: "Enter only your U.S. Soccer ID. We use it to look up your licenses.",
};

/** What happens to a submission that needs review. */
export function sentTo(requirement: Pick<ListedRequirement, "reviewDays">): string {
  return sentences(
    "Your organization reviews it before it counts.",
    reviewsText(requirement),
    "You can withdraw it until then.",
  );
}

const dayLong = 86_400_000;

/** The status of a requirement in a sentence, for those who look after the person. */
export const standsHere = (requirement: ListedRequirement, zone: string) =>
  requirement.status === RequirementStatus.PendingReview && requirement.type !== RequirementType.SexOffenderSearch
    ? `Submitted on ${dayOfInstant(requirement.statusSince, zone)}. Waiting for review.`
    : standsText(requirement, zone);

/** A search in review may have found a person with the same name, which the member is not told. */
const searchText = "Your search is being processed. You'll be notified of the result.";

/** Tells the person about a submission that is pending review. */
function inReviewText(requirement: ListedRequirement, now: number): string {
  const { reviewDays, statusSince } = requirement;
  if (reviewDays === null) return "You'll be notified of the decision.";
  const late = now - Date.parse(statusSince) > reviewDays * dayLong;
  return sentences(
    reviewsText(requirement),
    late && "This one is taking longer. If it's urgent, contact your organization.",
  );
}

function completedText(day: string | null, until: string | null): string {
  if (day === null) return until === null ? "Completed." : `Completed. Valid through ${until}.`;
  return until === null ? `Completed on ${day}.` : `Completed on ${day}. Valid through ${until}.`;
}

/** The status of a requirement in a sentence, for the person who owes it. Days are in the organization's time zone. */
export function standsText(requirement: ListedRequirement, zone: string, now = serverNow()): string {
  const { type, status, statusSince, dueAt, completedAt, expiresAt, renewal, mandatory } = requirement;
  const due = dueAt === null ? null : lastDayText(dueAt, zone);
  const until = expiresAt === null ? null : lastDayText(expiresAt, zone);
  const since = dayOfInstant(statusSince, zone);
  const renewed = renewal && (type === RequirementType.SexOffenderSearch ? searchText : "Your renewal is in review.");
  switch (status) {
    case RequirementStatus.Incomplete:
      if (due === null) return mandatory ? "No due date." : "Optional.";
      return mandatory ? `Due by ${due}.` : `Optional. Due by ${due}.`;
    case RequirementStatus.WaitingOnApplicant:
      return "The provider is waiting for you.";
    case RequirementStatus.WaitingOnProvider:
      return type === RequirementType.AgeVerification || type === RequirementType.IdentityVerification
        ? "Your photos are being read. This usually takes less than a minute."
        : `With the provider since ${since}.`;
    case RequirementStatus.Completed:
      return sentences(
        completedText(completedAt === null ? null : dayOfInstant(completedAt, zone), until),
        renewed,
        keptText(requirement, zone),
      );
    case RequirementStatus.Overdue:
      return due === null ? "Overdue." : `Was due by ${due}.`;
    case RequirementStatus.Expired:
      return until === null ? "Expired." : `Expired on ${until}.`;
    case RequirementStatus.ExpiringSoon:
      if (requirement.endsAtEighteen) {
        return `Valid through ${until}. A guardian's signature ends at age 18, so there's nothing to renew before then.`;
      }
      return sentences(`Valid through ${until}.`, renewed || "Renew it before then.", keptText(requirement, zone));
    case RequirementStatus.PendingReview:
      if (type === RequirementType.SexOffenderSearch) return searchText;
      return sentences(`In review since ${since}.`, inReviewText(requirement, now));
    case RequirementStatus.Rejected:
      return `Rejected on ${since}. Contact your organization.`;
  }
}

/** Why a renewal changed nothing: what it renews is valid for longer. Null where there is none. */
function keptText({ shorterRenewal }: ListedRequirement, zone: string): string | null {
  if (shorterRenewal === null) return null;
  const { completedAt, expiresAt } = shorterRenewal;
  return `The renewal completed on ${dayOfInstant(completedAt, zone)} is only valid through ${lastDayText(expiresAt, zone)}, so the later date is kept.`;
}

/** Says who acts next on an open requirement if the reader has nothing left to do; null if the reader acts. */
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
  if (type === RequirementType.USSoccer) {
    return "Your licenses are looked up every night. If your license is missing, ask U.S. Soccer or your organization.";
  }
  return "You've done your part. Your organization does the rest.";
}

/** What to do about a completion that has expired; null where nothing is on the reader. */
export function againText(requirement: Pick<ListedRequirement, "status" | "actions" | "type">): string | null {
  if (requirement.status !== RequirementStatus.Expired || !isYourTurn(requirement)) return null;
  return requirement.type === RequirementType.USSoccer
    ? "Renew your license with U.S. Soccer. It's looked up again every night."
    : "Submit it again.";
}

/** What is to be paid for a requirement, and what it would be without a discount. */
type Fee = Pick<DueItem, "amount" | "fullPrice" | "currency">;

/** Says who pays, and how much the reader must pay; null if there is nothing to pay or it isn't known yet. */
export function payerText(requirement: Pick<Requirement, "payer" | "settings">, fee: Fee | null): string | null {
  const { payer, settings } = requirement;
  if (!("price" in settings) || settings.price === 0) return null;
  if (payer === "Organization") return "Your organization pays for it.";
  return fee && feeText(fee);
}

/** What it costs: "It costs $20.00 instead of $25.50." */
export function feeText({ amount, fullPrice, currency }: Fee): string {
  const price = moneyText(amount, currency);
  return amount < fullPrice ? `It costs ${price} instead of ${moneyText(fullPrice, currency)}.` : `It costs ${price}.`;
}

/** Complete sentences, one after the other; those that don't apply are null or false. */
const sentences = (...all: readonly (string | null | false | undefined)[]) => all.filter(Boolean).join(" ");

/** What a person's panel says first, and the sentences beneath. */
export interface Headline {
  title: string;
  details: string[];
}

const optionalLeftText = (count: number) =>
  count > 0 && plural(count, { one: "# optional item left.", other: "# optional items left." });

/** How many things the reader must do and how long they take, or that all of them were sent back. */
function yourTurn({ must, may }: ReturnType<typeof byNeed>, name: string | null): Headline {
  const sentBack = must.filter(({ changesRequested }) => changesRequested).length;
  if (sentBack === must.length) {
    const title =
      name === null
        ? plural(sentBack, { one: "Sent back: see the note", other: "# things sent back: see the notes" })
        : plural(sentBack, {
            one: `Sent back for ${name}: see the note`,
            other: `# things sent back for ${name}: see the notes`,
          });
    return { title, details: [optionalLeftText(may.length)].filter((text) => text !== false) };
  }
  const whose = name === null ? "Your turn" : `Your turn for ${name}`;
  const things = plural(must.length, { one: `${whose}: # thing`, other: `${whose}: # things` });
  // Nobody knows how much of what was started is left.
  const known = must.filter(({ draft }) => !draft).flatMap(({ minutes }) => minutes ?? []);
  const duration = minutesText(known.reduce((sum, minutes) => sum + minutes, 0));
  const allKnown = known.length === must.length;
  const details = [
    !allKnown &&
      known.length > 0 &&
      plural(known.length, { one: `# of them takes ${duration}.`, other: `# of them take ${duration}.` }),
    sentBack > 0 &&
      plural(sentBack, { one: "# was sent back: see the note.", other: "# were sent back: see the notes." }),
    optionalLeftText(may.length),
  ];
  return { title: allKnown ? `${things}, ${duration}` : things, details: details.filter((text) => text !== false) };
}

/** What those who have done their part wait for. */
function waitingTitle({ waits }: OwedGroups): string {
  const required = waits.filter(({ requirement }) => requirement.mandatory);
  const inReview = required.every(({ requirement }) => requirement.status === RequirementStatus.PendingReview);
  return inReview ? "In review: nothing for you to do" : "Waiting on others: nothing for you to do";
}

/** What an overall status means for the reader, and what follows. `name` is that of a child; null for oneself. */
export function headline(status: OverallStatus, groups: OwedGroups, name: string | null): Headline {
  const need = byNeed(groups);
  const { must, may } = need;
  const only = (title: string, ...details: (string | false)[]): Headline => ({
    title,
    details: details.filter((text) => text !== false),
  });
  switch (status) {
    case "Cleared":
    case "Optional": {
      // Nobody is cleared who still must do something but to renew it in time.
      const expiring =
        must.length > 0 &&
        plural(must.length, {
          one: "# requirement expires soon. Renew it in time.",
          other: "# requirements expire soon. Renew them in time.",
        });
      const left = optionalLeftText(may.length);
      return only(
        name === null ? "You're cleared" : `${name} is cleared`,
        expiring,
        left,
        !expiring && !left && "Nothing else is required.",
      );
    }
    case "NoRequirements":
      return only("No requirements yet");
    case "Incomplete":
      return must.length > 0 ? yourTurn(need, name) : only(waitingTitle(groups), optionalLeftText(may.length));
    case "NotActivated":
      return only("Invitation not accepted yet", "Follow the link in the invitation email.");
    case "NotConfirmed":
      if (name !== null) return only("Email address not confirmed yet", "Follow the link in the confirmation email.");
      // The notice above says what to do about one's own address.
      return must.length > 0 ? yourTurn(need, name) : only("Nothing else to do now", optionalLeftText(may.length));
    case "Disqualified":
      return only(name === null ? "You can't participate" : `${name} can't participate`, "Contact your organization.");
  }
}

/** The short text next to a name in a list of people: what needs the reader, or the person's status. */
export function switchText(status: OverallStatus, groups: OwedGroups | undefined): string {
  const must = groups ? byNeed(groups).must.length : 0;
  if (must > 0) return `${must} to do`;
  const may = groups ? byNeed(groups).may.length : 0;
  if (status === "Optional" && may > 0) return `${may} optional`;
  return groups && status === "Incomplete" ? "Waiting on others" : overallStatusLabels[status];
}

const monthDay = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });

const durations = {
  days: { one: "Valid for # day after completion.", other: "Valid for # days after completion." },
  months: { one: "Valid for # month after completion.", other: "Valid for # months after completion." },
  years: { one: "Valid for # year after completion.", other: "Valid for # years after completion." },
};

/** How long a completion will be valid, as a sentence. */
export function validityText(validity: Validity): string {
  switch (validity.type) {
    case "None":
      return "Never expires.";
    case "Duration":
      return plural(validity.amount, durations[validity.unit]);
    case "Annual": {
      // Settings that were saved long ago may name a day that the month does not have: it ends with the month.
      const day = Math.min(validity.day, daysOfMonth(validity.month));
      return `Valid through the next ${monthDay.format(Date.UTC(2024, validity.month - 1, day))}.`;
    }
    case "PerRequirement":
      return "Valid through the date shown on the document.";
  }
}

type SparedOn = Pick<MembershipRequirements, "exemptions" | "optionalUntil" | "labelName" | "levelName">;

/** What somebody is exempt from, and what is optional for now; with the membership, where it differs between several. */
export function sparedTexts(memberships: readonly SparedOn[], childName: string | null): string[] {
  const texts = memberships.flatMap((one) => [
    ...one.exemptions.map((exemption) => ({ one, text: exemptText(exemption, childName) })),
    ...one.optionalUntil.map((optional) => ({ one, text: optionalText(optional, childName) })),
  ]);
  return [...Map.groupBy(texts, ({ text }) => text)].map(([text, on]) => {
    const places = on.map(({ one }) => words.labelAtLevel(one));
    return on.length === memberships.length ? `${text}.` : `${text} (${places.join(", ")}).`;
  });
}

function exemptText({ name, untilDay }: SparedOn["exemptions"][number], childName: string | null): string {
  const who = childName === null ? "You're" : `${childName} is`;
  return untilDay === null ? `${who} exempt from ${name}` : `${who} exempt from ${name} through ${dayText(untilDay)}`;
}

function optionalText({ name, untilDay }: SparedOn["optionalUntil"][number], childName: string | null): string {
  const day = dayText(untilDay);
  return childName === null
    ? `${name} is optional for you through ${day} because you were cleared when it was introduced`
    : `${name} is optional for ${childName} through ${day} because ${childName} was cleared when it was introduced`;
}
