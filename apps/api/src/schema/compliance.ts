import type {
  AttemptState,
  OverallStatus,
  Payer,
  RequirementEventKind,
  RequirementStatus,
  ReviewSource,
} from "@touchline/contract";
import type { ActingRole, Basis } from "@touchline/rules";
import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { daysColumn, instantColumn, organizationId, writtenXid } from "../database/columns.ts";

/** One profile's obligation for one content. Its status is derived and written by this module alone. */
export const requirement = pgTable(
  "requirement",
  {
    organizationId: organizationId(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    contentId: uuid("content_id").notNull(),
    /** The worst over the memberships that demand it. */
    status: smallint("status").$type<RequirementStatus>().notNull(),
    statusSince: instantColumn("status_since").notNull(),
    /** When time alone will change a status next; the sweep reads it. */
    nextTransitionAt: instantColumn("next_transition_at"),
    archivedAt: instantColumn("archived_at"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requirementId] })],
);

/** Why a requirement is owed on a membership: by which assignment, whether mandatory, due when, paid by whom. */
export const demand = pgTable(
  "demand",
  {
    organizationId: organizationId(),
    requirementId: uuid("requirement_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    contentAssignmentId: uuid("content_assignment_id").notNull(),
    mandatory: boolean("mandatory").notNull(),
    dueAt: instantColumn("due_at"),
    payer: text("payer").$type<Payer>().notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** Since when it is mandatory, or will be once a time of grace has ended: reminders count from it. */
    pressedSince: instantColumn("pressed_since"),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.requirementId, table.profileLevelAccessId, table.contentAssignmentId],
    }),
  ],
);

/** One try at fulfilling a requirement. Never overwritten; a unique index allows one open attempt per requirement. */
export const attempt = pgTable(
  "attempt",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    /** The membership in whose name it was made. */
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    /** The level of that membership: the queue is read level by level. */
    levelId: uuid("level_id").notNull(),
    contentVersionId: uuid("content_version_id").notNull(),
    state: text("state").$type<AttemptState>().notNull(),
    /** Why a person must look at it, while and after it awaits review. */
    source: text("source").$type<ReviewSource>(),
    submittedAt: instantColumn("submitted_at"),
    /** The completion it claims; counts once approved. */
    completedAt: instantColumn("completed_at"),
    /** Until when it counts once approved; null for ever. */
    expiresAt: instantColumn("expires_at"),
    /** The last day it is good for, where the content's validity is set with each submission. */
    validUntil: date("valid_until", { mode: "string" }),
    /** By decree it counts through this day, although its validity ends before; `expiresAt` says so already. */
    extendedUntil: date("extended_until", { mode: "string" }),
    /** A later version is to be done by then: the earliest such day that `expiresAt` says already, and the latest such version. */
    redoBy: date("redo_by", { mode: "string" }),
    redoNumber: integer("redo_number"),
    /** When what a guardian signed ends, as a corrected date of birth says that the person is an adult; `expiresAt` says so already. */
    signatureEndsAt: instantColumn("signature_ends_at"),
    /** Marked incomplete, or reinstated after a disqualification: it no longer counts. */
    voidedAt: instantColumn("voided_at"),
    decidedAt: instantColumn("decided_at"),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** As whom it was begun, and who submitted it as whom; null where that is not known, or not submitted. */
    createdAs: text("created_as").$type<ActingRole>(),
    submittedBy: uuid("submitted_by"),
    submittedAs: text("submitted_as").$type<ActingRole>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/**
 * Where each membership stands as a whole, with everything that lists show and counts count of it: what it was counted
 * as can always be taken back.
 */
export const memberStanding = pgTable(
  "member_standing",
  {
    organizationId: organizationId(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    overallStatus: text("overall_status").$type<OverallStatus>().notNull(),
    since: instantColumn("since").notNull(),
    profileId: uuid("profile_id").notNull(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    sortName: text("sort_name").notNull(),
    /** The statuses that its requirements have: bit n stands for status n. */
    statuses: smallint("statuses").notNull().default(0),
    /** How many requirements it demands, and how many of them are done. */
    owed: smallint("owed").notNull().default(0),
    done: smallint("done").notNull().default(0),
    /** The contents it demands, and the status of each, in the same order. */
    contents: uuid("contents").array().notNull().default([]),
    contentStatuses: smallint("content_statuses").array().$type<RequirementStatus[]>().notNull().default([]),
    /** The last day on which each is done, in the same order; null where it is not done, or for ever. Too short: none yet. */
    contentExpiries: daysColumn("content_expiries").notNull().default([]),
    /** What it was derived from, as a hash; and when that was recorded last. */
    basis: text("basis").notNull().default(""),
    basisAt: instantColumn("basis_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileLevelAccessId] })],
);

/** Levels with so many below them that their memberships are kept together in `member_index`. */
export const levelIndex = pgTable(
  "level_index",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    state: text("state").$type<"building" | "whole">().notNull(),
    /** While building: the preorder number of the level and the membership up to which it is filled. */
    filledPre: integer("filled_pre").notNull(),
    filledMembership: uuid("filled_membership").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId] })],
);

/** Repeats the facts for each large level above a membership: one index walk is a page of it, by name. */
export const memberIndex = pgTable(
  "member_index",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    sortName: text("sort_name").notNull(),
    labelId: uuid("label_id").notNull(),
    overallStatus: text("overall_status").$type<OverallStatus>().notNull(),
    statuses: smallint("statuses").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId, table.profileLevelAccessId] })],
);

