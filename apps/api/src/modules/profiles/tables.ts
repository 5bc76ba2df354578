import { date, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../../kernel/columns.ts";

/** A person within one organization. A child has a profile and no account. */
export const profile = pgTable(
  "profile",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    appUserId: uuid("app_user_id"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** Last name first, normalized; sorts the same on every server (C collation). */
    sortName: text("sort_name").notNull(),
    email: text("email"),
    dateOfBirth: date("date_of_birth", { mode: "string" }),
    activatedAt: instantColumn("activated_at"),
    confirmedAt: instantColumn("confirmed_at"),
    archivedAt: instantColumn("archived_at"),
    /** The entry that this one went into: the same person. */
    mergedInto: uuid("merged_into"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** A membership (PLA): one profile at one level under one label. */
export const profileLevelAccess = pgTable(
  "profile_level_access",
  {
    organizationId: organizationId(),
    profileLevelAccessId: uuid("profile_level_access_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    levelId: uuid("level_id").notNull(),
    labelId: uuid("label_id").notNull(),
    joinedAt: instantColumn("joined_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileLevelAccessId] })],
);

/** Shared, outside every tenant: which organization a profile belongs to, before the tenant is known. */
export const profileDirectory = pgTable("profile_directory", {
  profileId: uuid("profile_id").primaryKey(),
  organizationId: organizationId(),
  appUserId: uuid("app_user_id"),
});

export type ProfileEventKind =
  | "name"
  | "dateOfBirth"
  | "contact"
  | "emergencyContacts"
  | "citizenship"
  | "ussfId"
  | "photo"
  | "conditions";

/** Who changed what of a person. Only added to. */
export const profileEvent = pgTable(
  "profile_event",
  {
    organizationId: organizationId(),
    profileEventId: uuid("profile_event_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    kind: text("kind").$type<ProfileEventKind>().notNull(),
    actorProfileId: uuid("actor_profile_id"),
    actingAs: text("acting_as").notNull(),
    /** Before and after. */
    sealedChange: bytes("sealed_change"),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileEventId] })],
);
