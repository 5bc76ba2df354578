import type { DomainProblem, SsoJoining, SsoProtocol } from "@touchline/contract/integrations/single-sign-on";
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** An identity provider of an organization, at which its people sign in. */
export const ssoConnection = pgTable(
  "sso_connection",
  {
    organizationId: organizationId(),
    ssoConnectionId: uuid("sso_connection_id").notNull(),
    name: text("name").notNull(),
    protocol: text("protocol").$type<SsoProtocol>().notNull(),
    /** The address of the OpenID Connect issuer, or the entity id of the SAML provider. */
    issuer: text("issuer").notNull(),
    clientId: text("client_id"),
    /** Null for a client without a secret. */
    sealedSecret: bytes("sealed_secret"),
    /** SAML: where requests go to, and the certificates by which responses are signed, in PEM. */
    signInUrl: text("sign_in_url"),
    certificates: text("certificates"),
    /** The claim that holds a person's groups. */
    groupsClaim: text("groups_claim").notNull(),
    joining: text("joining").$type<SsoJoining>().notNull(),
    active: boolean("active").notNull().default(false),
    version: integer("version").notNull().default(1),
    createdAt: instantColumn("created_at").notNull(),
    /** When its keys, its client or its login URL changed last. */
    trustChangedAt: instantColumn("trust_changed_at"),
    lastSignInAt: instantColumn("last_sign_in_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.ssoConnectionId] })],
);

/** A domain whose addresses a provider vouches for. */
export const ssoDomain = pgTable(
  "sso_domain",
  {
    organizationId: organizationId(),
    domain: text("domain").notNull(),
    ssoConnectionId: uuid("sso_connection_id").notNull(),
    /** What the TXT record holds. */
    token: text("token").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    verifiedAt: instantColumn("verified_at"),
    checkedAt: instantColumn("checked_at"),
    problem: text("problem").$type<DomainProblem>(),
    /** Since when the record of a verified domain is missing. */
    missingSince: instantColumn("missing_since"),
    /** Since when its name servers don't respond. */
    unansweredSince: instantColumn("unanswered_since"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.domain] })],
);

/** A role that a sign-in grants, to a group or to everyone. */
export const ssoGrant = pgTable(
  "sso_grant",
  {
    organizationId: organizationId(),
    ssoConnectionId: uuid("sso_connection_id").notNull(),
    position: integer("position").notNull(),
    /** Null: everyone who signs in. */
    groupName: text("group_name"),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.ssoConnectionId, table.position] })],
);

/** A membership that a sign-in added: the next one without the group ends it. It stays once somebody removed the membership. */
export const ssoMembership = pgTable(
  "sso_membership",
  {
    organizationId: organizationId(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    ssoConnectionId: uuid("sso_connection_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    /** Null where it wasn't kept. */
    levelId: uuid("level_id"),
    labelId: uuid("label_id"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileLevelAccessId] })],
);
