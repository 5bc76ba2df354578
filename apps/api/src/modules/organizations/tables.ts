import { boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn } from "../../kernel/columns.ts";

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
});
