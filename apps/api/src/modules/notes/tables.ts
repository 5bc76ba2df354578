import { pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId, writtenXid } from "../../kernel/columns.ts";

/** What an administrator noted about a person. Only added to. */
export const memberNote = pgTable(
  "member_note",
  {
    organizationId: organizationId(),
    memberNoteId: uuid("member_note_id").notNull(),
    profileId: uuid("profile_id").notNull(),
    authorProfileId: uuid("author_profile_id").notNull(),
    /** Under the organization's key. */
    sealedText: bytes("sealed_text").notNull(),
    at: instantColumn("at").notNull(),
    writtenXid: writtenXid(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.memberNoteId] })],
);
