import { uploadWantsReview } from "@touchline/rules/attempt";
import { completionDateAsked, reviewAsked } from "@touchline/rules/content";
import type { Requirement } from "./queries.ts";

/** How many files the server takes in one submission. */
export const mostFiles = 5;

export interface ChosenFile {
  key: string;
  file: File;
}

/** What the form holds; days are `YYYY-MM-DD` or empty. */
export interface Draft {
  files: readonly ChosenFile[];
  completedDate: string;
  validUntil: string;
}

export type DraftProblems = Partial<Record<"files" | "completedDate" | "validUntil", string>>;

/** Whether somebody looks at what is sent in before it counts. */
export const isReviewed = ({ type, settings }: Requirement) => uploadWantsReview(type, reviewAsked(settings));

export const asksValidUntil = ({ settings }: Requirement) => settings.validity.type === "PerRequirement";

/**
 * Adds files to those chosen. One that is there already is not added again: a second tap on the same photo is a slip.
 */
export function withFiles(chosen: readonly ChosenFile[], files: readonly File[], newKey: () => string): ChosenFile[] {
  const same = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
  const added = files.filter((file) => !chosen.some((one) => same(one.file, file)));
  return [...chosen, ...added.map((file) => ({ key: newKey(), file }))];
}

/** What stands in the way of sending, each in a sentence, by field. `today` in the organization's time zone. */
export function draftProblems(draft: Draft, requirement: Requirement, today: string): DraftProblems {
  const asksCompletionDate = completionDateAsked(requirement.settings);
  const reviewed = isReviewed(requirement);
  const problems: DraftProblems = {};
  if (draft.files.length === 0) problems.files = "Choose the document first.";
  if (draft.files.length > mostFiles) {
    problems.files = `At most ${mostFiles} files can be sent together. Remove ${draft.files.length - mostFiles}.`;
  }
  if (asksCompletionDate) {
    if (draft.completedDate === "") problems.completedDate = "Give the day on which it was completed.";
    else if (draft.completedDate > today) problems.completedDate = "This day lies in the future.";
  }
  if (asksValidUntil(requirement)) {
    if (draft.validUntil === "") {
      // The reviewer can read it from the document; without a review nobody else will.
      if (!reviewed) problems.validUntil = "Give the last day on which it is valid; the document says it.";
    } else if (draft.validUntil < today) {
      problems.validUntil = "By this day it has expired already. Send a newer document.";
    }
  }
  return problems;
}

/** How far each file has travelled, 0 to 1, when `sent` of `total` bytes have: they travel one after the other. */
export function progressOf(files: readonly Pick<File, "size">[], sent: number, total: number): number[] {
  const bytes = files.reduce((sum, file) => sum + file.size, 0);
  // What surrounds the files is sent as well, most of it before the first one.
  let left = Math.max(0, sent - Math.max(0, total - bytes));
  return files.map(({ size }) => {
    const share = size === 0 ? 1 : Math.min(1, left / size);
    left = Math.max(0, left - size);
    return share;
  });
}
