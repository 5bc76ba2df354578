/** What other areas may use of files: uploads in parts, inspection before anything is opened, and reading stored files. */

export { followSequencing } from "./files/actions/follow-sequencing.ts";
export { fileProblemText } from "./files/actions/inspect-names.ts";
export { inflating, type ZipSource } from "./files/actions/inspect-zip.ts";
export { extensionOf, keepUploads, ownPdf, plainName, refuseUnaccepted } from "./files/actions/keep.ts";
export { readPackage, type TrainingPackage } from "./files/actions/read-package.ts";
export { harmFound } from "./files/actions/scan.ts";
export { destroyStored } from "./files/actions/seal.ts";
export { requestOf, type SequencingStep } from "./files/actions/sequencing-step.ts";
export {
  addPart,
  assemble,
  beginReading,
  beingRead,
  type CompleteUpload,
  completeUpload,
  dropUpload,
  endUpload,
  fileToRead,
  joinParts,
  matchesUpload,
  recentUploads,
  recordReadProgress,
  refuseLostReadings,
  refuseRead,
  refuseTooManyBytes,
  shownUpload,
  startUpload,
  type UploadLimits,
  uploadOf,
  uploadsUnderWay,
} from "./files/actions/uploads.ts";
export { sealFiles } from "./files/jobs.ts";
export {
  answerTo,
  answerWith,
  isPassed,
  mayOpen,
  openable,
  openStored,
  refuseUnlooked,
  type StoredBytes,
  storedBytes,
} from "./files/queries.ts";
