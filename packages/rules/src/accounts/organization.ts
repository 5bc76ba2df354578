/** What follows from what an organization says of itself. */
import { acceptedFileExtensions, type OrganizationCountry, type OrganizationFilePurpose } from "@touchline/contract";
import { states } from "@touchline/contract/regions";
import { type Day, dayOf, type Instant, startOfDay } from "../calendar.ts";
import type { PermissionAction } from "../security/permissions.ts";

const regionOf = { UnitedStates: "US", Canada: "CA" } as const;

/** The country's own two letters, where its states are known here. */
export function countryWithStates(country: OrganizationCountry): "US" | "CA" | null {
  return country === "UnitedStates" || country === "Canada" ? regionOf[country] : null;
}

/** Whether a state may be said with a country: one of its own, and none where none are known. */
export function stateFits(country: OrganizationCountry, stateCode: string | null): boolean {
  if (stateCode === null) return true;
  const within = countryWithStates(country);
  return within !== null && states.some((state) => state.stateId === `${within}-${stateCode}`);
}

/** Where most people of a state live; those with another zone set it themselves. Of Canada and the United States. */
const zones: Record<string, string> = {
  "America/New_York":
    "US-CT US-DE US-DC US-FL US-GA US-IN US-KY US-ME US-MD US-MA US-MI US-NH US-NJ US-NY US-NC US-OH US-PA US-RI US-SC US-VT US-VA US-WV",
  "America/Chicago": "US-AL US-AR US-IL US-IA US-KS US-LA US-MN US-MS US-MO US-NE US-ND US-OK US-SD US-TN US-TX US-WI",
  "America/Denver": "US-CO US-ID US-MT US-NM US-UT US-WY",
  "America/Phoenix": "US-AZ",
  "America/Los_Angeles": "US-CA US-NV US-OR US-WA",
  "America/Anchorage": "US-AK",
  "Pacific/Honolulu": "US-HI",
  "America/Puerto_Rico": "US-PR US-VI",
  "Pacific/Guam": "US-GU US-MP",
  "Pacific/Pago_Pago": "US-AS",
  "America/Toronto": "CA-ON CA-QC CA-NU",
  "America/Winnipeg": "CA-MB",
  "America/Regina": "CA-SK",
  "America/Edmonton": "CA-AB CA-NT",
  "America/Vancouver": "CA-BC",
  "America/Whitehorse": "CA-YT",
  "America/Halifax": "CA-NS CA-NB CA-PE",
  "America/St_Johns": "CA-NL",
};
const zoneOfState = new Map(
  Object.entries(zones).flatMap(([zone, codes]) => codes.split(" ").map((code) => [code, zone] as const)),
);

/** Returns the time zone of most people in a state; null without a state, so that an administrator must choose. */
export function usualZone(country: OrganizationCountry, stateCode: string | null): string | null {
  const within = countryWithStates(country);
  return (within && stateCode && zoneOfState.get(`${within}-${stateCode}`)) || null;
}

/** The first letters of a name's words, at most three; of one word its first two. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  const letters =
    words.length === 1 ? [...(words[0] ?? "")].slice(0, 2) : words.slice(0, 3).map((word) => [...word][0]);
  return letters.join("").toLocaleUpperCase("en") || "?";
}

/** What a level is called by most, with its plural; each organization has its own words. */
export function usualPlural(singular: string): string {
  if (/[^aeiou]y$/i.test(singular)) return `${singular.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(singular) ? `${singular}es` : `${singular}s`;
}

type FileRule = {
  /** Endings of names; a logo is made anew of any image that can be read. */
  accepted: readonly string[];
  /** Who can see it: all members of the organization, or people with a permission. */
  seenBy: "everybody" | PermissionAction;
  /** Who puts it there; who may edit the organization, unless given. */
  changedBy?: PermissionAction;
};

/** The files of an organization by purpose. */
export const organizationFiles: Record<OrganizationFilePurpose, FileRule> = {
  Logo: { accepted: ["png", "jpeg", "webp"], seenBy: "everybody" },
  /** The certificate that no sales tax is charged. */
  TaxDocument: { accepted: ["pdf", "png", "jpeg"], seenBy: "billing", changedBy: "billing" },
  /** It proves the EIN to the provider of background checks, such as a W-9. */
  EinProof: { accepted: ["pdf", "png", "jpeg"], seenBy: "billing", changedBy: "onboarding" },
  Insurance: { accepted: ["pdf", "png", "jpeg"], seenBy: "organization.edit" },
  /** Applicants read this notice. */
  BackgroundCheckNotice: { accepted: ["pdf", "txt"], seenBy: "everybody" },
  LiveScanForm: { accepted: ["pdf"], seenBy: "everybody" },
  Other: { accepted: acceptedFileExtensions, seenBy: "organization.edit" },
};

/**
 * Where a day that began or ended at an instant does so in another time zone: the day stays what it is. An instant that is
 * no midnight of the old zone, or one of the new zone already, stays itself, so that moving it twice moves it once.
 */
export function movedMidnight(instant: Instant, from: string, to: string): Instant {
  const day: Day = dayOf(instant, from);
  if (startOfDay(day, from) !== instant || startOfDay(dayOf(instant, to), to) === instant) return instant;
  return startOfDay(day, to);
}