/**
 * How many memberships at a level or below it have a label, an overall status and a set of requirement statuses; without
 * pending deltas.
 */
export const memberCount = pgTable(
  "member_count",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    overallStatus: text("overall_status").$type<OverallStatus>().notNull(),
    statuses: smallint("statuses").notNull(),
    members: integer("members").notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.levelId, table.labelId, table.overallStatus, table.statuses],
    }),
  ],
);

/** What changed since the counts were folded. Appended only, so that no writer waits for another. */
export const memberCountDelta = pgTable(
  "member_count_delta",
  {
    organizationId: organizationId(),
    memberCountDeltaId: uuid("member_count_delta_id").notNull(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    overallStatus: text("overall_status").$type<OverallStatus>().notNull(),
    statuses: smallint("statuses").notNull(),
    members: integer("members").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.memberCountDeltaId] })],
);

/** How many memberships demand a content, by the status it has there; without pending deltas. */
export const requirementCount = pgTable(
  "requirement_count",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    contentId: uuid("content_id").notNull(),
    status: smallint("status").$type<RequirementStatus>().notNull(),
    members: integer("members").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId, table.contentId, table.status] })],
);

export const requirementCountDelta = pgTable(
  "requirement_count_delta",
  {
    organizationId: organizationId(),
    requirementCountDeltaId: uuid("requirement_count_delta_id").notNull(),
    levelId: uuid("level_id").notNull(),
    contentId: uuid("content_id").notNull(),
    status: smallint("status").$type<RequirementStatus>().notNull(),
    members: integer("members").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requirementCountDeltaId] })],
);

/** How many requirements of memberships are done until the end of a day and no longer; without pending deltas. */
export const expiryCount = pgTable(
  "expiry_count",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    expiresOn: date("expires_on", { mode: "string" }).notNull(),
    members: integer("members").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId, table.expiresOn] })],
);

export const expiryCountDelta = pgTable(
  "expiry_count_delta",
  {
    organizationId: organizationId(),
    expiryCountDeltaId: uuid("expiry_count_delta_id").notNull(),
    levelId: uuid("level_id").notNull(),
    expiresOn: date("expires_on", { mode: "string" }).notNull(),
    members: integer("members").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.expiryCountDeltaId] })],
);

/** An organization from before expiries were counted: whose are not yet. The row is there until all are. */
export const expiriesBehind = pgTable("expiries_behind", {
  organizationId: uuid("organization_id").primaryKey(),
  /** Up to whom it has come. */
  afterProfile: uuid("after_profile").notNull(),
});

