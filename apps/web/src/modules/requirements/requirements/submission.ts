import { uploadWantsReview } from "@touchline/rules/compliance/attempt";
import { wantsCompletionDate, wantsReview } from "@touchline/rules/library/content";
import type { Requirement } from "./queries.ts";
import { words } from "./words.ts";

/** How many files the server takes in one submission. */
export const mostFiles = 5;

/** What the form holds; days are `YYYY-MM-DD` or empty. */
export interface SubmissionDraft {
  files: readonly unknown[];
  completedDate: string;
  validUntil: string;
}

export type DraftProblems = Partial<Record<"files" | "completedDate" | "validUntil", string>>;

/** Whether somebody looks at what is sent in before it counts. */
export const isReviewed = ({ type, settings }: Requirement) => uploadWantsReview(type, wantsReview(settings));

export const asksValidUntil = ({ settings }: Requirement) => settings.validity.type === "PerRequirement";

/**
 * Lists what prevents submission, as sentences by field. `today` is in the organization's time zone.
 *
 * @param asksCompletionDate whether the completion date is requested; by default as in the settings.
 */
export function draftProblems(
  draft: SubmissionDraft,
  requirement: Requirement,
  today: string,
  asksCompletionDate = wantsCompletionDate(requirement.settings),
): DraftProblems {
  const reviewed = isReviewed(requirement);
  const problems: DraftProblems = {};
  if (draft.files.length === 0) problems.files = words.fileMissing;
  if (draft.files.length > mostFiles) {
    problems.files = words.tooManyFiles({ most: mostFiles, count: draft.files.length - mostFiles });
  }
  if (asksCompletionDate) {
    if (draft.completedDate === "") problems.completedDate = words.completedDateMissing;
    else if (draft.completedDate > today) problems.completedDate = words.dateInFuture;
  }
  if (asksValidUntil(requirement)) {
    if (draft.validUntil === "") {
      // The reviewer can read it from the document; without a review nobody else will.
      if (!reviewed) problems.validUntil = words.validUntilMissing;
    } else if (draft.validUntil < today) {
      problems.validUntil = words.documentExpired;
    }
  }
  return problems;
}
