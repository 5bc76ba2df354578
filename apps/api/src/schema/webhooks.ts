import type { WebhookEventType, WebhookPausedBy, WebhookProblem } from "@touchline/contract/integrations/webhooks";
import { integer, jsonb, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instantColumn, organizationId } from "../database/columns.ts";

/** An address of the organization's own systems that receives events. */
export const webhookEndpoint = pgTable(
  "webhook_endpoint",
  {
    organizationId: organizationId(),
    webhookEndpointId: uuid("webhook_endpoint_id").notNull(),
    url: text("url").notNull(),
    description: text("description").notNull(),
    events: text("events").array().$type<WebhookEventType[]>().notNull(),
    state: text("state").$type<"active" | "paused" | "removed">().notNull(),
    /** Null unless it is paused. */
    pausedBy: text("paused_by").$type<WebhookPausedBy>(),
    /** The secret that deliveries are signed with; null once the endpoint is removed. */
    sealedSecret: bytes("sealed_secret"),
    /** The previous secret, which also signs until then. */
    sealedFormerSecret: bytes("sealed_former_secret"),
    formerUntil: instantColumn("former_until"),
    createdBy: uuid("created_by").notNull(),
    createdAt: instantColumn("created_at").notNull(),
    removedAt: instantColumn("removed_at"),
    lastSuccessAt: instantColumn("last_success_at"),
    lastFailureAt: instantColumn("last_failure_at"),
    failuresInRow: integer("failures_in_row").notNull().default(0),
    /** Since when every delivery has failed; null while they succeed. */
    failingSince: instantColumn("failing_since"),
    /** Nothing is sent before then. */
    holdUntil: instantColumn("hold_until"),
    /** The worker that sends to it, and until when it alone does. */
    workedBy: uuid("worked_by"),
    workedUntil: instantColumn("worked_until"),
    /** Incremented with each change. */
    version: integer("version").notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.webhookEndpointId] })],
);

/** An event that an endpoint subscribes to. Written with its history (`jobs/outbox.ts`). */
export const webhookEvent = pgTable(
  "webhook_event",
  {
    organizationId: organizationId(),
    webhookEventId: uuid("webhook_event_id").notNull(),
    type: text("type").notNull(),
    /** Ids and codes only: no names. */
    data: jsonb("data").$type<Readonly<Record<string, string | null>>>().notNull(),
    at: instantColumn("at").notNull(),
    recordedAt: instantColumn("recorded_at").notNull(),
    handedOutAt: instantColumn("handed_out_at"),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.webhookEventId] })],
);

export type WebhookTry = { at: string; status: number | null; problem: WebhookProblem | null; ms: number };

/** The delivery of one event to one endpoint. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    organizationId: organizationId(),
    webhookEndpointId: uuid("webhook_endpoint_id").notNull(),
    webhookEventId: uuid("webhook_event_id").notNull(),
    state: text("state").$type<"waiting" | "delivered" | "dead">().notNull(),
    /** Tries since it was last queued. */
    attempts: smallint("attempts").notNull().default(0),
    nextAttemptAt: instantColumn("next_attempt_at").notNull(),
    firstAttemptAt: instantColumn("first_attempt_at"),
    settledAt: instantColumn("settled_at"),
    /** The latest tries, oldest first. */
    tries: jsonb("tries").$type<readonly WebhookTry[]>().notNull().default([]),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.webhookEndpointId, table.webhookEventId] })],
);