/** A content whose people are being brought in line with its assignments, step by step, in the order of their ids. */
export const contentFollowing = pgTable(
  "content_following",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    /** Another one when the assignments change meanwhile: it begins anew, and steps of an older one stop. */
    round: uuid("round").notNull(),
    /** Up to whom it has come. */
    afterProfile: uuid("after_profile").notNull(),
    /** Memberships that are looked at; null until the first step has counted them. */
    total: integer("total"),
    done: integer("done").notNull(),
    /** Who changed the assignments, for the history. */
    begunBy: uuid("begun_by"),
    /** When its latest step was; before the first one, when it was begun. */
    movedAt: instantColumn("moved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId] })],
);

/** A content of which completions are being brought in line with the days to do it again by; there while it is under way. */
export const contentRedo = pgTable(
  "content_redo",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    /** Up to which completion it has come. */
    afterAttempt: uuid("after_attempt").notNull(),
    /** Completions that are looked at; null until the first step has counted them. */
    total: integer("total"),
    done: integer("done").notNull(),
    /** Who saved the version, for the history. */
    begunBy: uuid("begun_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId] })],
);

/** Memberships that were cleared when something was newly asked: it is optional for them through that day. */
export const contentGrace = pgTable(
  "content_grace",
  {
    organizationId: organizationId(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    contentId: uuid("content_id").notNull(),
    /** The change of the assignments that brought it. */
    changeId: uuid("change_id").notNull(),
    untilDay: date("until_day", { mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileLevelAccessId, table.contentId] })],
);

/** That whoever was cleared stays so through a day; there until everybody has been reached, in however many rounds. */
export const gracePromise = pgTable(
  "grace_promise",
  {
    organizationId: organizationId(),
    /** The change of the assignments that made it. */
    changeId: uuid("change_id").notNull(),
    contentId: uuid("content_id").notNull(),
    untilDay: date("until_day", { mode: "string" }).notNull(),
    /** It is made to who had a membership then that the assignments of then reach. */
    promisedAt: instantColumn("promised_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.changeId] })],
);

/** The day through which ages, seasons and ends of exceptions have been followed; a row once anything depends on a day. */
export const dutyDay = pgTable("duty_day", {
  organizationId: uuid("organization_id").primaryKey(),
  day: date("day", { mode: "string" }).notNull(),
  /** The last day of the season in which that day lies. */
  seasonLast: date("season_last", { mode: "string" }).notNull(),
  /** The day that a walk under way leads to, and who has been passed. */
  toDay: date("to_day", { mode: "string" }),
  toSeasonLast: date("to_season_last", { mode: "string" }),
  afterProfile: uuid("after_profile"),
});

/** A change of the time zone on its way through the organization's people; the row is there while it is under way. */
export const rezoning = pgTable("rezoning", {
  organizationId: uuid("organization_id").primaryKey(),
  fromZone: text("from_zone").notNull(),
  toZone: text("to_zone").notNull(),
  /** Up to whom it has come. */
  afterProfile: uuid("after_profile").notNull(),
  done: integer("done").notNull(),
  total: integer("total").notNull(),
  /** Who changed it, for the history. */
  begunBy: uuid("begun_by"),
});

/** A level that was moved with many members, who are being brought in line step by step, level by level. */
export const levelFollowing = pgTable(
  "level_following",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    /** Another one when it is moved again meanwhile: it begins anew, and steps of an older one stop. */
    round: uuid("round").notNull(),
    /** Up to where it has come. */
    afterLevel: uuid("after_level").notNull(),
    afterMembership: uuid("after_membership").notNull(),
    /** Memberships that are looked at. */
    total: integer("total").notNull(),
    done: integer("done").notNull(),
    /** Who moved the level, for the history. */
    begunBy: uuid("begun_by"),
    movedAt: instantColumn("moved_at").notNull(),
    /** The contents of which the move may have changed who owes what; null: of any. */
    contents: uuid("contents").array(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId] })],
);

/** History of a requirement: append-only by grant, no foreign keys, ids and codes only. */
export const requirementEvent = pgTable(
  "requirement_event",
  {
    organizationId: organizationId(),
    requirementEventId: uuid("requirement_event_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    contentId: uuid("content_id").notNull(),
    attemptId: uuid("attempt_id"),
    profileLevelAccessId: uuid("profile_level_access_id"),
    kind: text("kind").$type<RequirementEventKind>().notNull(),
    fromState: text("from_state").$type<AttemptState>(),
    toState: text("to_state").$type<AttemptState>(),
    fromStatus: smallint("from_status").$type<RequirementStatus>(),
    toStatus: smallint("to_status").$type<RequirementStatus>(),
    actorProfileId: uuid("actor_profile_id"),
    /** `person`, or the name of the system's own actor. */
    actor: text("actor").notNull(),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.requirementEventId] })],
);

/** History of a membership: joined, left, changed label, changed overall status. */
export const memberEvent = pgTable(
  "member_event",
  {
    organizationId: organizationId(),
    memberEventId: uuid("member_event_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    kind: text("kind").$type<MemberEventKind>().notNull(),
    fromStatus: text("from_status").$type<OverallStatus>(),
    toStatus: text("to_status").$type<OverallStatus>(),
    actorProfileId: uuid("actor_profile_id"),
    actor: text("actor").notNull(),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.memberEventId] })],
);

export type MemberEventKind = "joined" | "left" | "moved" | "relabelled" | "status";

/** What each membership's standing followed from, each time that changed. Only added to. */
export const standingRecord = pgTable(
  "standing_record",
  {
    organizationId: organizationId(),
    standingRecordId: uuid("standing_record_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    /** Null once the membership has ended. */
    basis: jsonb("basis").$type<Basis>(),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.standingRecordId] })],
);
