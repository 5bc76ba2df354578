/**
 * Decides whether a document can be accepted automatically as proof of age. Documents are only accepted automatically, never
 * rejected: doubtful ones go to a reviewer with the reason. So do all birth certificates, plain text and proofs of grade.
 */
import { IdentityDocument, type verificationKinds } from "@touchline/contract/library/content-settings";
import type { AgeDoubt, ReadDocument } from "@touchline/contract/verification/documents";
import { type Day, isAfter } from "../calendar.ts";
import { type HolderFacts, isCorrected, isNameOn } from "./holder.ts";

export type AgeEvidence = {
  verification: (typeof verificationKinds)[number];
  /** The kind of document that the member selected. */
  document: IdentityDocument | null;
  /** The data that the member entered. */
  submitted: HolderFacts;
  /** The best reading of all pictures; null if none was readable. */
  read: ReadDocument | null;
  /** The pictures are too blurred, or have glare. */
  isUnclear: boolean;
  profile: HolderFacts;
  /** The document was also submitted for another person. */
  isAnothers: boolean;
  today: Day;
};

/** @returns null for a match, else the reason for a review. */
export function ageDoubt(evidence: AgeEvidence): AgeDoubt | null {
  const { verification, document, submitted, read, isUnclear, profile, isAnothers, today } = evidence;
  if (verification !== "Age") return "gradeAsked";
  if (document === IdentityDocument.BirthCertificate) return "birthCertificate";
  if (read === null) return isUnclear ? "unclear" : "unreadable";
  if (read.by === "text" || !read.isChecked) return "notMachineReadable";
  if (isAnothers) return "anothersDocument";
  if (profile.dateOfBirth === null) return "birthDateUnknown";
  if (read.dateOfBirth !== profile.dateOfBirth) return "birthDateDiffers";
  if (!isNameOn(read, profile)) return "nameDiffers";
  if (isCorrected(submitted, read)) return "corrected";
  if (read.expiresOn === null) return "endUnknown";
  return isAfter(today, read.expiresOn) ? "expired" : null;
}

/** The explanation of each reason for reviewers. */
export const ageDoubtTexts: Record<AgeDoubt, string> = {
  gradeAsked: "Proofs of grade are always reviewed by a person.",
  birthCertificate: "Birth certificates are always reviewed by a person.",
  unclear: "The photos are blurred or have glare, so they couldn't be read.",
  unreadable: "No barcode or machine-readable zone was found.",
  notMachineReadable: "Only plain text could be read. Compare it with the document.",
  anothersDocument: "The same document was submitted for someone else. Check whose it is.",
  birthDateUnknown: "The profile has no date of birth to compare.",
  birthDateDiffers: "The date of birth on the document is different.",
  nameDiffers: "The name on the document is different.",
  corrected: "The member entered something other than what was read. Compare both with the document.",
  endUnknown: "It couldn't be read until when the document is valid.",
  expired: "The document has expired.",
  notRead: "The photos weren't read automatically.",
};
