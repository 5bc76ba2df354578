import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, instant, line } from "../values.ts";

/** An administrator's note about a person. Never changed; mistakes are corrected by another note. */
export const memberNote = z.object({
  noteId: id,
  text: z.string(),
  authorName: z.string(),
  at: instant,
});

export const longestNote = 4_000;

export const listNotes = endpoint({
  method: "GET",
  path: "/api/app/profile/by-profile-level-access/{id}/notes",
  summary: "Lists administrators' notes about the person of a membership, newest first. The person never sees them.",
  errors: [403],
  query: { cursor: z.string().max(500).optional() },
  response: z.object({ data: z.array(memberNote), next: z.string().nullable() }),
});

export const addNote = endpoint({
  method: "POST",
  path: "/api/app/profile/by-profile-level-access/{id}/notes",
  summary: "Adds a note about the person of a membership. Notes can't be deleted.",
  errors: [403],
  body: z.strictObject({ text: line(longestNote) }),
  response: memberNote,
});
