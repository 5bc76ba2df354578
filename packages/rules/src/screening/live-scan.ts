/**
 * Validates the organization's data for the California Live Scan request form. Source: California Department of
 * Justice, form BCIA 8016
 * (rev. 04/2020).
 */
import type { SettingsOf } from "@touchline/contract/library/content-settings";

/** The required fields, in the order of the form. */
export const requiredFormFacts = [
  "ori",
  "applicantType",
  "jobTitle",
  "agency",
  "mailCode",
  "agencyStreet",
  "agencyCity",
] as const satisfies readonly (keyof SettingsOf<"live-scan">)[];
export type RequiredFormFact = (typeof requiredFormFacts)[number];

/**
 * Lists what is missing for the request form. If nothing is missing, results are tracked from the form to the state's
 * answer.
 */
export const missingFormFacts = (settings: SettingsOf<"live-scan">): RequiredFormFact[] =>
  requiredFormFacts.filter((name) => settings[name].trim() === "");

/**
 * Tests whether the request form is created here and the state's answer is tracked. Otherwise only the proof is
 * reviewed.
 */
export const awaitsStateAnswer = (settings: SettingsOf<"live-scan">): boolean =>
  missingFormFacts(settings).length === 0;
