/**
 * Decides what happens with the pictures of an identity verification. Pictures can be refused automatically, people
 * can't, and no
 * one is approved automatically.
 */
import { IdentityDocument } from "@touchline/contract/library/content-settings";
import type {
  FaceScore,
  IdentityImageKind,
  IdentityReason,
  IdentityRoute,
} from "@touchline/contract/verification/identity";
import type { DocumentReading, FaceComparison, ImageCode, ImageHint } from "@touchline/contract/vision";

/** The required and optional pictures of each way of verifying. */
export function imagesFor(
  route: IdentityRoute,
  document: IdentityDocument | null,
): { needed: IdentityImageKind[]; optional: IdentityImageKind[] } {
  if (route === "inPerson") return { needed: [], optional: [] };
  const sides: IdentityImageKind[] = document === IdentityDocument.GovernmentId ? ["front", "back"] : ["front"];
  return {
    needed: route === "selfie" ? [...sides, "selfie"] : sides,
    optional: sides.includes("back") ? [] : ["back"],
  };
}

const coverings: ReadonlySet<ImageCode> = new Set(["SunglassesDetected", "FaceOccluded"]);

export type ImageVerdict = { state: "accepted" | "refused"; toPerson: boolean };

/**
 * Decides about a selfie. The second one with glasses or a covered face goes to a reviewer, so that no one is locked
 * out; so does
 * the third one with any other problem.
 */
export function judgeSelfie(code: ImageCode, refused: readonly ImageCode[]): ImageVerdict {
  if (code === "None") return { state: "accepted", toPerson: false };
  const covered = coverings.has(code) && refused.some((before) => coverings.has(before));
  return covered || refused.length >= 2 ? { state: "accepted", toPerson: true } : { state: "refused", toPerson: false };
}

/** Returns what is wrong with the photo of a document: it isn't a document, is blurred, or has glare over the text. */
export type DocumentFault = "undecodable" | "blurry" | "glare";

export function documentFault({ readable, blur, glare }: DocumentReading): DocumentFault | null {
  if (!readable) return "undecodable";
  if (blur.level === "blurry") return "blurry";
  return glare.level === "strong" ? "glare" : null;
}

/** Decides about the photo of a document. The second bad one of a side goes to a reviewer. */
export function judgeDocument(fault: DocumentFault | null, refusedBefore: number): ImageVerdict {
  if (fault === null) return { state: "accepted", toPerson: false };
  return refusedBefore > 0 ? { state: "accepted", toPerson: true } : { state: "refused", toPerson: false };
}

const codeTexts: Record<ImageCode, string | null> = {
  None: null,
  NoFaceDetected: "No face was found. Face the camera in good light, then take the picture again.",
  MultipleFacesDetected: "More than one face is in the picture. Take it again with nobody else in it.",
  SunglassesDetected: "Your eyes can't be seen. Take off your sunglasses, then take the picture again.",
  FaceOccluded: "Part of your face is covered. Uncover it if you can, then take the picture again.",
  HeadNotFocused: "Look straight into the camera and hold still, then take the picture again.",
  Other: "This picture couldn't be processed. Take it again.",
};

const hintTexts: Partial<Record<ImageHint, string>> = {
  tooDark: "The picture is too dark. Find more light, then take it again.",
  tooBright: "The picture is too bright. Turn away from the light, then take it again.",
  tooFar: "You're too far away. Move closer, then take the picture again.",
  outOfFocus: "The picture is out of focus. Hold still, then take it again.",
};

/** Returns the message about a selfie; null if it is fine. */
export function selfieMessage(code: ImageCode, hint: ImageHint | null, { toPerson }: { toPerson: boolean }) {
  if (toPerson) return "A reviewer will look at this photo. You can continue.";
  return (hint && code !== "None" ? hintTexts[hint] : undefined) ?? codeTexts[code];
}

const faultTexts: Record<DocumentFault, string> = {
  undecodable: "This picture couldn't be processed. Take it again.",
  blurry: "This photo is blurry. Hold your phone still and take it again in good light.",
  glare: "A reflection covers part of the document. Tilt it or move away from the light, then take the photo again.",
};

/** Returns the message about the photo of a document; null if it is fine. */
export const documentMessage = (fault: DocumentFault | null, { toPerson }: { toPerson: boolean }): string | null =>
  fault && (toPerson ? "A reviewer will look at this photo. You can continue." : faultTexts[fault]);

/** The message while a picture waits to be checked. Nothing has to be sent again. */
export const imageWaits = "This photo is saved and will be checked in a moment. You can continue.";
/** Says where photos go that are read by another company. */
export const serviceNotice = ({ name, simulated }: { name: string; simulated: boolean }) =>
  `Photos are sent to ${name} to be read.${simulated ? " Simulated provider: no real check is made." : ""}`;
export const noReaderNotice = "Photos aren't checked automatically here. A reviewer looks at each one.";

/** The message for a member when the document seems to belong to another member of the family. It names no one. */
export const relativesDocumentWarning = (firstName: string) =>
  `This looks like a document of someone else in the family. Use a document of ${firstName}, or continue if it's the right one.`;

const scoreOf: Record<FaceComparison["band"], FaceScore | null> = {
  likely: "likelySame",
  unsure: "unclear",
  differs: "likelyNot",
  noFace: null,
};

/** The score of a comparison; null if a face is missing. */
export const faceScore = ({ band }: FaceComparison): FaceScore | null => scoreOf[band];

export const faceScoreTexts: Record<FaceScore, string> = {
  likelySame: "Likely the same",
  unclear: "Unclear",
  likelyNot: "Likely not",
};

/** The explanation for reviewers. */
export const identityReasonTexts: Record<IdentityReason, string> = {
  notRead: "Some pictures weren't read automatically.",
  selfieNotChecked: "The selfie shows glasses, a covering, or something else that kept it from being checked.",
  faceUnclear: "It's unclear whether both faces are the same person's.",
  faceDiffers: "The faces look different. Compare them yourself.",
  noFaceOnDocument: "No face was found on the document or in the selfie, so they weren't compared.",
  unclear: "A photo of the document is blurry or has glare.",
  unreadable: "Nothing could be read from the document.",
  anothersDocument: "The same document was submitted for someone else. Check whose it is.",
  guardiansDocument: "This looks like a document of a guardian, not of this person.",
  relativesDocument: "This looks like a document of someone else in the family, such as a sibling or a twin.",
  corrected: "The member corrected what was read. Compare what they typed with the document.",
  nameDiffers: "The name on the document is different.",
  birthDateDiffers: "The date of birth on the document is different.",
  birthDateUnknown: "There's no date of birth to compare, on the document or in the profile.",
  expired: "The document has expired.",
  documentsOnly: "The member verifies without a selfie. Compare the document with what you know of the person.",
  inPerson: "The member verifies in person. Look at the document together, then decide.",
};
