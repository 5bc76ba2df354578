import { z } from "zod";
import { endpoint, fileContent, noContent } from "../endpoint.ts";
import { overallStatuses, RequirementType } from "../enums.ts";
import { id, line, numbered } from "../values.ts";

/** The tree of levels for people who may change it. */

/** The organization's name for a level, and its kind: "Region", "Club", "Team". */
const named = { name: line(100), kind: line(40) };

/** The progress of updating people after a level with many members was moved, in memberships. */
const following = z.object({ done: z.int(), total: z.int() });

const level = z.object({
  levelId: id,
  parentId: id.nullable(),
  name: z.string(),
  kind: z.string(),
  depth: z.int(),
  /** The id of the logo; null without one. */
  logoId: id.nullable(),
  /** Memberships at the level and everywhere below it. */
  members: z.int(),
  /** The number of levels below it. */
  levelsBelow: z.int(),
  following: following.nullable(),
});

export const getLevel = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}",
  summary: "Gets a level, with the number of members and levels below it.",
  errors: [403],
  response: level,
});

export const addLevel = endpoint({
  method: "POST",
  path: "/api/app/hierarchy-level",
  summary: "Adds a level below another one.",
  errors: [403, 409],
  body: z.strictObject({ parentId: id, ...named }),
  response: level,
});

export const changeLevel = endpoint({
  method: "PUT",
  path: "/api/app/hierarchy-level/{id}",
  summary: "Changes the name or kind of a level.",
  errors: [403, 409],
  body: z.strictObject(named),
  response: level,
});

/** The most contents and people that a preview names; it counts all. */
export const mostPreviewed = { contents: 50, people: 10 };

const changedContent = z.object({
  contentId: id,
  name: z.string(),
  type: numbered(RequirementType),
  mandatory: z.boolean(),
  people: z.int(),
});

export const previewMove = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/move-preview",
  summary: "Previews moving a level: what its members would have to do, and who would no longer be cleared.",
  errors: [403, 409],
  query: { parentId: id },
  response: z.object({
    /** The level itself and those below it. */
    levels: z.int(),
    memberships: z.int(),
    people: z.int(),
    /** Most people first. */
    newlyOwed: z.array(changedContent),
    noLongerOwed: z.array(changedContent),
    /** Memberships that are cleared now (all done, or all but optional ones) and wouldn't be. */
    losingClearance: z.object({
      memberships: z.int(),
      some: z.array(
        z.object({
          profileLevelAccessId: id,
          fullName: z.string(),
          levelName: z.string(),
          overallStatus: z.enum(overallStatuses),
        }),
      ),
    }),
  }),
});

export const moveLevel = endpoint({
  method: "POST",
  path: "/api/app/hierarchy-level/{id}/move",
  summary:
    "Moves a level and everything below it under another level. The requirements of its members follow, step by step for many.",
  errors: [403, 409],
  body: z.strictObject({ parentId: id }),
  response: level,
});

export const deleteLevel = endpoint({
  method: "DELETE",
  path: "/api/app/hierarchy-level/{id}",
  summary: "Deletes a level and those below it if they have no members. History keeps their names.",
  errors: [403, 409],
  response: noContent,
});

/** The width and height of a stored logo in pixels. */
export const logoSize = 512;
export const logoExtensions = ["png", "jpeg", "jpg", "webp"] as const;

export const setLevelLogo = endpoint({
  method: "PUT",
  path: "/api/app/hierarchy-level/{id}/logo",
  summary: "Sets or removes the logo of a level.",
  errors: [403, 415],
  body: z.strictObject({
    /** Base64 of an image, some 650 KB at most; null removes the logo. It is fitted into a square and re-encoded. */
    logoData: z
      .base64("This file couldn't be read. Choose another one.")
      .max(900_000, "This logo is too large. Choose a smaller one.")
      .nullable(),
    logoExtension: z.enum(logoExtensions).optional(),
  }),
  response: level,
});

export const getLevelLogo = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/{id}/logo/{logoId}",
  summary: "Gets the logo of a level, for everyone in the organization.",
  response: fileContent,
});

export const listLevelsFollowing = endpoint({
  method: "GET",
  path: "/api/app/hierarchy-level/following",
  summary: "Lists moved levels whose members' requirements are still being updated; at most 20.",
  errors: [403],
  response: z.array(following.extend({ levelId: id, name: z.string() })),
});
