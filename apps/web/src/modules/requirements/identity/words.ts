import type { ageGroupExceptionStates } from "@touchline/contract/requirements/age-groups";
import type { IdentityImageKind, IdentityProgress, IdentityRoute } from "@touchline/contract/verification/identity";

/** The texts of identity verification. */
export const words = {
  notLoaded: "Identity verification couldn't be loaded",
  loading: "Loading identity verification",
  actionFailed: "That didn't work",
  tryAgain: "Try again",
  back: "Back",

  // StartForm
  startTitle: "Choose how to verify",
  way: "How do you want to verify?",
  documentKind: "Document type",
  chooseOne: "Choose one",
  wayMissing: "Choose one of these.",
  documentMissing: "Choose a document type.",
  continue: "Continue",
  kept: ({ days }: { days: number }) =>
    days === 1
      ? "Your photos are encrypted and deleted 1 day after the decision. Only people who review these documents can see them."
      : `Your photos are encrypted and deleted ${days} days after the decision. Only people who review these documents can see them.`,

  // ReleaseForm
  releaseText: "Text of the release",
  yourFullName: "Your full name",
  sign: "Sign",
  signFor: "Sign the release",
  nameMissing: "Enter your full name.",
  statementMissing: "Check the box to agree.",
  otherWay: "Verify without a selfie",
  releaseChangedTitle: "The text has changed",
  releaseChangedHelp: "Read the new version, then sign it.",
  releaseHelp: "You don't have to sign. You can verify without a selfie, and it counts the same.",

  // PhotoStep
  step: ({ step, total, what }: { step: number; total: number; what: string }) => `Photo ${step} of ${total}: ${what}`,
  again: ({ what }: { what: string }) => `New photo: ${what}`,
  uploadLabel: "Or upload a photo",
  uploadOther: "Choose another photo",
  unreadable: "This file couldn't be opened as a photo. Choose a JPEG or PNG file.",
  sending: "Sending and checking your photo. This usually takes a few seconds.",
  keepPhoto: "Keep the photo I have",
  photoNotSent: "The photo wasn't sent",
  resend: "Send it again",
  changeWay: "Start over",

  // PhotoList
  photosTitle: "Your photos",
  checking: "Being checked",
  accepted: "OK",
  toPerson: "A reviewer will look at it",
  retake: "Retake",
  retakePhoto: ({ what }: { what: string }) => `Retake: ${what}`,

  // SubmitStep
  submitTitle: "Check and submit",
  inPersonTitle: "Verify in person",
  inPersonHelp: "Submit this, then show your document to someone from your organization. They confirm it here.",
  checkingHelp: "Your photos are being checked. This usually takes less than a minute.",
  validUntil: "Valid until (if shown on the document)",
  validUntilHelp: "The last valid day.",
  submit: "Submit",

  // ConfirmFields
  confirmTitle: "Is this right?",
  confirmHelp:
    "This was read from your document. Correct anything that differs from what is printed. A reviewer compares it with the photo.",
  readFirstName: "First and middle names, as printed",
  readLastName: "Last name, as printed",
  readBirthDate: "Date of birth, as printed",
  readFirstNameMissing: "Enter the first name, as printed.",
  readLastNameMissing: "Enter the last name, as printed.",
  readBirthDateMissing: "Enter the date of birth, as printed.",
  readBirthDateInFuture: "This date is in the future.",

  // ReadFields
  printedTitle: "What the document says",
  printedHelp: "Enter everything as it is printed.",
  reading: "Your photos are being read. This usually takes a few seconds.",
  confirmDecides:
    "This was read from your photos. Correct anything that differs from what is printed. If you correct something, a reviewer decides.",
  notReadable: "Nothing could be read from your photos. Enter everything as it is printed. A reviewer compares it.",
  notReadUnclear:
    "Your photos are blurry or have glare, so nothing could be read. Add a clearer photo, or enter everything as it is printed.",
  notReadNow: "Your photos can't be read right now. Enter everything as it is printed. They're read after you submit.",
  readDiffers: "Your entries differ from what was read",
  readDiffersHelp: ({ read }: { read: string }) =>
    `Your photos were read as: ${read}. If your entries are right, keep them. A reviewer then decides.`,
  useRead: "Use what was read",

  notSubmitted: "Not submitted",
  personDecides: "Someone from your organization makes the decision.",

  // Waiting
  waitingTitle: "Identity verification",
  waitingHelp: "Someone from your organization will review it. You'll be notified of the decision.",
  waitingInPerson: "Show your document to someone from your organization. You'll be notified of the decision.",
  method: "Method",
  submittedAt: "Submitted",

  // AgePart
  ageTitle: "Age",
  ageGroup: "Age group this season",
  ageGroupOf: ({ under, day }: { under: number; day: string }) => `U${under}: born on or after ${day}`,
  ageGroupHelp: "Based on the date of birth in the profile. Your organization decides who plays in which group.",

  filesKept: ({ days }: { days: number }) =>
    days === 1
      ? "Photos are encrypted and deleted 1 day after the decision."
      : `Photos are encrypted and deleted ${days} days after the decision.`,

  // PlayingUp
  group: ({ under }: { under: number }) => `U${under}`,
  playingUp: "Requested age group",
  playingUpState: "Status",
  playingUpReason: "Reason",
  playingUpDecision: "Reason for the decision",
  askToPlayUp: "Ask to play up",
  olderGroup: "Older age group",
  olderGroupMissing: "Choose an age group.",
  playUpWhy: "Why should this player play up?",
  reasonMissing: "Enter a reason.",
  sendPlayUp: "Send to a reviewer",
  decisionWhy: "Reason for your decision",
  approvePlayUp: "Approve playing up",
  declinePlayUp: "Decline playing up",

  // EraseDialog
  erase: "Delete my photos",
  eraseTitle: "Delete your photos?",
  eraseHelp:
    "All photos of your documents and everything read from them are deleted for good. If there's no decision yet, you'll have to start again. Decisions are kept.",
  eraseRelease: "Your signed release is withdrawn too.",
  eraseAnyRelease: "If you signed a release for a selfie, it is withdrawn too.",
  keep: "Keep them",
  erased: "Your photos were deleted.",
  withdraw: "Withdraw release",
  withdrawTitle: "Withdraw your release?",
  withdrawHelp: "You'll have to sign it again before you can verify with a selfie.",
  keepRelease: "Keep it",
  withdrawn: "Your release was withdrawn.",
};

/** The result of a request to play up. */
export const playingUpStates: Record<(typeof ageGroupExceptionStates)[number], string> = {
  asked: "Waiting for a reviewer",
  approved: "Approved",
  declined: "Declined",
};

/** The ways to verify: the short name, and what it takes. */
export const wayTexts: Record<IdentityRoute, { label: string; note: string }> = {
  selfie: {
    label: "Document and selfie",
    note: "Photograph your document and take a selfie. The two are compared to help the reviewer. You sign a release first.",
  },
  documents: { label: "Document only", note: "Photograph your document. No selfie and nothing to sign." },
  inPerson: { label: "In person", note: "Show your document to someone from your organization. No photos." },
};

/** Advice before a photo is taken, by its subject. */
export const kindTips: Record<IdentityImageKind, string> = {
  front: "Lay it flat in good light, with all four corners in the picture.",
  back: "Lay it flat in good light, with all four corners in the picture.",
  selfie:
    "Take off glasses, hats, and masks if you can. Look straight ahead, in even light, with no one else in the picture.",
};

/** The status of a photo. */
export function imageText({ state, toPerson }: IdentityProgress["images"][number]): string {
  if (toPerson) return words.toPerson;
  return state === "checking" ? words.checking : words.accepted;
}
