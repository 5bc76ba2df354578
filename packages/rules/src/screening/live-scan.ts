/**
 * California Live Scan: what the request form (BCIA 8016) needs to know of an organization. Source: California Department of
 * Justice, form BCIA 8016 (rev. 04/2020).
 */
import type { SettingsOf } from "@touchline/contract/library/content-settings";

/** The facts without which no site takes fingerprints, in the order of the form. */
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

/** What is missing before the request form can be created; with nothing missing, results are tracked from the form to the state's answer. */
export const missingFormFacts = (settings: SettingsOf<"live-scan">): RequiredFormFact[] =>
  requiredFormFacts.filter((name) => settings[name].trim() === "");

/** Whether the request form is created here and the state's answer awaited. Otherwise the proof alone is reviewed. */
export const awaitsStateAnswer = (settings: SettingsOf<"live-scan">): boolean =>
  missingFormFacts(settings).length === 0;
