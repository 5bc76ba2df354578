import type { DigestChoice, MailLanguage, NotificationChoice, Scheme } from "@touchline/contract/account-settings";
import { pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn } from "../../kernel/columns.ts";

/** What an account chose for itself, on whatever device. Shared, outside every tenant. */
export const accountPreference = pgTable("account_preference", {
  appUserId: uuid("app_user_id").primaryKey(),
  language: text("language").$type<MailLanguage>().notNull(),
  scheme: text("scheme").$type<Scheme>(),
  /** Kinds of mail it does without. */
  muted: text("muted").array().$type<NotificationChoice[]>().notNull(),
  digest: text("digest").$type<DigestChoice>().notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

/** The latest change of each kind that goes through all of an account's organizations, and whether it is through. Shared. */
export const accountChange = pgTable(
  "account_change",
  {
    appUserId: uuid("app_user_id").notNull(),
    kind: text("kind").$type<"name" | "email" | "close">().notNull(),
    accountChangeId: uuid("account_change_id").notNull(),
    sealedContent: bytes("sealed_content").notNull(),
    begunAt: instantColumn("begun_at").notNull(),
    doneAt: instantColumn("done_at"),
  },
  (table) => [primaryKey({ columns: [table.appUserId, table.kind] })],
);
