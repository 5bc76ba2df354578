import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { organizationId } from "../../kernel/columns.ts";

/**
 * A person's names and address as they are searched. The application has no grant on it: it writes by `keep_searched` and
 * reads by `search_people`, `search_named` and `search_among`, each within the tenant alone. With row-level security
 * instead, PostgreSQL would not use the index.
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
