import { z } from "zod";
import { endpoint, fileContent } from "../endpoint.ts";
import { RequirementStatus } from "../enums.ts";
import { id, numbered } from "../values.ts";

const second = z.number().min(0).max(36_000);

/** How much of a video was watched, and where to continue. */
const progress = z.object({
  /** From and to in seconds, in order and not overlapping. */
  stretches: z.array(z.tuple([z.number(), z.number()])),
  /** How many seconds were watched, and how many are required. */
  watched: z.number(),
  wanted: z.number(),
  position: z.number(),
  enough: z.boolean(),
});
export type VideoProgress = z.output<typeof progress>;

export const getVideoProgress = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/video-progress",
  summary: "Gets the video of a requirement: its address, and how much of it was watched.",
  errors: [403],
  query: { profileLevelAccessId: id },
  givesLink: true,
  response: progress.extend({
    /** An address that a player can load for some hours, or the one from the author. */
    url: z.string(),
    seconds: z.int(),
    percent: z.int(),
    /** WebVTT, or empty. */
    captions: z.string(),
  }),
});

export const saveVideoProgress = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/video-progress",
  summary:
    "Reports which seconds were just played. Each second counts once, and no more than can have been watched since the last report.",
  errors: [403, 409],
  body: z.strictObject({
    profileLevelAccessId: id,
    /** Where playback began and where it is now, in seconds; equal when it only begins. */
    from: second,
    to: second,
    /** The page that plays it: if another has started since, nothing counts. */
    player: id.optional(),
  }),
  response: progress,
});

export const completeVideo = endpoint({
  method: "POST",
  path: "/api/app/requirement/{id}/complete-video/",
  summary: "Completes a video after enough of it was watched.",
  errors: [403, 409],
  body: z.strictObject({ profileLevelAccessId: id }),
  response: z.object({ requirementId: id, attemptId: id, status: numbered(RequirementStatus) }),
});

export const streamVideo = endpoint({
  method: "GET",
  path: "/api/app/requirement/{id}/video",
  summary: "Streams a video, whole or in ranges, for anyone who was given the address.",
  auth: "public",
  query: { token: z.string().max(2000) },
  response: fileContent,
});
