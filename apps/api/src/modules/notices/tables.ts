import { jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

/** What each kind keeps: ids and codes; the words are made when it is read. */
export type NoticeFacts = {
  decision: { decision: string; requirementId: string; profileLevelAccessId: string; profileId: string };
  /** The first of disqualifications that were proposed together, and how many there are. */
  proposal: { requirementId: string; profileLevelAccessId: string; profileId: string; count: number };
  task: { taskId: string; task: string; state: string; undo: boolean; done: number; total: number };
  roster: { rosterImportId: string; state: string; rows: number };
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
