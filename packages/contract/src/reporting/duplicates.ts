import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { RequirementStatus, roles } from "../enums.ts";
import { day, id, instant, line, numbered } from "../values.ts";

/** Why two entries look like one person. */
export const likenessReasons = [
  "sameName",
  "nickname",
  "swappedNames",
  "partOfName",
  "oneLetter",
  "sameEmail",
  "sameBirth",
  "nearBirth",
  /** A partner has both under one id. */
  "sameId",
  /** A partner has them under different ids. */
  "otherId",
] as const;
export type LikenessReason = (typeof likenessReasons)[number];

/** Why two entries can't be merged now. */
export const mergeRefusals = [
  "sameEntry",
  "ownEntry",
  "alreadyMerged",
  /** Each has a login of its own, and logins can't be merged. */
  "twoLogins",
  /** The entry to be removed has the login. */
  "keepTheLogin",
  "guardsTheOther",
  "tooManyGuardians",
  "childGuards",
  /** A change of the time zone is still in progress. */
  "datesMoving",
] as const;
export type MergeRefusal = (typeof mergeRefusals)[number];

const place = z.object({
  profileLevelAccessId: id,
  levelId: id,
  levelName: z.string(),
  labelName: z.string(),
  role: z.enum(roles),
});

/** An entry of a person, as far as the caller may see it. */
const entry = z.object({
  profileId: id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  dateOfBirth: day.nullable(),
  hasLogin: z.boolean(),
  addedAt: instant,
  /** At most five of them. */
  memberships: z.array(place),
});

const alike = entry.extend({ score: z.int(), reasons: z.array(z.enum(likenessReasons)) });

export const findSimilarPeople = endpoint({
  method: "POST",
  path: "/api/app/people/alike",
  summary: "Lists people visible to the caller who may be this person; at most five, the most likely first.",
  errors: [403],
  body: z.strictObject({
    firstName: line(100),
    lastName: line(100),
    email: z.email().max(254).nullable(),
    dateOfBirth: day.nullable(),
  }),
  response: z.array(alike),
});

const pair = z.object({
  duplicateId: id,
  score: z.int(),
  reasons: z.array(z.enum(likenessReasons)),
  foundAt: instant,
  entries: z.tuple([entry, entry]),
});

export const listDuplicates = endpoint({
  method: "GET",
  path: "/api/app/people/duplicates",
  summary: "Lists possible duplicates, the most likely first, if the caller can change both people.",
  errors: [403],
  query: {
    after: z.string().max(100).optional(),
    perPage: z.coerce.number().int().min(1).max(100).default(25),
  },
  response: z.object({
    data: z.array(pair),
    next: z.string().nullable(),
    /** Whether people are still being compared: more pairs may follow. */
    inProgress: z.boolean(),
  }),
});

export const dismissDuplicate = endpoint({
  method: "POST",
  path: "/api/app/people/duplicates/{id}/dismiss",
  summary: "Marks two entries as different people. The pair isn't shown again.",
  errors: [403],
  response: noContent,
});

/** The parts of which one of two entries' values is kept. */
export const mergedParts = ["name", "email", "dateOfBirth", "contact", "photo"] as const;
export type MergedPart = (typeof mergedParts)[number];
const from = z.enum(["keep", "merge"]);
const choices = z.strictObject({
  name: from,
  email: from,
  dateOfBirth: from,
  contact: from,
  photo: from,
});
export type MergeChoices = z.output<typeof choices>;

const person = z.object({ profileId: id, name: z.string() });

export const mergePreview = z.object({
  entries: z.object({ keep: entry, merge: entry }),
  /** Why it can't be done now, as a sentence with the solution; null: it can. */
  refusal: z.object({ kind: z.enum(mergeRefusals), message: z.string() }).nullable(),
  parts: z.array(
    z.object({
      part: z.enum(mergedParts),
      /** As people read it; null: none. For a photo: its id. */
      keep: z.string().nullable(),
      merge: z.string().nullable(),
      /** The default choice. */
      proposed: from,
      /** Whether there is a choice; an address that is used for signing in is kept. */
      choosable: z.boolean(),
    }),
  ),
  /** Memberships of both; `collapses`: the same label at the same level, one stays. */
  memberships: z.array(place.extend({ of: from, collapses: z.boolean() })),
  requirements: z.array(
    z.object({
      contentId: id,
      contentName: z.string(),
      keep: numbered(RequirementStatus).nullable(),
      merge: numbered(RequirementStatus).nullable(),
      result: numbered(RequirementStatus),
      /** Two submissions are open, and one will be withdrawn. */
      withdraws: z.boolean(),
    }),
  ),
  guardians: z.array(person),
  children: z.array(person),
  /** The effect on logins. */
  login: z.enum(["none", "kept", "sameAccount"]),
  invitationEnds: z.boolean(),
});

export const previewMerge = endpoint({
  method: "GET",
  path: "/api/app/people/merge",
  summary: "Previews merging two entries of one person. Nothing changes.",
  errors: [403],
  query: { keep: id, merge: id },
  response: mergePreview,
});

export const mergeProfiles = endpoint({
  method: "POST",
  path: "/api/app/people/merge",
  summary: "Merges two entries of one person: everything in `merge` moves to `keep`.",
  errors: [403, 409],
  body: z.strictObject({ keep: id, merge: id, parts: choices }),
  response: z.object({ profileId: id, profileLevelAccessId: id.nullable() }),
});
