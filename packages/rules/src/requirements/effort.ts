/** Estimates how long a requirement takes the member, from its settings. */

import { RequirementType } from "@touchline/contract";
import type { ContentSettings } from "@touchline/contract/library/content-settings";
import type { FormDefinition, FormFieldKind } from "@touchline/contract/library/form-definition";

/** The usual minutes for each type whose settings don't give a duration; null if unknown. */
const usual: Record<RequirementType, number | null> = {
  [RequirementType.Document]: 5,
  [RequirementType.Form]: 10,
  [RequirementType.Waiver]: 3,
  [RequirementType.BackgroundCheck]: 10,
  [RequirementType.Video]: null,
  [RequirementType.AbusePreventionTraining]: 60,
  [RequirementType.SexOffenderSearch]: 1,
  [RequirementType.AgeVerification]: 5,
  [RequirementType.CustomTraining]: null,
  [RequirementType.IdentityVerification]: 5,
  [RequirementType.LiveScan]: null,
  [RequirementType.USSoccer]: 1,
};

/** Words per minute of careful reading on a phone. */
const wordsInMinute = 200;

/** Seconds to fill in a field on a phone. Other kinds take as long as a line of text. */
const fieldSeconds: Partial<Record<FormFieldKind, number>> = {
  longText: 60,
  address: 40,
  file: 60,
  yesNo: 6,
  choice: 8,
  choices: 10,
};
const lineSeconds = 15;

/** Returns the minutes a requirement takes, at least one; null if unknown. */
export function minutesFor(type: RequirementType, settings: ContentSettings): number | null {
  switch (settings.kind) {
    case "waiver":
      // Time to read, check and sign.
      return 1 + Math.ceil(wordsOf(settings.text) / wordsInMinute);
    case "form":
      return settings.form === null ? usual[type] : formMinutes(settings.form);
    case "video":
      return settings.seconds > 0 ? Math.ceil(settings.seconds / 60) : null;
    case "document":
      // The link may lead to a course of half an hour.
      return settings.linkUrl === null ? usual[type] : null;
    default:
      return usual[type];
  }
}

/** A question that depends on other answers counts half. One minute is added for checking the form. */
function formMinutes({ sections }: FormDefinition): number {
  const seconds = sections.flatMap(({ showIf: within, fields }) =>
    fields.map(
      ({ kind, showIf }) => (fieldSeconds[kind] ?? lineSeconds) / (within === null && showIf === null ? 1 : 2),
    ),
  );
  const reading = sections.reduce((words, { text }) => words + wordsOf(text), 0) / wordsInMinute;
  return 1 + Math.ceil(reading + seconds.reduce((sum, one) => sum + one, 0) / 60);
}

const wordsOf = (text: string) => text.split(/\s+/u).filter((word) => word !== "").length;
