/**
 * The order in which abuse prevention trainings are taken: the Core first, then a Refresher each year; after the third the Core again.
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

/** What comes after the step that somebody completed last; null: none yet. */
export const nextTrainingStep = (last: TrainingStep | null): TrainingStep => (last === null ? "core" : following[last]);

export const trainingStepLabels: Record<TrainingStep, string> = {
  core: "Core",
  refresher1: "Refresher 1",
  refresher2: "Refresher 2",
  refresher3: "Refresher 3",
};

/** A certificate ID as it is compared: without spaces and dashes, in upper case. */
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

/** Whether a certificate's name is the one of the profile, but for accents, case, spaces, and punctuation. */
export const isSameName = (
  a: { firstName: string; lastName: string },
  b: { firstName: string; lastName: string },
): boolean => plain(a.firstName) === plain(b.firstName) && plain(a.lastName) === plain(b.lastName);
