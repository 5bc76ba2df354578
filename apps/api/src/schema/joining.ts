import { date, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** An invitation by mail to activate a profile. At most one is open per person. */
export const invitation = pgTable(
  "invitation",
  {
    organizationId: organizationId(),
    invitationId: uuid("invitation_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    /** The address it was sent to; invalid once the person's address changes. */
    email: text("email").notNull(),
    /** The inviter's profile; null for the system. */
    invitedBy: uuid("invited_by"),
    createdAt: instantColumn("created_at").notNull(),
    expiresAt: instantColumn("expires_at").notNull(),
    /** When a later one replaced it. */
    supersededAt: instantColumn("superseded_at"),
    acceptedAt: instantColumn("accepted_at"),
    /** The account that accepted it. */
    acceptedBy: uuid("accepted_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.invitationId] })],
);

/** Shared, outside every tenant: finds the invitation of a link before the tenant is known. */
export const invitationToken = pgTable("invitation_token", {
  /** SHA-256 of the token. */
  tokenHash: bytes("token_hash").primaryKey(),
  organizationId: organizationId(),
  invitationId: uuid("invitation_id").notNull(),
});

/** Why somebody is no longer a child's guardian. */
export type GuardianshipEnd = "ownWish" | "administrator" | "cameOfAge" | "childRemoved" | "samePerson";

/**
 * A guardianship: the guardian may act for the child while it is open; a child has two at most. When it ends, it stays as
 * history.
 */
export const guardianship = pgTable(
  "guardianship",
  {
    organizationId: organizationId(),
    guardianProfileId: uuid("guardian_profile_id").notNull(),
    childProfileId: uuid("child_profile_id").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** The child's date of birth; the database rejects a value that differs from the profile's. */
    childBorn: date("child_born", { mode: "string" }),
    /** 1 or 2: unique among a child's open ones. */
    place: smallint("place").notNull(),
    createdBy: uuid("created_by"),
    /** The date of birth for which the guardian was notified that the child will soon be of age. */
    toldFor: date("told_for", { mode: "string" }),
    endedAt: instantColumn("ended_at"),
    endedBy: uuid("ended_by"),
    endedHow: text("ended_how").$type<GuardianshipEnd>(),
    /** Why an administrator added or ended it. */
    sealedAddedReason: bytes("sealed_added_reason"),
    sealedEndedReason: bytes("sealed_ended_reason"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.guardianProfileId, table.childProfileId, table.createdAt] }),
  ],
);

/** An invitation by mail to be the second guardian of some children. At most one is open per child. */
export const guardianInvitation = pgTable(
  "guardian_invitation",
  {
    organizationId: organizationId(),
    guardianInvitationId: uuid("guardian_invitation_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    invitedBy: uuid("invited_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    expiresAt: instantColumn("expires_at").notNull(),
    revokedAt: instantColumn("revoked_at"),
    acceptedAt: instantColumn("accepted_at"),
    /** The profile that became a guardian. */
    acceptedBy: uuid("accepted_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.guardianInvitationId] })],
);

export const guardianInvitationChild = pgTable(
  "guardian_invitation_child",
  {
    organizationId: organizationId(),
    guardianInvitationId: uuid("guardian_invitation_id").notNull(),
    childProfileId: uuid("child_profile_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.guardianInvitationId, table.childProfileId] })],
);
