import { date, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** A person was asked by mail to take up their profile. At most one of a person is open. */
export const invitation = pgTable(
  "invitation",
  {
    organizationId: organizationId(),
    invitationId: uuid("invitation_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    /** Where it was sent; void once the person's address is another. */
    email: text("email").notNull(),
    /** The profile of who invited; null for the system. */
    invitedBy: uuid("invited_by"),
    createdAt: instantColumn("created_at").notNull(),
    expiresAt: instantColumn("expires_at").notNull(),
    /** A later one took its place. */
    supersededAt: instantColumn("superseded_at"),
    acceptedAt: instantColumn("accepted_at"),
    /** The account that took it up. */
    acceptedBy: uuid("accepted_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.invitationId] })],
);

/** Shared, outside every tenant: which invitation a link is of, before the tenant is known. */
export const invitationToken = pgTable("invitation_token", {
  /** SHA-256 of the token. */
  tokenHash: bytes("token_hash").primaryKey(),
  organizationId: organizationId(),
  invitationId: uuid("invitation_id").notNull(),
});

/** Why somebody guards a child no longer. */
export type GuardianshipEnd = "ownWish" | "administrator" | "cameOfAge" | "childRemoved" | "samePerson";

/** A guardian may act for the child while it is open; a child has two at most. It ends, and stays as history. */
export const guardianship = pgTable(
  "guardianship",
  {
    organizationId: organizationId(),
    guardianProfileId: uuid("guardian_profile_id").notNull(),
    childProfileId: uuid("child_profile_id").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** The child's date of birth; the database refuses whoever lets it differ from the profile's. */
    childBorn: date("child_born", { mode: "string" }),
    /** 1 or 2: of the open ones each place is there once. */
    place: smallint("place").notNull(),
    createdBy: uuid("created_by"),
    /** The date of birth for which the guardian was told that the child will soon be of age. */
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

/** Somebody was asked by mail to be the second guardian of some children. Of a child at most one is open. */
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
