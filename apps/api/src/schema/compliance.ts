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
    /** The worst status over the memberships that demand it. */
    status: smallint("status").$type<RequirementStatus>().notNull(),
    statusSince: instantColumn("status_since").notNull(),
    /** When time alone will next change a status; read by the sweep. */
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
    /** Since when it is mandatory, or will be after a grace period: reminders count from it. */
    pressedSince: instantColumn("pressed_since"),
  },
  (table) => [
    primaryKey({
      columns: [table.organizationId, table.requirementId, table.profileLevelAccessId, table.contentAssignmentId],
    }),
  ],
);

/** One attempt at a requirement. Never overwritten; a unique index allows one open attempt per requirement. */
export const attempt = pgTable(
  "attempt",
  {
    organizationId: organizationId(),
    attemptId: uuid("attempt_id").notNull(),
    requirementId: uuid("requirement_id").notNull(),
    /** The membership on whose behalf it was made. */
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    /** The level of that membership, because the queue is read level by level. */
    levelId: uuid("level_id").notNull(),
    contentVersionId: uuid("content_version_id").notNull(),
    state: text("state").$type<AttemptState>().notNull(),
    /** Why a person must review it, kept after the review. */
    source: text("source").$type<ReviewSource>(),
    submittedAt: instantColumn("submitted_at"),
    /** The claimed date of completion; counts once approved. */
    completedAt: instantColumn("completed_at"),
    /** Until when it is valid once approved; null: without end. */
    expiresAt: instantColumn("expires_at"),
    /** The last valid day, for content whose validity is set with each submission. */
    validUntil: date("valid_until", { mode: "string" }),
    /** An extension through this day, although its validity ends before; already included in `expiresAt`. */
    extendedUntil: date("extended_until", { mode: "string" }),
    /**
     * The day by which a later version must be done: the earliest such day included in `expiresAt`, and the latest such
     * version.
     */
    redoBy: date("redo_by", { mode: "string" }),
    redoNumber: integer("redo_number"),
    /**
     * When a guardian's signature ends, because by a corrected date of birth the person is an adult; already included in
     * `expiresAt`.
     */
    signatureEndsAt: instantColumn("signature_ends_at"),
    /** Marked incomplete, or reinstated after a disqualification: it no longer counts. */
    voidedAt: instantColumn("voided_at"),
    decidedAt: instantColumn("decided_at"),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** The role of the person who began it, and of the one who submitted it; null if unknown, or not submitted. */
    createdAs: text("created_as").$type<ActingRole>(),
    submittedBy: uuid("submitted_by"),
    submittedAs: text("submitted_as").$type<ActingRole>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/**
 * The overall standing of each membership, with everything that lists show and counts include, so that it can always be
 * subtracted again.
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
    /** The statuses of its requirements, as bits: bit n is status n. */
    statuses: smallint("statuses").notNull().default(0),
    /** How many requirements it has, and how many of them are done. */
    owed: smallint("owed").notNull().default(0),
    done: smallint("done").notNull().default(0),
    /** The contents of its requirements and their statuses, in one order. */
    contents: uuid("contents").array().notNull().default([]),
    contentStatuses: smallint("content_statuses").array().$type<RequirementStatus[]>().notNull().default([]),
    /**
     * The last day on which each is done, in the same order; null if it isn't done, or has no end. Shorter than the list: not
     * filled yet.
     */
    contentExpiries: daysColumn("content_expiries").notNull().default([]),
    /** A hash of the facts it was derived from; and when they were last recorded. */
    basis: text("basis").notNull().default(""),
    basisAt: instantColumn("basis_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileLevelAccessId] })],
);

/** Levels with so many memberships below that these are stored together in `member_index`. */
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

/** Repeats the facts for each large level above a membership, so that a page by name is one walk along an index. */
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

/** Changes since the counts were folded. Appended only, so that no writer waits for another. */
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

/**
 * Progress of counting expirations in an organization from before they were counted. The row exists until everybody is counted.
 */
export const expiriesBehind = pgTable("expiries_behind", {
  organizationId: uuid("organization_id").primaryKey(),
  /** The last person processed. */
  afterProfile: uuid("after_profile").notNull(),
});

/** A content whose people are being updated by its assignments, step by step, ordered by id. */
export const contentFollowing = pgTable(
  "content_following",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    /** Replaced when the assignments change meanwhile: it restarts, and steps of an older round stop. */
    round: uuid("round").notNull(),
    /** The last person processed. */
    afterProfile: uuid("after_profile").notNull(),
    /** The memberships to process; null until the first step has counted them. */
    total: integer("total"),
    done: integer("done").notNull(),
    /** Who changed the assignments, for the history. */
    begunBy: uuid("begun_by"),
    /** When its latest step was; before the first one, when it began. */
    movedAt: instantColumn("moved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId] })],
);

/** A content whose completions are being updated for a repeat deadline; exists while in progress. */
export const contentRedo = pgTable(
  "content_redo",
  {
    organizationId: organizationId(),
    contentId: uuid("content_id").notNull(),
    /** The last completion processed. */
    afterAttempt: uuid("after_attempt").notNull(),
    /** The completions to process; null until the first step has counted them. */
    total: integer("total"),
    done: integer("done").notNull(),
    /** Who saved the version, for the history. */
    begunBy: uuid("begun_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.contentId] })],
);

/** Memberships that were cleared when a requirement was added: it is optional for them through that day. */
export const contentGrace = pgTable(
  "content_grace",
  {
    organizationId: organizationId(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    contentId: uuid("content_id").notNull(),
    /** The change of assignments that granted it. */
    changeId: uuid("change_id").notNull(),
    untilDay: date("until_day", { mode: "string" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileLevelAccessId, table.contentId] })],
);

/**
 * The promise that cleared members stay cleared through a day; exists until everybody has been processed, in any number of
 * rounds.
 */
export const gracePromise = pgTable(
  "grace_promise",
  {
    organizationId: organizationId(),
    /** The change of assignments that made it. */
    changeId: uuid("change_id").notNull(),
    contentId: uuid("content_id").notNull(),
    untilDay: date("until_day", { mode: "string" }).notNull(),
    /** It applies to people whose memberships the assignments included at that time. */
    promisedAt: instantColumn("promised_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.changeId] })],
);

/** The day through which ages, seasons and ends of exceptions have been followed; exists once anything depends on a day. */
export const dutyDay = pgTable("duty_day", {
  organizationId: uuid("organization_id").primaryKey(),
  day: date("day", { mode: "string" }).notNull(),
  /** The last day of the season that includes that day. */
  seasonLast: date("season_last", { mode: "string" }).notNull(),
  /** The target day of a walk in progress, and the last person processed. */
  toDay: date("to_day", { mode: "string" }),
  toSeasonLast: date("to_season_last", { mode: "string" }),
  afterProfile: uuid("after_profile"),
});

/** A change of the time zone that is being applied to the organization's people; exists while in progress. */
export const rezoning = pgTable("rezoning", {
  organizationId: uuid("organization_id").primaryKey(),
  fromZone: text("from_zone").notNull(),
  toZone: text("to_zone").notNull(),
  /** The last person processed. */
  afterProfile: uuid("after_profile").notNull(),
  done: integer("done").notNull(),
  total: integer("total").notNull(),
  /** Who changed it, for the history. */
  begunBy: uuid("begun_by"),
});

/** A level that was moved with many members, who are being updated step by step, level by level. */
export const levelFollowing = pgTable(
  "level_following",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    /** Replaced when it is moved again meanwhile: it restarts, and steps of an older round stop. */
    round: uuid("round").notNull(),
    /** The last level processed. */
    afterLevel: uuid("after_level").notNull(),
    afterMembership: uuid("after_membership").notNull(),
    /** The memberships to process. */
    total: integer("total").notNull(),
    done: integer("done").notNull(),
    /** Who moved the level, for the history. */
    begunBy: uuid("begun_by"),
    movedAt: instantColumn("moved_at").notNull(),
    /** The contents that the move may have changed requirements of; null: any. */
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

/** The facts behind each membership's standing, each time they changed. Append-only. */
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
