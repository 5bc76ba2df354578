/** Derives an organization's time zone, initials, and files from its own data. */
import { acceptedFileExtensions, type OrganizationCountry, type OrganizationFilePurpose } from "@touchline/contract";
import { states } from "@touchline/contract/regions";
import { type Day, dayOf, type Instant, startOfDay } from "../calendar.ts";
import type { PermissionAction } from "../security/permissions.ts";

const regionOf = { UnitedStates: "US", Canada: "CA" } as const;

/** The two letters of a country whose states are known here. */
export function countryWithStates(country: OrganizationCountry): "US" | "CA" | null {
  return country === "UnitedStates" || country === "Canada" ? regionOf[country] : null;
}

/** Tests whether a state belongs to a country. Without known states, only null does. */
export function stateFits(country: OrganizationCountry, stateCode: string | null): boolean {
  if (stateCode === null) return true;
  const within = countryWithStates(country);
  return within !== null && states.some((state) => state.stateId === `${within}-${stateCode}`);
}

/** The time zone where most people of a state in the United States or Canada live. The others choose theirs. */
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

/** Returns the first letters of a name's words, at most three, or the first two letters of a single word. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  const letters =
    words.length === 1 ? [...(words[0] ?? "")].slice(0, 2) : words.slice(0, 3).map((word) => [...word][0]);
  return letters.join("").toLocaleUpperCase("en") || "?";
}

/** The most common names of levels, with their plurals. Each organization can use its own. */
export function usualPlural(singular: string): string {
  if (/[^aeiou]y$/i.test(singular)) return `${singular.slice(0, -1)}ies`;
  return /(s|x|z|ch|sh)$/i.test(singular) ? `${singular}es` : `${singular}s`;
}

type FileRule = {
  /** File name extensions. A logo is converted from any image that can be read. */
  accepted: readonly string[];
  /** Who can see the file: all members of the organization, or people with a permission. */
  seenBy: "everybody" | PermissionAction;
  /** Who uploads it. By default, everyone who may edit the organization. */
  changedBy?: PermissionAction;
};

/** The files of an organization by purpose. */
export const organizationFiles: Record<OrganizationFilePurpose, FileRule> = {
  Logo: { accepted: ["png", "jpeg", "webp"], seenBy: "everybody" },
  /** The certificate of exemption from sales tax. */
  TaxDocument: { accepted: ["pdf", "png", "jpeg"], seenBy: "billing", changedBy: "billing" },
  /** Proof of the EIN for the background check provider, such as a W-9. */
  EinProof: { accepted: ["pdf", "png", "jpeg"], seenBy: "billing", changedBy: "onboarding" },
  Insurance: { accepted: ["pdf", "png", "jpeg"], seenBy: "organization.edit" },
  /** The notice that applicants read. */
  BackgroundCheckNotice: { accepted: ["pdf", "txt"], seenBy: "everybody" },
  LiveScanForm: { accepted: ["pdf"], seenBy: "everybody" },
  Other: { accepted: acceptedFileExtensions, seenBy: "organization.edit" },
};

/**
 * Moves the start or end of a day to another time zone, so that the day stays the same. An instant that isn't midnight in the
 * old zone, or already is midnight in the new one, stays the same, so moving it twice has no further effect.
 */
export function movedMidnight(instant: Instant, from: string, to: string): Instant {
  const day: Day = dayOf(instant, from);
  if (startOfDay(day, from) !== instant || startOfDay(dayOf(instant, to), to) === instant) return instant;
  return startOfDay(day, to);
}
