import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { organizationCountries, organizationFilePurposes } from "../enums.ts";
import { mailLanguages } from "../messages/mail-preferences.ts";
import { instant, line } from "../values.ts";
import { generalFacts } from "./organization-details.ts";

/** The minimum number of years for which consents are kept. */
export const leastConsentYears = 5;
const mostYears = 50;
/** The width and height of a logo in pixels. */
export const logoSize = 512;
/** Minutes for which the single-use address of a file is valid. */
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
  /** Consents and signed documents. */
  consentYears: years(leastConsentYears),
  /** Results of screenings. */
  outcomeYears: years(1),
  /** Incidents, from when they were closed. */
  incidentYears: years(1),
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
  /** The address of the logo; null without one. */
  logo: z.string().nullable(),
  accentColor: z.string(),
  timeZone: z.string(),
  /** The time zone was never chosen; sending one, even an unchanged one, chooses it. */
  timeZoneAssumed: z.boolean(),
  /** The progress of a change of the time zone; null when none is in progress. */
  timeZoneChange: z.object({ timeZone: z.string(), done: z.int(), total: z.int() }).nullable(),
  languages: z.array(z.enum(mailLanguages)),
  seasonStart: z.object({ month: z.int(), day: z.int() }),
  levelKinds: z.array(levelKind.extend({ levels: z.int() })),
  retention,
  managers,
  /** Whether minors may use the support chat; null where no chat is set up. */
  chatForMinors: z.boolean().nullable(),
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
    /** Refused, with the nearest readable color, if text in it would be unreadable. */
    accentColor: color.optional(),
    /** IANA name; due and expiration days keep their dates, and begin and end in the new zone. */
    timeZone: z.string().max(64).optional(),
    /** Requirements due by season, or with ages by season, are updated. */
    seasonStart: seasonStart.optional(),
    languages: z.array(z.enum(mailLanguages)).min(1, "Choose at least one language.").max(2).optional(),
    /** `was`: the present name of the kind, as in the list; its levels get the new name. Without it, a new kind. */
    levelKinds: z
      .array(levelKind.extend({ was: line(40).optional() }))
      .max(20)
      .optional(),
    /** What isn't included stays as it is. */
    retention: retention.partial({ incidentYears: true }).optional(),
    managers: managers.optional(),
    chatForMinors: z.boolean().optional(),
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
    /** Minutes by which midnight is earlier (negative) or later, today. */
    minutes: z.int(),
    people: z.int(),
    dueDates: z.int(),
    expiries: z.int(),
    /** Requirements that would be overdue or expired at once, or no longer be. */
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
    /** Requirements due by season, or with an age rule by season. */
    requirements: z.int(),
    /** People with seasonal due dates; counted up to 100,000. */
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
  givesLink: true,
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

/** Returns the address of a logo, which changes with each logo. */
export const logoPath = (organizationId: string, logoId: string): string =>
  getOrganizationLogo.path.replace("{id}", organizationId).replace("{logoId}", logoId);
