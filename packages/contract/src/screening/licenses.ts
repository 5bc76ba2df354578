import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { day, id, instant } from "../values.ts";

/** Licenses of U.S. Soccer, looked up by a member's U.S. Soccer ID. `{id}` is the requirement. */

/** How a license relates to the requirement. */
export const licenseStandings = ["counts", "expired", "notYetValid", "notAccepted", "endsTooEarly"] as const;
export type LicenseStanding = (typeof licenseStandings)[number];

/** Whether the record at U.S. Soccer is the member's, by name and date of birth. */
export const licenseIdentities = ["confirmed", "nameDiffers", "birthDiffers", "bothDiffer", "unknown"] as const;
export type LicenseIdentity = (typeof licenseIdentities)[number];

/** Why licenses couldn't be looked up. */
export const licenseProblems = [
  "unreachable",
  "busy",
  "unauthorized",
  "malformed",
  "refused",
  "unknownId",
  "shared",
] as const;
export type LicenseProblem = (typeof licenseProblems)[number];

const licensesShown = z.object({
  /** Where licenses are looked up; null: nowhere, and the organization completes the requirement manually. */
  provider: z.object({ name: z.string(), simulated: z.boolean() }).nullable(),
  /** Whether a U.S. Soccer ID is known. */
  idKnown: z.boolean(),
  /** Whether they are being looked up now. */
  looking: z.boolean(),
  /** When U.S. Soccer last answered; null: not yet. */
  refreshedAt: instant.nullable(),
  /** Null before the first answer. */
  identity: z.enum(licenseIdentities).nullable(),
  /** What to know if the record isn't confirmed as the member's. */
  identityText: z.string().nullable(),
  problem: z
    .object({ kind: z.enum(licenseProblems), since: instant, text: z.string(), whatToDo: z.string() })
    .nullable(),
  /** Coaches first, then by grade, highest first. */
  licenses: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      issuer: z.string(),
      issuedOn: day.nullable(),
      expiresOn: day.nullable(),
      standing: z.enum(licenseStandings),
      standingText: z.string(),
    }),
  ),
  /** Names of the licenses that count. */
  accepted: z.array(z.string()),
  higherGrades: z.boolean(),
  /** When they can be refreshed manually again; null: now. */
  refreshableAt: instant.nullable(),
});

export const getHeldLicenses = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/us-soccer-licenses",
  summary: "Gets the licenses that U.S. Soccer has for a member, and which of them count for the requirement.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  response: licensesShown,
});

export const refreshHeldLicenses = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/refresh-us-soccer-licenses",
  summary: "Looks a member's licenses up at U.S. Soccer again, at most once a minute.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id }),
  response: licensesShown,
});
