import type { OrganizationCountry, OrganizationFilePurpose, PolicyType } from "@touchline/contract";
import type { DigestChoice, Scheme } from "@touchline/contract/accounts/account-settings";
import type { OrganizationState } from "@touchline/contract/accounts/organization-states";
import type { MailLanguage, NotificationChoice } from "@touchline/contract/messages/mail-preferences";
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** The tenant itself. */
export const organization = pgTable("organization", {
  organizationId: uuid("organization_id").primaryKey(),
  name: text("name").notNull(),
  initials: text("initials").notNull(),
  /** IANA name: day-based rules count in it. */
  timeZone: text("time_zone").notNull(),
  accentColor: text("accent_color").notNull(),
  isDemo: boolean("is_demo").notNull(),
  managersReview: boolean("managers_review").notNull().default(true),
  managersEditContent: boolean("managers_edit_content").notNull().default(true),
  /** People with one of these roles must sign in with a second factor. */
  secondFactorRoles: text("second_factor_roles").array().notNull().default([]),
  /** The organization's data key, wrapped by the master key (security/encryption.ts). */
  wrappedKey: bytes("wrapped_key").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  website: text("website"),
  phone: text("phone"),
  countryCode: text("country_code").$type<OrganizationCountry>(),
  /** A two-letter code, for countries whose states are known. */
  stateCode: text("state_code"),
  cityName: text("city_name"),
  /** The languages of its mails; the first is the default for people who want none of them. */
  languages: text("languages").array().$type<MailLanguage[]>().notNull().default(["en", "es"]),
  consentYears: integer("consent_years").notNull().default(5),
  outcomeYears: integer("outcome_years").notNull().default(5),
  incidentYears: integer("incident_years").notNull().default(10),
  /** The day of every year on which a season begins. */
  seasonMonth: smallint("season_month").notNull().default(8),
  seasonDay: smallint("season_day").notNull().default(1),
  /** Whether minors may use the support chat. */
  chatForMinors: boolean("chat_for_minors").notNull().default(false),
  /** The time zone was assumed and never chosen. */
  timeZoneAssumed: boolean("time_zone_assumed").notNull().default(false),
  /** Since when nobody can act in it, and why; null: it can be used. */
  suspendedAt: instantColumn("suspended_at"),
  suspensionReason: text("suspension_reason"),
  /** When it was closed for good, while it was suspended. */
  closedAt: instantColumn("closed_at"),
});

/** Public data for everyone with one of its links, by which platform operators find it too. Shared. */
export const organizationDirectory = pgTable("organization_directory", {
  organizationId: uuid("organization_id").primaryKey(),
  name: text("name").notNull(),
  /** The words of the name, normalized: names that look alike have the same key. */
  nameKey: text("name_key").notNull(),
  cityName: text("city_name"),
  stateCode: text("state_code"),
  countryCode: text("country_code").$type<OrganizationCountry>(),
  isDemo: boolean("is_demo").notNull(),
  state: text("state").$type<OrganizationState>().notNull().default("active"),
  /** A new logo has a new id. */
  logoId: uuid("logo_id"),
  logoStorageKey: text("logo_storage_key"),
  logoBytes: integer("logo_bytes"),
  createdAt: instantColumn("created_at").notNull(),
  /** Since when it is in this database; it may have been created long before. */
  arrivedAt: instantColumn("arrived_at").notNull().default(sql`now()`),
});

/** The plan agreed when it was created; nothing is charged by it. */
export const organizationPlan = pgTable("organization_plan", {
  organizationId: uuid("organization_id").primaryKey(),
  productName: text("product_name").notNull(),
  /** Minor units of the currency. */
  monthUnitAmount: integer("month_unit_amount").notNull(),
  yearUnitAmount: integer("year_unit_amount").notNull(),
  currency: text("currency").notNull(),
  sealedBillingEmail: bytes("sealed_billing_email"),
  priceIdStripe: text("price_id_stripe"),
  recordedAt: instantColumn("recorded_at").notNull(),
});

/** The organization's names for kinds of levels. */
export const levelKind = pgTable(
  "level_kind",
  {
    organizationId: organizationId(),
    singular: text("singular").notNull(),
    plural: text("plural").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.singular] })],
);

