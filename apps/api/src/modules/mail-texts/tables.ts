import type { MailTextKind } from "@touchline/contract/mail-texts";
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn, organizationId } from "../../kernel/columns.ts";

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
