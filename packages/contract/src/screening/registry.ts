import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { maxFileBytes } from "../enums.ts";
import { day, id, instant, line } from "../values.ts";

/** Sex offender registries that platform operators load from files, and the matches found in them. */

/** Why a person and an entry of a sex offender registry may be the same. */
export const registryMatchReasons = [
  "sameName",
  "nickname",
  "soundsAlike",
  "spelledAlike",
  "partOfName",
  "initial",
  "swappedNames",
  "alias",
  "sameBirth",
  "swappedDayAndMonth",
  "nearBirth",
  "noBirth",
] as const;
export type RegistryMatchReason = (typeof registryMatchReasons)[number];

/** Why a vendor couldn't be asked about a person. */
export const registrySearchProblems = ["unreachable", "busy", "unauthorized", "malformed", "refused"] as const;
export type RegistrySearchProblem = (typeof registrySearchProblems)[number];

/** The meanings of a column in a registry file. All other columns are shown to reviewers under their own headings. */
export const registryFields = [
  "entryId",
  "firstName",
  "middleName",
  "lastName",
  "fullName",
  "dateOfBirth",
  "aliases",
  "link",
] as const;
export type RegistryField = (typeof registryFields)[number];

export const registryFieldLabels: Record<RegistryField, string> = {
  entryId: "Registry ID",
  firstName: "First name",
  middleName: "Middle name",
  lastName: "Last name",
  fullName: "Full name",
  dateOfBirth: "Date of birth",
  aliases: "Other names",
  link: "Link to the entry",
};

export const registryLimits = {
  bytes: maxFileBytes,
  rows: 200_000,
  columns: 100,
  /** The most characters in a cell. */
  cell: 4_000,
  /** The most refused rows that are listed; above this, only their number. */
  refusedShown: 100,
} as const;

const webAddress = z.url({ protocol: /^https?$/ }).max(2_000);

/** A version is searched only once it is completely loaded. */
export const registryVersionStates = ["loading", "loaded", "canceled", "failed"] as const;

const version = z.object({
  versionId: id,
  /** The day for which the file lists who is registered. */
  asOf: day,
  fileName: z.string(),
  entries: z.int(),
  /** Rows of the file that aren't loaded, because they couldn't be read. */
  refused: z.int(),
  /** When loading began or, once it is complete, when it finished. */
  loadedAt: instant,
  state: z.enum(registryVersionStates),
  /** How many of the entries are loaded. */
  loaded: z.int(),
});

const facts = {
  registryId: id,
  name: z.string(),
  /** The page for searching this registry manually; null if none is known. */
  searchUrl: z.string().nullable(),
};

export const listRegistries = endpoint({
  method: "GET",
  path: "/api/app/platform/registries",
  summary: "Sex offender registries by name, each with the version that is searched. For platform operators.",
  errors: [403],
  response: z.array(z.object({ ...facts, current: version.nullable() })),
});

export const addRegistry = endpoint({
  method: "POST",
  path: "/api/app/platform/registries",
  summary: "Adds a sex offender registry, to which files are loaded next. For platform operators.",
  errors: [403, 409],
  body: z.strictObject({ name: line(100), searchUrl: webAddress.nullable() }),
  response: z.object({ registryId: id }),
});

export const getRegistry = endpoint({
  method: "GET",
  path: "/api/app/platform/registries/{id}",
  summary: "One registry with its latest versions, the newest first. For platform operators.",
  errors: [403],
  response: z.object({ ...facts, currentVersionId: id.nullable(), versions: z.array(version) }),
});

export const loadRegistry = endpoint({
  method: "POST",
  path: "/api/app/platform/registries/{id}/version",
  summary:
    "Checks a registry file (CSV) or, unless `checkOnly`, begins to load it. Once it is loaded whole, it is searched instead of the version before. For platform operators.",
  errors: [403, 409, 413, 415],
  multipart: true,
  costly: true,
  body: z.strictObject({
    asOf: day,
    checkOnly: z.stringbool(),
    /** JSON: the meaning of each column, by heading. If omitted, as the headings say. */
    columns: z.string().max(10_000).optional(),
  }),
  response: z.object({
    /** The version that is being loaded; null after a check. */
    versionId: id.nullable(),
    /** Every column of the file, with its meaning. */
    columns: z.array(z.object({ heading: z.string(), field: z.enum(registryFields).nullable() })),
    entries: z.int(),
    withoutBirth: z.int(),
    refused: z.int(),
    /** The first refused rows, by their number in the file, where the headings are row 1. */
    refusedRows: z.array(z.object({ row: z.int(), reason: z.string() })),
    /** The first entries as they were read. */
    sample: z.array(z.object({ names: z.array(z.string()), dateOfBirth: day.nullable() })),
  }),
});

export const cancelRegistryLoad = endpoint({
  method: "POST",
  path: "/api/app/platform/registries/{id}/version/{versionId}/cancel",
  summary:
    "Stops loading a registry file and removes what was loaded of it. Responds with a conflict if it is loaded already. For platform operators.",
  errors: [403, 409],
  response: noContent,
});

export const useRegistryVersion = endpoint({
  method: "PUT",
  path: "/api/app/platform/registries/{id}/current",
  summary: "Searches another version of a registry from now on, or none. For platform operators.",
  errors: [403],
  body: z.strictObject({ versionId: id.nullable() }),
  response: noContent,
});

export const getRegistryMatches = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/registry-matches",
  summary: "What the registry search found about the person of a requirement, for its reviewers.",
  errors: [403, 409],
  query: { profileLevelAccessId: id },
  response: z.object({
    person: z.object({ names: z.array(z.string()), dateOfBirth: day.nullable() }),
    /** Null: not searched yet. */
    searchedAt: instant.nullable(),
    /** The vendor that is asked too; null: none is. */
    vendor: z
      .object({
        name: z.string(),
        simulated: z.boolean(),
        /** The problem with asking it, since when, and the next try. */
        problem: z
          .object({ kind: z.enum(registrySearchProblems), since: instant, nextTryAt: instant, text: z.string() })
          .nullable(),
      })
      .nullable(),
    /** The registries that are searched. */
    registries: z.array(z.object({ name: z.string(), asOf: day, searchUrl: z.string().nullable() })),
    /** Best match first. */
    matches: z.array(
      z.object({
        registryName: z.string(),
        asOf: day,
        entryId: z.string(),
        /** The name of the entry first, then its other names. */
        names: z.array(z.string()),
        dateOfBirth: day.nullable(),
        /** From 65 to 100. */
        score: z.int(),
        reasons: z.array(z.enum(registryMatchReasons)),
        link: z.string().nullable(),
        /** Other columns of the file, as they are there. */
        facts: z.array(z.object({ label: z.string(), value: z.string() })),
        /** Whether an earlier review of this entry found that it is another person. */
        dismissed: z.boolean(),
      }),
    ),
  }),
});
