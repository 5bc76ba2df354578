import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { organizationCountries, organizationFilePurposes } from "../enums.ts";
import { mailLanguages } from "../messages/mail-preferences.ts";
import { instant, line } from "../values.ts";
import { generalFacts } from "./organization-details.ts";

/** Consents are kept at least so long. */
export const leastConsentYears = 5;
const mostYears = 50;
/** Pixels of each side of a logo. */
export const logoSize = 512;
/** Minutes for which the address of a file works, once. */
export const fileLinkMinutes = 5;

export const levelKind = z.strictObject({ singular: line(40), plural: line(40) });
export type LevelKind = z.output<typeof levelKind>;

const details = generalFacts.extend({ initials: line(4) });
const years = (least: number) =>
  z
    .int("Enter a whole number of years.")
    .min(least, `Enter at least ${least} ${least === 1 ? "year" : "years"}.`)
    .max(mostYears, `Enter at most ${mostYears} years.`);
const retention = z.strictObject({
  /** Consents and what was signed. */
  consentYears: years(leastConsentYears),
  /** Outcomes of screenings. */
  outcomeYears: years(1),
});
const managers = z.strictObject({ review: z.boolean(), editContent: z.boolean() });
const color = z.string().regex(/^#[0-9a-fA-F]{6}$/, "Enter a color as # and six digits, like #1c5d99.");

/** The day of every year on which a season begins. */
const seasonStart = z
  .strictObject({ month: z.int().min(1).max(12), day: z.int().min(1).max(31) })
  .refine(({ month, day }) => day <= new Date(Date.UTC(2001, month, 0)).getUTCDate(), {
    path: ["day"],
    message: "This day doesn't exist in every year.",
  });

const settings = z.object({
  details: details.extend({
    website: z.string().nullable(),
    phone: z.string().nullable(),
    cityName: z.string().nullable(),
    countryCode: z.enum(organizationCountries),
  }),
  /** Where the logo is; null without one. */
  logo: z.string().nullable(),
  accentColor: z.string(),
  timeZone: z.string(),
  /** The time zone was never chosen; sending one, even an unchanged one, chooses it. */
  timeZoneAssumed: z.boolean(),
  /** A change of the time zone that is on its way through the people; null when none is. */
  timeZoneChange: z.object({ timeZone: z.string(), done: z.int(), total: z.int() }).nullable(),
  languages: z.array(z.enum(mailLanguages)),
  seasonStart: z.object({ month: z.int(), day: z.int() }),
  levelKinds: z.array(levelKind.extend({ levels: z.int() })),
  retention,
  managers,
  files: z.array(
    z.object({
      purpose: z.enum(organizationFilePurposes),
      name: z.string(),
      bytes: z.int(),
      addedAt: instant,
      addedBy: z.string().nullable(),
    }),
  ),
});
export type OrganizationSettings = z.output<typeof settings>;

export const getOrganizationSettings = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/settings",
  summary: "Gets the organization's details and settings.",
  errors: [403],
  response: settings,
});

export const saveOrganizationSettings = endpoint({
  method: "PUT",
  path: "/api/app/organization/{id}/settings",
  summary: "Changes any of an organization's settings. What isn't included stays as it is.",
  errors: [403, 409],
  body: z.strictObject({
    details: details.optional(),
    /** Refused, with the nearest that will do, where text in it could not be read. */
    accentColor: color.optional(),
    /** IANA name; every due and expiry day stays the day it is, and begins and ends by the new zone. */
    timeZone: z.string().max(64).optional(),
    /** What is due by the season, or asked by ages of the season, follows. */
    seasonStart: seasonStart.optional(),
    languages: z.array(z.enum(mailLanguages)).min(1, "Choose at least one language.").max(2).optional(),
    /** `was`: what the kind is called now, as the list has it; its levels get the new name. Without it, a kind of its own. */
    levelKinds: z
      .array(levelKind.extend({ was: line(40).optional() }))
      .max(20)
      .optional(),
    retention: retention.optional(),
    managers: managers.optional(),
  }),
  response: settings,
});

export const timeZoneEffect = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/time-zone-effect",
  summary: "Previews another time zone: how many dates would move, and by how many minutes.",
  errors: [403],
  query: { timeZone: z.string().max(64) },
  response: z.object({
    /** Minutes by which midnight comes earlier (below zero) or later, today. */
    minutes: z.int(),
    people: z.int(),
    dueDates: z.int(),
    expiries: z.int(),
    /** What would be overdue or expired at once, or not yet be so again. */
    passing: z.int(),
    returning: z.int(),
  }),
});

export const seasonEffect = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/season-effect",
  summary: "Previews another start of the season.",
  errors: [403],
  response: z.object({
    /** That are due by the season, or ask for an age within it. */
    requirements: z.int(),
    /** Whose due dates go by the season; counted to 100,000. */
    people: z.int(),
  }),
});

export const listLevelKinds = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/level-kinds",
  summary: "Lists the organization's names for kinds of levels: those it has named, and those in use.",
  response: z.array(levelKind.extend({ levels: z.int() })),
});

const purpose = { purpose: z.enum(organizationFilePurposes) };

export const getOrganizationFile = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/file",
  summary: "Gets the file that an organization has for a purpose.",
  errors: [403],
  query: purpose,
  response: fileContent,
});

export const addOrganizationFile = endpoint({
  method: "POST",
  path: "/api/app/organization/{id}/file",
  summary: "Replaces the file for a purpose. A logo is cropped to a square and converted.",
  errors: [403, 413, 415],
  multipart: true,
  query: purpose,
  body: z.strictObject({}),
  response: settings,
});

export const removeOrganizationFile = endpoint({
  method: "DELETE",
  path: "/api/app/organization/{id}/file",
  summary: "Removes the organization's file for a purpose.",
  errors: [403],
  query: purpose,
  response: noContent,
});

export const getOrganizationFileUrl = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/file-url-with-token",
  summary: "Gets a one-time address of that file, valid for five minutes for anyone who has it.",
  errors: [403],
  query: purpose,
  response: z.object({ url: z.string() }),
});

export const openOrganizationFile = endpoint({
  method: "GET",
  path: "/api/app/organization-file",
  summary: "Downloads the file that a token of `file-url-with-token` is for. Works once.",
  auth: "public",
  query: { token: z.string().regex(/^[\w-]{43}$/, "This link isn't valid.") },
  response: fileContent,
});

export const getOrganizationLogo = endpoint({
  method: "GET",
  path: "/api/app/organization/{id}/logo/{logoId}",
  summary: "Gets the logo of an organization for anyone who has its address, as shown before signing in.",
  auth: "public",
  response: fileContent,
});

/** Where a logo is fetched; with another logo the address is another. */
export const logoPath = (organizationId: string, logoId: string): string =>
  getOrganizationLogo.path.replace("{id}", organizationId).replace("{logoId}", logoId);
