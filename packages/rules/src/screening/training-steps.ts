/**
 * The order of abuse prevention trainings: the Core first, then a Refresher each year, and the Core again after the
 * third.
 *
 * Source: the U.S. Center for SafeSport's courses, SafeSport Trained Core and Refreshers 1 to 3, each valid for a year.
 */
export const trainingSteps = ["core", "refresher1", "refresher2", "refresher3"] as const;
export type TrainingStep = (typeof trainingSteps)[number];

const following: Record<TrainingStep, TrainingStep> = {
  core: "refresher1",
  refresher1: "refresher2",
  refresher2: "refresher3",
  refresher3: "core",
};

/** Returns the step after the last completed one; null if there is none yet. */
export const nextTrainingStep = (last: TrainingStep | null): TrainingStep => (last === null ? "core" : following[last]);

export const trainingStepLabels: Record<TrainingStep, string> = {
  core: "Core",
  refresher1: "Refresher 1",
  refresher2: "Refresher 2",
  refresher3: "Refresher 3",
};

/** Normalizes a certificate ID for comparison: without spaces and dashes, in upper case. */
export const certificateIdOf = (written: string): string =>
  written
    .normalize("NFKC")
    .replaceAll(/[\s\p{Dash_Punctuation}]/gu, "")
    .toUpperCase();

const plain = (name: string) =>
  name
    .normalize("NFD")
    .replaceAll(/[\p{M}\p{P}\s]/gu, "")
    .toLowerCase();

/** Tests whether a certificate's name is the profile's. Accents, case, spaces and punctuation are ignored. */
export const isSameName = (
  a: { firstName: string; lastName: string },
  b: { firstName: string; lastName: string },
): boolean => plain(a.firstName) === plain(b.firstName) && plain(a.lastName) === plain(b.lastName);
