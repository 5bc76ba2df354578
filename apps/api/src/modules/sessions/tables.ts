import { boolean, pgTable, text, uuid } from "drizzle-orm/pg-core";
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
  /** What its access tokens call it (`sid`): by this they are refused once it has ended. */
  tokenSession: text("token_session"),
  /** Browser and network in words, as its owner recognizes it. */
  sealedDevice: bytes("sealed_device"),
  /** When its tokens were renewed last, which a page that is used does every five minutes. */
  lastSeenAt: instantColumn("last_seen_at").notNull(),
});

/** The profile that an account acted as last. */
export const accountChoice = pgTable("account_choice", {
  appUserId: uuid("app_user_id").primaryKey(),
  profileId: uuid("profile_id").notNull(),
  chosenAt: instantColumn("chosen_at").notNull(),
});

/** What ended while access tokens may still be good: a session (`sid`), or an account with all of its sessions. */
export const sessionEnd = pgTable("session_end", {
  subject: text("subject").primaryKey(),
  endedAt: instantColumn("ended_at").notNull(),
});
