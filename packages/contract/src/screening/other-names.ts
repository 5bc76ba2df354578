import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, line } from "../values.ts";

/** Other names of a person who is screened: former names, maiden names and aliases. `{id}` is the requirement. */

/** The most other names that a person can enter. */
export const mostOtherNames = 4;

const inName = { profileLevelAccessId: id };
const names = z.array(z.strictObject({ firstName: line(100), lastName: line(100) })).max(mostOtherNames);
const path = "/api/app/requirement/{id}/other-names" as const;

export const getOtherNames = endpoint({
  method: "GET",
  path,
  summary:
    "Gets the other names that somebody has said they have or had. Only the person and their guardian may read them here.",
  errors: [403, 409],
  query: inName,
  response: z.object({ names }),
});

export const saveOtherNames = endpoint({
  method: "PUT",
  path,
  summary: "Saves the other names that somebody has or had. Registries are searched for these names too.",
  errors: [403, 409],
  body: z.strictObject({ ...inName, names }),
  response: z.object({ names }),
});
