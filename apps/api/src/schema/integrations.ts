import type { ApiScope } from "@touchline/contract/integrations/scopes";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** Keys with which other software makes calls on behalf of an organization. The key itself is never stored. */
export const apiKey = pgTable(
  "api_key",
  {
    organizationId: organizationId(),
    apiKeyId: uuid("api_key_id").notNull(),
    name: text("name").notNull(),
    scopes: text("scopes").array().$type<ApiScope[]>().notNull(),
    /** The beginning of the key, to recognize it. */
    beginning: text("beginning").notNull(),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    /** From when it is refused; null: no end. */
    expiresAt: instantColumn("expires_at"),
    /** Written at most once an hour. */
    lastUsedAt: instantColumn("last_used_at"),
    /** The key that replaces it. */
    replacedBy: uuid("replaced_by"),
    revokedAt: instantColumn("revoked_at"),
    revokedBy: uuid("revoked_by"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.apiKeyId] })],
);

/** Finds the organization of a key by its SHA-256. Shared, outside every tenant. */
export const apiKeyToken = pgTable("api_key_token", {
  tokenHash: bytes("token_hash").primaryKey(),
  organizationId: organizationId(),
  apiKeyId: uuid("api_key_id").notNull(),
});
