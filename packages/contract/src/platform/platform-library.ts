import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { RequirementType } from "../enums.ts";
import { contentSettings } from "../library/content-settings.ts";
import { id, instant, line, numbered, text } from "../values.ts";

/** The platform's library, from which every organization can copy. */

const itemFacts = {
  platformContentId: id,
  type: numbered(RequirementType),
  name: z.string(),
  description: z.string(),
  version: z.int(),
};
const version = z.int().min(1).max(1_000_000);

/** The contents of an item. */
const item = { name: line(200), description: text(2000), settings: contentSettings };
const fields = { name: z.string(), description: z.string(), settings: contentSettings };

export const listPlatformLibrary = endpoint({
  method: "GET",
  path: "/api/app/platform/content",
  summary: "Lists the templates of the platform's library by name. For platform operators.",
  errors: [403],
  response: z.array(
    z.object({
      ...itemFacts,
      publishedAt: instant,
      /** When it was withdrawn. */
      retiredAt: instant.nullable(),
    }),
  ),
});

export const getPlatformContent = endpoint({
  method: "GET",
  path: "/api/app/platform/content/{id}",
  summary: "Gets a template of the platform's library with its versions, newest first. For platform operators.",
  errors: [403],
  response: z.object({
    platformContentId: id,
    type: numbered(RequirementType),
    retiredAt: instant.nullable(),
    versions: z.array(z.object({ version: z.int(), summary: z.string(), publishedAt: instant, ...fields })),
  }),
});

export const addPlatformContent = endpoint({
  method: "POST",
  path: "/api/app/platform/content",
  summary: "Adds a template to the platform's library, for every organization to copy. For platform operators.",
  errors: [403],
  body: z.strictObject(item),
  response: z.object({ platformContentId: id, version: z.int() }),
});

export const publishPlatformContent = endpoint({
  method: "POST",
  path: "/api/app/platform/content/{id}/version",
  summary:
    "Publishes the next version of a template and offers it to the organizations that copied it. For platform operators.",
  errors: [403, 409],
  body: z.strictObject({
    ...item,
    /** The new version's number: one more than the version its author saw. */
    version,
    /** What changed, in a sentence. */
    summary: line(300),
  }),
  response: z.object({ platformContentId: id, version: z.int() }),
});

export const retirePlatformContent = endpoint({
  method: "PUT",
  path: "/api/app/platform/content/{id}/retired",
  summary: "Stops or resumes offering a template. Copies stay as they are. For platform operators.",
  errors: [403],
  body: z.strictObject({ retired: z.boolean() }),
  response: noContent,
});

export const listOffered = endpoint({
  method: "GET",
  path: "/api/app/content/platform-library",
  summary: "Lists the templates that an organization can copy, by name, and whether it has copied them.",
  errors: [403],
  response: z.array(z.object({ ...itemFacts, copies: z.array(z.object({ contentId: id, name: z.string() })) })),
});

export const lookAtOffered = endpoint({
  method: "GET",
  path: "/api/app/content/platform-library/{id}",
  summary: "Previews a template of the platform's library as text before it is copied.",
  errors: [403],
  response: z.object({
    ...itemFacts,
    facts: z.array(z.object({ field: z.string(), label: z.string(), value: z.string() })),
  }),
});

export const copyOffered = endpoint({
  method: "POST",
  path: "/api/app/content/platform-library/{id}/copy",
  summary:
    "Copies a template of the platform's library into the library of a level. The copy belongs to the organization.",
  errors: [403, 409],
  body: z.strictObject({ levelId: id }),
  response: z.object({ contentId: id }),
});

export const getContentUpdate = endpoint({
  method: "GET",
  path: "/api/app/content/{id}/update",
  summary: "Compares a copy with a newer version of its template, and lists what was changed in the copy.",
  errors: [403, 409],
  response: z.object({
    /** The version that the copy was made from or last updated to, and the newest one. */
    from: z.int(),
    to: z.int(),
    /** The copy's own version, which is compared. */
    ownVersion: z.int(),
    /** The author's summary of each version in between, newest first. */
    summaries: z.array(z.object({ version: z.int(), summary: z.string(), publishedAt: instant })),
    fields: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        here: z.string(),
        there: z.string(),
        /** The organization changed this value; it is kept unless the caller decides otherwise. */
        changedHere: z.boolean(),
        changedThere: z.boolean(),
      }),
    ),
  }),
});

export const takeContentUpdate = endpoint({
  method: "POST",
  path: "/api/app/content/{id}/update",
  summary:
    "Updates a copy to the newest version of its template, as a new version. Each field that was changed here must be listed as kept or replaced.",
  errors: [403, 409],
  body: z.strictObject({
    /** The version that was compared, and that of the copy. */
    version,
    ownVersion: version,
    /** Changed fields that keep their value. */
    keep: z.array(z.string().max(100)).max(100),
    /** Changed fields that take the value from the platform's library. */
    giveUp: z.array(z.string().max(100)).max(100),
  }),
  response: z.object({ version: z.int() }),
});
