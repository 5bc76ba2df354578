import { pgTable, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn } from "../../kernel/columns.ts";

/** Accounts that run the platform, as the configuration names them. Shared, outside every tenant. */
export const platformOperator = pgTable("platform_operator", {
  appUserId: uuid("app_user_id").primaryKey(),
  /** SHA-256 of the address by which it was named. */
  addressHash: bytes("address_hash").notNull(),
  namedAt: instantColumn("named_at").notNull(),
});
