import type {
  AttemptState,
  OverallStatus,
  Payer,
  RequirementEventKind,
  RequirementStatus,
  ReviewSource,
} from "@touchline/contract";
import { boolean, date, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

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
    /** Marked incomplete, or reinstated after a disqualification: it no longer counts. */
    voidedAt: instantColumn("voided_at"),
    decidedAt: instantColumn("decided_at"),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attemptId] })],
);

/** Where each membership stands as a whole. */
export const memberStanding = pgTable(
  "member_standing",
  {
    organizationId: organizationId(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    overallStatus: text("overall_status").$type<OverallStatus>().notNull(),
    since: instantColumn("since").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileLevelAccessId] })],
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
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.memberEventId] })],
);

export type MemberEventKind = "joined" | "left" | "relabelled" | "status";
