import type { UsSoccerSettings } from "@touchline/api/adapters/licenses/us-soccer";
import type { OffenderSearchSettings } from "@touchline/api/adapters/offender-search/http";
import type { TrainingSettings } from "@touchline/api/adapters/trainings/http";
import { credentials } from "@touchline/simulator/credentials";
import { placeOf, type ReadSetting, readUrl } from "./screening-settings.ts";

/**
 * Reads the credentials and the address of U.S. Soccer's license interface. Without them licenses are completed by hand.
 *
 * @throws Error with one sentence that names the variables.
 */
export function readUsSoccer(read: ReadSetting): UsSoccerSettings | null {
  const clientId = read("US_SOCCER_CLIENT_ID");
  const clientSecret = read("US_SOCCER_CLIENT_SECRET");
  const url = readUrl(read, "US_SOCCER_URL");
  if (clientId === null && clientSecret === null) return null;
  if (clientId === null || clientSecret === null || url === null) {
    throw new Error("Set all of US_SOCCER_CLIENT_ID, US_SOCCER_CLIENT_SECRET, and US_SOCCER_URL, or none of them.");
  }
  const tokenUrl = readUrl(read, "US_SOCCER_TOKEN_URL") ?? `${url}/oauth/token`;
  return { ...placeOf(clientSecret, url), clientId, clientSecret, tokenUrl };
}

/** U.S. Soccer as the simulator at an address plays it; null without it. */
export function simulatedLicenses(simulatorUrl: string | null): UsSoccerSettings | null {
  if (simulatorUrl === null) return null;
  const url = `${simulatorUrl}/us-soccer`;
  return { url, simulated: true, tokenUrl: `${url}/oauth/token`, ...credentials.usSoccer };
}

/**
 * Reads the key and the address of a vendor that is asked for sex offenders. Without them only registries that were loaded are searched.
 *
 * @throws Error with one sentence that names the variables.
 */
export function readOffenderSearch(read: ReadSetting): OffenderSearchSettings | null {
  const key = read("OFFENDER_SEARCH_KEY");
  const url = readUrl(read, "OFFENDER_SEARCH_URL");
  if (key === null && url === null) return null;
  if (key === null || url === null)
    throw new Error("Set both OFFENDER_SEARCH_KEY and OFFENDER_SEARCH_URL, or neither.");
  return { ...placeOf(key, url), key };
}

/**
 * Reads the key and the address of the provider of abuse prevention trainings.
 *
 * @throws Error with one sentence that names the variables.
 */
export function readTraining(read: ReadSetting): TrainingSettings | null {
  const apiKey = read("TRAINING_API_KEY");
  const url = readUrl(read, "TRAINING_URL");
  if (apiKey === null && url === null) return null;
  if (apiKey === null || url === null) throw new Error("Set both TRAINING_API_KEY and TRAINING_URL, or neither.");
  return { ...placeOf(apiKey, url), apiKey, webhookSecret: read("TRAINING_WEBHOOK_SECRET") };
}

/** The provider of trainings as the simulator at an address plays it; null without it. */
export function simulatedTraining(simulatorUrl: string | null): TrainingSettings | null {
  return simulatorUrl === null ? null : { url: `${simulatorUrl}/training`, simulated: true, ...credentials.training };
}
