import type { OnboardingState, OrganizationCountry, OrganizationFilePurpose } from "@touchline/contract";
import type { MailLanguage } from "@touchline/contract/account-settings";
import { sql } from "drizzle-orm";
import { boolean, integer, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

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
  /** Whoever has one of these roles must have shown a second factor. */
  secondFactorRoles: text("second_factor_roles").array().notNull().default([]),
  /** The organization's data key, wrapped by the master key (kernel/vault.ts). */
  wrappedKey: bytes("wrapped_key").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  website: text("website"),
  phone: text("phone"),
  countryCode: text("country_code").$type<OrganizationCountry>(),
  /** Two letters, of the countries whose states are known. */
  stateCode: text("state_code"),
  cityName: text("city_name"),
  /** In which its mails are written; the first for whoever wants none of them. */
  languages: text("languages").array().$type<MailLanguage[]>().notNull().default(["en", "es"]),
  consentYears: integer("consent_years").notNull().default(5),
  outcomeYears: integer("outcome_years").notNull().default(5),
  /** The day of every year on which a season begins. */
  seasonMonth: smallint("season_month").notNull().default(8),
  seasonDay: smallint("season_day").notNull().default(1),
  /** How far background screening is set up. */
  onboarding: text("onboarding").$type<OnboardingState>().notNull().default("NotStarted"),
  /** Nobody chose the time zone. */
  timeZoneAssumed: boolean("time_zone_assumed").notNull().default(false),
});

/** What anybody may know who holds one of its links, and by what those who run the platform find it. Shared. */
export const organizationDirectory = pgTable("organization_directory", {
  organizationId: uuid("organization_id").primaryKey(),
  name: text("name").notNull(),
  /** The words of the name, folded: two that look alike have the same. */
  nameKey: text("name_key").notNull(),
  cityName: text("city_name"),
  stateCode: text("state_code"),
  countryCode: text("country_code").$type<OrganizationCountry>(),
  isDemo: boolean("is_demo").notNull(),
  /** A new logo has a new id. */
  logoId: uuid("logo_id"),
  logoStorageKey: text("logo_storage_key"),
  logoBytes: integer("logo_bytes"),
  createdAt: instantColumn("created_at").notNull(),
  /** Since when it is in this database; it may have been founded long before. */
  arrivedAt: instantColumn("arrived_at").notNull().default(sql`now()`),
});

/** What was agreed at the creation; nothing is charged by it. */
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

/** What the organization calls the kinds of its levels. */
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

/** A file for a purpose; at most one of each counts, those before stay. */
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

/** Addresses of files that work once, by the SHA-256 of their tokens. Shared. */
export const organizationFileToken = pgTable("organization_file_token", {
  tokenHash: bytes("token_hash").primaryKey(),
  organizationId: organizationId(),
  organizationFileId: uuid("organization_file_id").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
  usedAt: instantColumn("used_at"),
});
