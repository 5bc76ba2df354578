import type { CreationStep } from "@touchline/contract/organization-creation";
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../../kernel/columns.ts";

/** An organization before it is one, of the operator who writes it. Shared; sealed, as it names its first administrator. */
export const organizationDraft = pgTable("organization_draft", {
  appUserId: uuid("app_user_id").primaryKey(),
  /** The id that the organization will have: from one draft comes one organization. */
  organizationId: organizationId(),
  /** Grows with each save. */
  revision: integer("revision").notNull(),
  step: text("step").$type<CreationStep>().notNull(),
  sealedContent: bytes("sealed_content").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

/** Which organization a call with an Idempotency-Key has made. Shared. */
export const organizationFounding = pgTable(
  "organization_founding",
  {
    appUserId: uuid("app_user_id").notNull(),
    key: text("key").notNull(),
    requestHash: bytes("request_hash").notNull(),
    organizationId: organizationId(),
    foundedAt: instantColumn("founded_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.appUserId, table.key] })],
);
