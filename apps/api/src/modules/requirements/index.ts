/** The interface of the requirements area for other areas: members' requirements, their submissions and answers, and corrections. */

export { addPhones } from "./details/actions/add-phones.ts";
export { claimUssfId } from "./details/actions/claim-ussf.ts";
export { askUsualQuestions } from "./details/actions/conditions.ts";
export { correctNameAndBirth } from "./details/actions/correct.ts";
export { idsKnownTo, knowPeopleAs } from "./details/actions/know-as.ts";
export { detailsOfBoth, mergeDetails } from "./details/actions/merge-details.ts";
export { reencodePhoto } from "./details/actions/photo.ts";
export { setUssf } from "./details/actions/save.ts";
export { conditionsOf } from "./details/queries/conditions.ts";
export { answersOfPerson, photoLocation } from "./details/queries/own.ts";
export { partnerOf } from "./details/queries/partners.ts";
export { contactAddress, decryptDetail, editVerdict, ussfIdOfPerson } from "./details/queries/person.ts";
export { statesOf } from "./details/queries/states.ts";

export { answersAbout } from "./forms/queries/answers.ts";
export { claimCertificate } from "./requirements/actions/claim-certificate.ts";
export { draftOf, gathers, writeFacts } from "./requirements/actions/draft.ts";
export { takeTraining, trainingUrl } from "./requirements/actions/manual.ts";
export {
  isOfKind,
  type PermittedRequirement,
  permittedInTurn,
  permittedOfKind,
  permittedOn,
  refuseUnless,
  subjectOf,
} from "./requirements/actions/permitted.ts";
export { removeFiles } from "./requirements/actions/remove-files.ts";
export { checkDays, type SentFiles, submit, submitFiles } from "./requirements/actions/submit.ts";
export { auditView } from "./requirements/actions/view-files.ts";
export { shownAttempt } from "./requirements/queries/attempt.ts";
export { factsOf, factsOfAll, factsPlace } from "./requirements/queries/facts.ts";
export {
  feeFrom,
  feeOn,
  priceIn,
  readFees,
  readOutstanding,
  readOutstandingByLevel,
  refuseUnpaid,
} from "./requirements/queries/fees.ts";
export { filesOf, filledInOnPage, shownFiles } from "./requirements/queries/files.ts";
export { notesPlace, openNotes } from "./requirements/queries/notes.ts";
export {
  isSubmitter,
  readOwed,
  readOwedOn,
  readRequirement,
  requirementOn,
  requirementShown,
  requirementsOf,
} from "./requirements/queries/requirement-rows.ts";
export { submissionOf } from "./requirements/queries/submission.ts";
export { followSignatures } from "./waivers/actions/follow-birth.ts";
export { ownNames, type SignatureFacts, signatureFacts, signerNamed } from "./waivers/actions/signer.ts";
export { signaturesAbout, signedUntil } from "./waivers/queries.ts";
