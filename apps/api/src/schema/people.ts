import { bigint, date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../database/columns.ts";

/** A node of the organization's tree. `pre … last` is the interval of preorder numbers of itself and all below it. */
export const level = pgTable(
  "level",
  {
    organizationId: organizationId(),
    levelId: uuid("level_id").notNull(),
    parentId: uuid("parent_id"),
    name: text("name").notNull(),
    /** The organization's name for such a level: "Region", "Club", "Team". */
    kind: text("kind").notNull(),
    /** −1 for an archived level, which is in no interval. */
    pre: integer("pre").notNull(),
    last: integer("last").notNull(),
    depth: integer("depth").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** Deleted; the history still names it. */
    archivedAt: instantColumn("archived_at"),
    /** Changes with each logo; null without one. */
    logoId: uuid("logo_id"),
    logoStorageKey: text("logo_storage_key"),
    logoBytes: integer("logo_bytes"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.levelId] })],
);

/** Hashes by which a person is found despite different spellings: each is of what these share. */
export const personKey = pgTable(
  "person_key",
  {
    organizationId: organizationId(),
    key: bigint("key", { mode: "bigint" }).notNull(),
    profileId: uuid("profile_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.key, table.profileId] })],
);

/** People who are new, or were renamed, since they were last compared with the others. */
export const personToCompare = pgTable(
  "person_to_compare",
  { organizationId: organizationId(), profileId: uuid("profile_id").notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/**
 * A person's names and address for search. The application has no grant on it: it writes by `keep_searched` and reads by
 * `search_people`, `search_named` and `search_among`, each only within the tenant. With row-level security instead, PostgreSQL
 * wouldn't use the index.
 */
export const memberSearch = pgTable(
  "member_search",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    words: text("words").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

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
    /** The entry of the same person that this one was merged into. */
    mergedInto: uuid("merged_into"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** A membership (PLA): one profile at one level with one label. */
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

/** The history of changes to a person. Append-only. */
export const profileEvent = pgTable(
  "profile_event",
  {
    organizationId: organizationId(),
    profileEventId: uuid("profile_event_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    kind: text("kind").$type<ProfileEventKind>().notNull(),
    actorProfileId: uuid("actor_profile_id"),
    actingAs: text("acting_as").notNull(),
    /** The values before and after, encrypted. */
    sealedChange: bytes("sealed_change"),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileEventId] })],
);

/** An administrator's note about a person. Append-only. */
export const memberNote = pgTable(
  "member_note",
  {
    organizationId: organizationId(),
    memberNoteId: uuid("member_note_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    authorProfileId: uuid("author_profile_id").notNull(),
    /** Under the organization's key. */
    sealedText: bytes("sealed_text").notNull(),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.memberNoteId] })],
);
