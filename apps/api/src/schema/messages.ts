import type { MailFault } from "@touchline/contract/messages/mail-server";
import type { MailTextKind } from "@touchline/contract/messages/mail-texts";
import type { UndeliveredReason } from "@touchline/contract/messages/undelivered";
import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** The facts of each kind: ids and codes; the text is generated when it is read. */
export type NoticeFacts = {
  decision: { decision: string; requirementId: string; profileLevelAccessId: string; profileId: string };
  /** The first of several disqualifications proposed together, and how many there are. */
  proposal: { requirementId: string; profileLevelAccessId: string; profileId: string; count: number };
  /** A step of an adverse action, for the person or for reviewers. */
  adverseAction: {
    requirementId: string;
    profileLevelAccessId: string;
    profileId: string;
    what: string;
    reviewer: boolean;
  };
  /** A request to play in an older age group, for reviewers, or the decision, for whoever asked. */
  playingUp: { requirementId: string; profileLevelAccessId: string; profileId: string; state: string };
  task: { taskId: string; task: string; state: string; undo: boolean; done: number; total: number };
  roster: { rosterImportId: string; state: string; rows: number };
  /** An incident was assigned to the recipient. */
  incidentAssigned: { incidentId: string };
  /** An operator asks to view the product as the recipient does. */
  viewRequested: { supportViewId: string };
  externalResults: { externalImportId: string; state: string; recorded: number };
};
export type NoticeKind = keyof NoticeFacts;

/** A notice to a person within the product. */
export const notice = pgTable(
  "notice",
  {
    organizationId: organizationId(),
    noticeId: uuid("notice_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    kind: text("kind").$type<NoticeKind>().notNull(),
    /** The cause; a person gets only one of several with the same key. */
    key: text("key").notNull(),
    facts: jsonb("facts").$type<NoticeFacts[NoticeKind]>().notNull(),
    createdAt: instantColumn("created_at").notNull(),
    readAt: instantColumn("read_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.noticeId] })],
);

/** A mail of an organization. Written with the change that causes it, sent by a job; its text is encrypted. */
export const mail = pgTable(
  "mail",
  {
    organizationId: organizationId(),
    mailId: uuid("mail_id").notNull(),
    kind: text("kind").notNull(),
    /** The person it is about or for; null while they have no profile. */
    profileId: uuid("profile_id"),
    /** The cause: there is only one mail with the same key. */
    key: text("key").notNull(),
    sealedRecipient: bytes("sealed_recipient").notNull(),
    sealedContent: bytes("sealed_content").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** A worker is sending it until then. */
    sendingUntil: instantColumn("sending_until"),
    sentAt: instantColumn("sent_at"),
    /** When sending was given up: permanently rejected, or deferred too often. */
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

/** The latest undeliverable mail to a person. It counts while the person's address is the same, until a mail is accepted. */
export const undeliveredMail = pgTable(
  "undelivered_mail",
  {
    organizationId: organizationId(),
    profileId: uuid("profile_id").notNull(),
    kind: text("kind").notNull(),
    /** The address it was sent to. */
    email: text("email").notNull(),
    reason: text("reason").$type<UndeliveredReason>().notNull(),
    /** The mail server's reply, encrypted. */
    sealedReply: bytes("sealed_reply"),
    at: instantColumn("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.profileId] })],
);

/** A problem that keeps all mail of this installation from being sent; one row at most. Shared, outside every tenant. */
export const mailServerFault = pgTable("mail_server_fault", {
  singleton: boolean("singleton").primaryKey().default(true),
  kind: text("kind").$type<MailFault>().notNull(),
  /** The server's reply or the error of the connection. */
  detail: text("detail"),
  since: instantColumn("since").notNull(),
  triedAt: instantColumn("tried_at").notNull(),
});

/** The organization's own text for a kind of mail, one row for each change; the last one is used. */
export const mailText = pgTable(
  "mail_text",
  {
    organizationId: organizationId(),
    kind: text("kind").$type<MailTextKind>().notNull(),
    version: integer("version").notNull(),
    /** Subject and body of a language are both null if the standard text is used. */
    subjectEn: text("subject_en"),
    bodyEn: text("body_en"),
    subjectEs: text("subject_es"),
    bodyEs: text("body_es"),
    setBy: uuid("set_by").notNull(),
    setAt: instantColumn("set_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.kind, table.version] })],
);
