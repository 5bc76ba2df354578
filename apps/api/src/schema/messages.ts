import type { MailFault } from "@touchline/contract/messages/mail-server";
import type { MailTextKind } from "@touchline/contract/messages/mail-texts";
import type { UndeliveredReason } from "@touchline/contract/messages/undelivered";
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** What each kind keeps: ids and codes; the words are made when it is read. */
export type NoticeFacts = {
  decision: { decision: string; requirementId: string; profileLevelAccessId: string; profileId: string };
  /** The first of disqualifications that were proposed together, and how many there are. */
  proposal: { requirementId: string; profileLevelAccessId: string; profileId: string; count: number };
  /** A step of an adverse action, for the person or for reviewers. */
  adverseAction: {
    requirementId: string;
    profileLevelAccessId: string;
    profileId: string;
    what: string;
    reviewer: boolean;
  };
  task: { taskId: string; task: string; state: string; undo: boolean; done: number; total: number };
  roster: { rosterImportId: string; state: string; rows: number };
  externalResults: { externalImportId: string; state: string; recorded: number };
};
export type NoticeKind = keyof NoticeFacts;

/** What somebody is told in the product itself. */
export const notice = pgTable(
  "notice",
  {
    organizationId: organizationId(),
    noticeId: uuid("notice_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    kind: text("kind").$type<NoticeKind>().notNull(),
    /** Why it is written; of several with the same key a person gets one. */
    key: text("key").notNull(),
    facts: jsonb("facts").$type<NoticeFacts[NoticeKind]>().notNull(),
    createdAt: instantColumn("created_at").notNull(),
    readAt: instantColumn("read_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.noticeId] })],
);

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
    /** Why it was given up. */
    failedReason: text("failed_reason").$type<UndeliveredReason>(),
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

/** The latest mail to a person that was given up. It counts while the person's address is the same, until a mail is taken. */
export const undeliveredMail = pgTable(
  "undelivered_mail",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    kind: text("kind").notNull(),
    /** Where it went. */
    email: text("email").notNull(),
    reason: text("reason").$type<UndeliveredReason>().notNull(),
    /** What the mail server answered. */
    sealedReply: bytes("sealed_reply"),
    at: instantColumn("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** What keeps every mail of this installation from leaving; one row at most. Shared, outside every tenant. */
export const mailServerFault = pgTable("mail_server_fault", {
  singleton: boolean("singleton").primaryKey().default(true),
  kind: text("kind").$type<MailFault>().notNull(),
  /** The server's reply or the error of the connection. */
  detail: text("detail"),
  since: instantColumn("since").notNull(),
  triedAt: instantColumn("tried_at").notNull(),
});

/** What a kind of mail says in the organization's own words, one row for each change; the last one counts. */
export const mailText = pgTable(
  "mail_text",
  {
    organizationId: organizationId(),
    kind: text("kind").$type<MailTextKind>().notNull(),
    version: integer("version").notNull(),
    /** Subject and body of a language are both null where the standard text is used. */
    subjectEn: text("subject_en"),
    bodyEn: text("body_en"),
    subjectEs: text("subject_es"),
    bodyEs: text("body_es"),
    setBy: uuid("set_by").notNull(),
    setAt: instantColumn("set_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind, table.version] })],
);