/** A file for a purpose; at most one of each is current, earlier ones stay. */
export const organizationFile = pgTable(
  "organization_file",
  {
    organizationId: organizationId(),
    organizationFileId: uuid("organization_file_id").notNull(),
    purpose: text("purpose").$type<OrganizationFilePurpose>().notNull(),
    fileId: uuid("file_id").notNull(),
    addedBy: uuid("added_by"),
    addedAt: instantColumn("added_at").notNull(),
    removedAt: instantColumn("removed_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.organizationFileId] })],
);

/** Single-use addresses of files, by the SHA-256 of their tokens. Shared. */
export const organizationFileToken = pgTable("organization_file_token", {
  tokenHash: bytes("token_hash").primaryKey(),
  organizationId: organizationId(),
  organizationFileId: uuid("organization_file_id").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
  usedAt: instantColumn("used_at"),
});

/** An account's own preferences, on every device. Shared, outside every tenant. */
export const accountPreference = pgTable("account_preference", {
  appUserId: uuid("app_user_id").primaryKey(),
  language: text("language").$type<MailLanguage>().notNull(),
  scheme: text("scheme").$type<Scheme>(),
  /** Kinds of mail that are turned off. */
  muted: text("muted").array().$type<NotificationChoice[]>().notNull(),
  digest: text("digest").$type<DigestChoice>().notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

/** The latest change of each kind that applies to all of an account's organizations, and whether it is finished. Shared. */
export const accountChange = pgTable(
  "account_change",
  {
    appUserId: uuid("app_user_id").notNull(),
    kind: text("kind").$type<"name" | "email" | "close">().notNull(),
    accountChangeId: uuid("account_change_id").notNull(),
    sealedContent: bytes("sealed_content").notNull(),
    begunAt: instantColumn("begun_at").notNull(),
    doneAt: instantColumn("done_at"),
  },
  (table) => [primaryKey({ columns: [table.appUserId, table.kind] })],
);

/** A signed-in browser. Shared, outside every tenant; the cookie holds its id, the tokens stay here, sealed. */
export const webSession = pgTable("web_session", {
  sessionId: uuid("session_id").primaryKey(),
  appUserId: uuid("app_user_id").notNull(),
  profileId: uuid("profile_id"),
  sealedTokens: bytes("sealed_tokens").notNull(),
  accessExpiresAt: instantColumn("access_expires_at").notNull(),
  authTime: instantColumn("auth_time").notNull(),
  remember: boolean("remember").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
  /** The session's id in its access tokens (`sid`), which are refused by it once it has ended. */
  tokenSession: text("token_session"),
  /** Browser and network in words, for its owner to recognize. */
  sealedDevice: bytes("sealed_device"),
  /** When its tokens were last renewed, every five minutes while a page is in use. */
  lastSeenAt: instantColumn("last_seen_at").notNull(),
});

/** The profile that an account last acted as. */
export const accountChoice = pgTable("account_choice", {
  appUserId: uuid("app_user_id").primaryKey(),
  profileId: uuid("profile_id").notNull(),
  chosenAt: instantColumn("chosen_at").notNull(),
});

/** Sessions (`sid`), or accounts with all their sessions, that ended while access tokens may still be valid. */
export const sessionEnd = pgTable("session_end", {
  subject: text("subject").primaryKey(),
  endedAt: instantColumn("ended_at").notNull(),
});

/** A policy as published, never changed; the highest version is in force. Shared, outside every tenant. */
export const policyVersion = pgTable(
  "policy_version",
  {
    type: text("type").$type<PolicyType>().notNull(),
    version: integer("version").notNull(),
    /** Markdown. */
    body: text("body").notNull(),
    summary: text("summary").notNull(),
    bodySha256: text("body_sha256").notNull(),
    publishedAt: instantColumn("published_at").notNull(),
    /** The operator's account; null for the texts that come with the product. */
    publishedBy: uuid("published_by"),
  },
  (table) => [primaryKey({ columns: [table.type, table.version] })],
);

/** A URL with which anybody can join a level with a label. */
export const signupUrl = pgTable(
  "signup_url",
  {
    organizationId: organizationId(),
    signupUrlId: uuid("signup_url_id").notNull(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    /** The token itself, because the URL can be shown again, also as a QR code. */
    sealedToken: bytes("sealed_token").notNull(),
    /** The first instant at which it doesn't work anymore. */
    endsAt: instantColumn("ends_at"),
    maxUses: integer("max_uses"),
    uses: integer("uses").notNull().default(0),
    /** The creator's profile. */
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
    /** The person who signed up: the member, or a child's guardian. */
    profileId: uuid("profile_id").notNull(),
    /** Whether they used a new account, whose address wasn't confirmed yet. */
    waited: boolean("waited").notNull(),
    joinedAt: instantColumn("joined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.signupUrlId, table.profileLevelAccessId] })],
);

/** Shared, outside every tenant: finds the sign-up URL of a token before the tenant is known. */
export const signupUrlToken = pgTable("signup_url_token", {
  /** SHA-256 of the token. */
  tokenHash: bytes("token_hash").primaryKey(),
  organizationId: organizationId(),
  signupUrlId: uuid("signup_url_id").notNull(),
});
