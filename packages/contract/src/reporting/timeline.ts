import { z } from "zod";
import { evidence } from "../compliance/evidence.ts";
import { endpoint } from "../endpoint.ts";
import {
  attemptStates,
  overallStatuses,
  payers,
  RequirementStatus,
  RequirementType,
  requirementEventKinds,
  roles,
} from "../enums.ts";
import { undeliveredReasons } from "../messages/undelivered.ts";
import { membership, reason } from "../people/profiles.ts";
import { day, id, instant, numbered, paging, repeated } from "../values.ts";
import { moment } from "./look-back.ts";

/** The kinds of lines in a person's history, which can be filtered. */
export const timelineKinds = [
  "requirements",
  "exceptions",
  "memberships",
  "details",
  "mails",
  "notes",
  "incidents",
  "log",
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** What happened to a membership. */
export const membershipEvents = ["joined", "left", "relabelled", "moved", "status"] as const;
/**
 * How an exception changed: it began, was ended, or undone with the change that made it, or its last day passed; `endUndone`:
 * its end was undone, so that it was in force again.
 */
export const exceptionEvents = ["exempted", "ended", "endUndone", "undone", "over"] as const;
/** The states of a mail's delivery. */
export const mailStates = ["Waiting", "Sent", "Failed"] as const;

const base = { id, at: instant, actorName: z.string().nullable() };

/** One event; the page makes the sentence. */
export const timelineLine = z.discriminatedUnion("kind", [
  z.object({
    ...base,
    kind: z.literal("requirements"),
    what: z.enum(requirementEventKinds),
    contentName: z.string(),
    toState: z.enum(attemptStates).nullable(),
    toStatus: numbered(RequirementStatus).nullable(),
    /** The reviewer's reason, only for reviewers. */
    reason: z.string().nullable(),
    /** The day by which a later version must be done, which limits its validity. */
    redoBy: day.nullable(),
    /** The previous date of completion. */
    formerCompletedAt: instant.nullable(),
    formerValidUntil: day.nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal("exceptions"),
    what: z.enum(exceptionEvents),
    contentName: z.string(),
    /** The level or the role that it was about; null if it was about the person alone. */
    levelName: z.string().nullable(),
    labelName: z.string().nullable(),
    /** Its last day; null: until it is ended. */
    untilDay: day.nullable(),
    /** For callers who may make exceptions there, not for the person. */
    reason: z.string().nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal("memberships"),
    what: z.enum(membershipEvents),
    labelName: z.string(),
    levelName: z.string(),
    toStatus: z.enum(overallStatuses).nullable(),
  }),
  z.object({
    ...base,
    kind: z.literal("details"),
    what: z.string(),
    /** Only for callers who may correct details; null for others. */
    changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })).nullable(),
  }),
  z.object({ ...base, kind: z.literal("mails"), what: z.string(), state: z.enum(mailStates) }),
  z.object({ ...base, kind: z.literal("notes"), text: z.string() }),
  z.object({ ...base, kind: z.literal("incidents"), incidentId: id, what: z.enum(["reported", "changed"]) }),
  z.object({ ...base, kind: z.literal("log"), what: z.string() }),
]);
export type TimelineLine = z.output<typeof timelineLine>;

export const getTimeline = endpoint({
  method: "GET",
  path: "/api/app/profile/by-profile-level-access/{id}/timeline",
  summary:
    "Lists a person's history, newest first, as far as the caller can see it. Also available after the membership ended.",
  errors: [403],
  query: {
    kinds: repeated(z.enum(timelineKinds)),
    perPage: paging.perPage,
    cursor: z.string().max(500).optional(),
  },
  response: z.object({
    data: z.array(timelineLine),
    /** The kinds that the caller may filter by. */
    kinds: z.array(z.enum(timelineKinds)),
    /** The cursor of earlier events; null at the end. */
    next: z.string().nullable(),
  }),
});

export const pastMembership = z.object({
  profileLevelAccessId: id,
  levelId: id,
  levelName: z.string(),
  labelId: id,
  labelName: z.string(),
  role: z.enum(roles).nullable(),
  overallStatus: z.enum(overallStatuses),
  reasons: z.array(reason),
  requirements: z.array(
    z.object({
      requirementId: id,
      contentId: id,
      name: z.string(),
      type: numbered(RequirementType),
      status: numbered(RequirementStatus),
      mandatory: z.boolean(),
      dueAt: instant.nullable(),
      payer: z.enum(payers),
      evidence: evidence.nullable(),
    }),
  ),
});

export const getAsOf = endpoint({
  method: "GET",
  path: "/api/app/profile/by-profile-level-access/{id}/as-of",
  summary:
    "Gets a person's statuses at the end of a past day with the reasons, for every membership that the caller can see.",
  errors: [403],
  query: {
    /** A day, or a moment of one. */
    day: moment,
  },
  response: z.object({
    day,
    /** The moment; for a day its end in the organization's time zone, for today, now. */
    at: instant,
    profileId: id,
    firstName: z.string(),
    lastName: z.string(),
    /** When the first record of the person was made; null if there is none. */
    recordedFrom: instant.nullable(),
    memberships: z.array(pastMembership),
  }),
});

export const getFormerMember = endpoint({
  method: "GET",
  path: "/api/app/profile/by-profile-level-access/{id}/former",
  summary: "Gets whose membership has ended, and when. For anyone who could see the person then, or can now.",
  errors: [403],
  response: z.object({
    profileId: id,
    firstName: z.string(),
    lastName: z.string(),
    /** The last level and role; a deleted one keeps its name. */
    levelName: z.string(),
    labelName: z.string(),
    leftAt: instant,
    /** The person's present memberships, as far as the caller sees them. */
    memberships: z.array(membership),
  }),
});

export const listMemberMails = endpoint({
  method: "GET",
  path: "/api/app/profile/by-profile-level-access/{id}/mails",
  summary: "Lists the emails that the organization sent to a person. Only Admins and that person see their content.",
  errors: [403],
  query: { cursor: z.string().max(500).optional() },
  response: z.object({
    data: z.array(
      z.object({
        mailId: id,
        kind: z.string(),
        createdAt: instant,
        sentAt: instant.nullable(),
        state: z.enum(mailStates),
        /** Why it couldn't be delivered; null for any other. */
        reason: z.enum(undeliveredReasons).nullable(),
        /** Without the secrets of its links. */
        content: z.object({ subject: z.string(), text: z.string() }).nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
});
