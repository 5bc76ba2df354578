import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

/** A mail of an organization. Written with the change that causes it, sent by a job; what it says is sealed. */
export const mail = pgTable(
  "mail",
  {
    organizationId: organizationId(),
    mailId: uuid("mail_id").notNull(),
    kind: text("kind").notNull(),
    /** Whom it is about or for; null when that is nobody's profile yet. */
    profileId: uuid("profile_id"),
    /** Why it is written: of two with the same there is one. */
    key: text("key").notNull(),
    sealedRecipient: bytes("sealed_recipient").notNull(),
    sealedContent: bytes("sealed_content").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Until then a worker is at it. */
    sendingUntil: instantColumn("sending_until"),
    sentAt: instantColumn("sent_at"),
    /** Given up: refused for good, or put off too often. */
    failedAt: instantColumn("failed_at"),
    lastCode: text("last_code"),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.mailId] })],
);

/** A mail about an account, which belongs to no organization. Shared, sealed under the master key. */
export const accountMail = pgTable("account_mail", {
  accountMailId: uuid("account_mail_id").primaryKey(),
  kind: text("kind").notNull(),
  appUserId: uuid("app_user_id"),
  sealedRecipient: bytes("sealed_recipient").notNull(),
  sealedContent: bytes("sealed_content").notNull(),
  attempts: integer("attempts").notNull().default(0),
  /** Null once it was sent or given up. */
  nextTryAt: instantColumn("next_try_at"),
  sentAt: instantColumn("sent_at"),
  failedAt: instantColumn("failed_at"),
  lastCode: text("last_code"),
  createdAt: instantColumn("created_at").notNull(),
});
