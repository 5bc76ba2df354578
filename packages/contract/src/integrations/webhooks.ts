import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id, instant, line, paging, text } from "../values.ts";

/** The events that endpoints can subscribe to. */
export const webhookEventTypes = [
  "member.joined",
  "member.left",
  "member.status_changed",
  "requirement.completed",
  "requirement.status_changed",
  "review.decided",
  "incident.created",
  "incident.changed",
] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
/** The type of a test event, which can't be subscribed to. */
export const testEventType = "endpoint.test";

/** The version of every payload; it changes only when fields change their meaning. */
export const webhookVersion = 1;

export const webhookStates = ["active", "paused"] as const;
/** Why an endpoint is paused: by a person, after days of failures, or because it answered 410. */
export const webhookPausedBy = ["person", "failures", "gone"] as const;
export type WebhookPausedBy = (typeof webhookPausedBy)[number];

export const deliveryStates = ["waiting", "delivered", "dead"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * The problem of a delivery.
 *
 * - `status`: a response other than 2xx. `redirect`: 3xx, which is never followed.
 * - `private`: the address resolves to one that isn't public. `unresolved`: its name has no address.
 * - `timeout`: no response in time. `tls`: no secure connection. `unreachable`: no connection, or it broke.
 */
export const webhookProblems = [
  "status",
  "redirect",
  "private",
  "unresolved",
  "timeout",
  "tls",
  "unreachable",
] as const;
export type WebhookProblem = (typeof webhookProblems)[number];

/** The most endpoints of an organization, not counting removed ones. */
export const mostEndpoints = 20;
/** The most dead letters that one call requeues. */
export const mostReplayed = 5_000;

const events = z
  .array(z.enum(webhookEventTypes))
  .min(1, "Choose at least one event.")
  .max(webhookEventTypes.length, "Choose each event once.")
  .refine((chosen) => new Set(chosen).size === chosen.length, "Choose each event once.");

const shared = {
  url: line(500),
  description: text(100),
  events,
};

export const webhookEndpoint = z.object({
  webhookEndpointId: id,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEventTypes)),
  state: z.enum(webhookStates),
  pausedBy: z.enum(webhookPausedBy).nullable(),
  createdAt: instant,
  /** Until when deliveries are also signed with the previous secret; null: there is only one. */
  formerSecretUntil: instant.nullable(),
  lastSuccessAt: instant.nullable(),
  lastFailureAt: instant.nullable(),
  failuresInRow: z.int(),
  /** Since when every delivery has failed. */
  failingSince: instant.nullable(),
  /** Pending deliveries and dead letters; counted up to 1,001. */
  waiting: z.int(),
  dead: z.int(),
  /** Returned with a change. */
  version: z.int(),
});

/** The secret, shown only once: it can't be read again. */
const withSecret = z.object({ endpoint: webhookEndpoint, secret: z.string() });

export const listWebhooks = endpoint({
  method: "GET",
  path: "/api/app/integrations/webhook",
  summary: "Lists the organization's webhook endpoints, with their health.",
  errors: [403],
  response: z.array(webhookEndpoint),
});

export const addWebhook = endpoint({
  method: "POST",
  path: "/api/app/integrations/webhook",
  summary: "Adds a webhook endpoint and answers with its signing secret, which isn't shown again.",
  errors: [403, 409],
  body: z.strictObject(shared),
  shownOnce: true,
  response: withSecret,
});

export const getWebhook = endpoint({
  method: "GET",
  path: "/api/app/integrations/webhook/{id}",
  summary: "Gets a webhook endpoint, with its health.",
  errors: [403],
  response: webhookEndpoint,
});

export const changeWebhook = endpoint({
  method: "PUT",
  path: "/api/app/integrations/webhook/{id}",
  summary: "Changes the address, the description, or the events of a webhook endpoint.",
  errors: [403, 409],
  body: z.strictObject({ ...shared, version: z.int().min(1) }),
  response: webhookEndpoint,
});

export const removeWebhook = endpoint({
  method: "DELETE",
  path: "/api/app/integrations/webhook/{id}",
  summary: "Deletes a webhook endpoint. Nothing more is sent to it.",
  errors: [403],
  response: noContent,
});

export const setWebhookState = endpoint({
  method: "PUT",
  path: "/api/app/integrations/webhook/{id}/state",
  summary: "Pauses or resumes a webhook endpoint. While it is paused, events wait.",
  errors: [403],
  body: z.strictObject({ state: z.enum(webhookStates) }),
  response: webhookEndpoint,
});

export const rotateWebhookSecret = endpoint({
  method: "POST",
  path: "/api/app/integrations/webhook/{id}/secret",
  summary: "Makes a new signing secret. Deliveries are signed with both secrets for 24 hours.",
  errors: [403],
  shownOnce: true,
  response: withSecret,
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/api/app/integrations/webhook/{id}/test",
  summary: "Sends a test event to a webhook endpoint.",
  errors: [403, 409],
  response: z.object({ webhookEventId: id }),
});

export const webhookDelivery = z.object({
  webhookEventId: id,
  type: z.string(),
  /** When it happened. */
  at: instant,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** The latest try; null: none yet. */
  lastTry: z
    .object({ at: instant, status: z.int().nullable(), problem: z.enum(webhookProblems).nullable(), ms: z.int() })
    .nullable(),
  nextAttemptAt: instant.nullable(),
});

export const listWebhookDeliveries = endpoint({
  method: "GET",
  path: "/api/app/integrations/webhook/{id}/delivery",
  summary: "Lists deliveries of the last 30 days to a webhook endpoint, newest first.",
  errors: [403],
  query: {
    state: z.enum(deliveryStates).optional(),
    perPage: paging.perPage,
    cursor: z.string().max(300).optional(),
  },
  response: z.object({ data: z.array(webhookDelivery), next: z.string().nullable() }),
});

export const getWebhookDelivery = endpoint({
  method: "GET",
  path: "/api/app/integrations/webhook/{id}/delivery/{webhookEventId}",
  summary: "Gets a delivery with its body and its latest tries.",
  errors: [403],
  response: webhookDelivery.extend({
    /** The body as it is sent. */
    body: z.string(),
    tries: z.array(
      z.object({ at: instant, status: z.int().nullable(), problem: z.enum(webhookProblems).nullable(), ms: z.int() }),
    ),
  }),
});

export const replayWebhookDelivery = endpoint({
  method: "POST",
  path: "/api/app/integrations/webhook/{id}/delivery/{webhookEventId}/replay",
  summary: "Sends an event again that was delivered or given up.",
  errors: [403, 409],
  response: noContent,
});

export const replayDeadWebhooks = endpoint({
  method: "POST",
  path: "/api/app/integrations/webhook/{id}/replay",
  summary: `Sends dead letters of a webhook endpoint again, oldest first, at most ${mostReplayed.toLocaleString("en-US")}.`,
  errors: [403, 409],
  response: z.object({ replayed: z.int(), left: z.boolean() }),
});
