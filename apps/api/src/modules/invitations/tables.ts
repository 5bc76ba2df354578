import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

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
