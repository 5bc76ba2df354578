import { boolean, pgTable, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn } from "../../kernel/columns.ts";

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
});
