import { boolean, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

/** A URL by which anybody joins a level under a label. */
export const signupUrl = pgTable(
  "signup_url",
  {
    organizationId: organizationId(),
    signupUrlId: uuid("signup_url_id").notNull(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    /** The token itself: the URL is shown again, as a QR code too. */
    sealedToken: bytes("sealed_token").notNull(),
    /** The first instant at which it does not work any more. */
    endsAt: instantColumn("ends_at"),
    maxUses: integer("max_uses"),
    uses: integer("uses").notNull().default(0),
    /** The profile of who made it. */
    createdBy: uuid("created_by"),
    createdAt: instantColumn("created_at").notNull(),
    revokedBy: uuid("revoked_by"),
    revokedAt: instantColumn("revoked_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.signupUrlId] })],
);

/** Who joined by which URL. */
export const signupUrlUse = pgTable(
  "signup_url_use",
  {
    organizationId: organizationId(),
    signupUrlId: uuid("signup_url_id").notNull(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    /** Who signed up: the member, or for a child the guardian. */
    profileId: uuid("profile_id").notNull(),
    /** With a new account, whose address was still to be confirmed. */
    waited: boolean("waited").notNull(),
    joinedAt: instantColumn("joined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.signupUrlId, table.profileLevelAccessId] })],
);

/** Shared, outside every tenant: which sign-up URL a token is of, before the tenant is known. */
export const signupUrlToken = pgTable("signup_url_token", {
  /** SHA-256 of the token. */
  tokenHash: bytes("token_hash").primaryKey(),
  organizationId: organizationId(),
  signupUrlId: uuid("signup_url_id").notNull(),
});
