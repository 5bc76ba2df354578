import { bigint, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { organizationId } from "../../kernel/columns.ts";

/** What a person is found by though they are written otherwise: hashes of what different spellings share. */
export const personKey = pgTable(
  "person_key",
  {
    organizationId: organizationId(),
    key: bigint("key", { mode: "bigint" }).notNull(),
    profileId: uuid("profile_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.key, table.profileId] })],
);

/** People who are new, or written otherwise, since they were compared with the others. */
export const personToCompare = pgTable(
  "person_to_compare",
  { organizationId: organizationId(), profileId: uuid("profile_id").notNull() },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);
