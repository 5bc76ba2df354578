import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { importStates, reviewDecisions, taskKinds, taskStates } from "../enums.ts";
import { id, instant } from "../values.ts";

/** The most unread notices that are counted; above this, only that there are more. */
export const mostUnread = 99;

/** The kinds of notices about an adverse action. */
export const adverseNotices = [
  "started",
  "final",
  "cleared",
  "statement",
  "disputed",
  "disputeClosed",
  "disputedLate",
  "periodEnded",
  "reportCleared",
] as const;

const base = { noticeId: id, at: instant, read: z.boolean() };

export const notice = z.discriminatedUnion("kind", [
  z.object({
    ...base,
    kind: z.literal("decision"),
    decision: z.enum(reviewDecisions),
    requirementId: id,
    profileLevelAccessId: id,
    requirement: z.string(),
    /** The child it is about; null for the caller's own. */
    member: z.string().nullable(),
  }),
  /** Disqualifications proposed by a colleague that are pending the caller or another reviewer. */
  z.object({
    ...base,
    kind: z.literal("proposal"),
    /** The first requirement. */
    requirementId: id,
    profileLevelAccessId: id,
    requirement: z.string(),
    /** The first name of the person it is about. */
    member: z.string().nullable(),
    count: z.int(),
  }),
  /** A step of an adverse action on a background check: `started`, `final` and so on for the person, the rest for reviewers. */
  z.object({
    ...base,
    kind: z.literal("adverseAction"),
    what: z.enum(adverseNotices),
    /** The notification is for reviewers rather than the person. */
    reviewer: z.boolean(),
    requirementId: id,
    profileLevelAccessId: id,
    requirement: z.string(),
    /** The first name of the person it is about; null for the caller's own. */
    member: z.string().nullable(),
  }),
  /** A request to play in an older age group, for reviewers, or the decision, for the requester. */
  z.object({
    ...base,
    kind: z.literal("playingUp"),
    state: z.enum(["asked", "approved", "declined"]),
    requirementId: id,
    profileLevelAccessId: id,
    requirement: z.string(),
    /** The first name of the player; null for the caller themselves. */
    member: z.string().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal("task"),
    taskId: id,
    task: z.enum(taskKinds),
    state: z.enum(taskStates),
    /** Whether it undid another one. */
    undo: z.boolean(),
    done: z.int(),
    total: z.int(),
  }),
  z.object({
    ...base,
    kind: z.literal("roster"),
    rosterImportId: id,
    state: z.enum(importStates),
    rows: z.int(),
  }),
  z.object({
    ...base,
    kind: z.literal("externalResults"),
    externalImportId: id,
    state: z.enum(["done", "failed", "undone"]),
    recorded: z.int(),
  }),
  /** An incident was assigned to the caller. */
  z.object({ ...base, kind: z.literal("incidentAssigned"), incidentId: id }),
  /** Support asks to view the product as the caller does. */
  z.object({ ...base, kind: z.literal("viewRequested"), supportViewId: id }),
]);

export const listNotices = endpoint({
  method: "GET",
  path: "/api/app/notice",
  summary: "Lists the caller's recent notices, newest first, before the notice `before`. Kept for 90 days.",
  query: { before: id.optional(), perPage: z.coerce.number().int().min(1).max(100).default(25) },
  response: z.object({ data: z.array(notice), next: id.nullable() }),
});

export const countUnreadNotices = endpoint({
  method: "GET",
  path: "/api/app/notice/unread-count",
  summary: "Counts the caller's unread notices; stops counting above 99.",
  response: z.object({ count: z.int(), more: z.boolean() }),
});

export const readNotices = endpoint({
  method: "POST",
  path: "/api/app/notice/read",
  summary: "Marks the notices up to and including one as read. Later ones stay unread.",
  body: z.strictObject({ upTo: id }),
  response: z.object({ count: z.int(), more: z.boolean() }),
});
