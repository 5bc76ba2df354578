import type { QueryOf, ResponseOf } from "@touchline/contract";
import {
  type getWebhookDelivery,
  type listWebhookDeliveries,
  webhookVersion,
} from "@touchline/contract/integrations/webhooks";
import { and, desc, eq, lt } from "drizzle-orm";
import { z } from "zod";
import type { Call } from "../../../../call.ts";
import { onKey, ours } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { cursors } from "../../../../http/page-cursor.ts";
import { webhookDelivery, webhookEvent } from "../../../../schema/webhooks.ts";

type EventRow = Pick<typeof webhookEvent.$inferSelect, "webhookEventId" | "type" | "data" | "at">;
type Row = { delivery: typeof webhookDelivery.$inferSelect; event: EventRow };

/** The body of an event: the same text at every try, for every endpoint. */
export const bodyOf = (organizationId: string, { webhookEventId, type, data, at }: EventRow): string =>
  JSON.stringify({
    id: webhookEventId,
    type,
    version: webhookVersion,
    timestamp: at.toISOString(),
    organizationId,
    data,
  });

const cursor = cursors(z.object({ before: z.uuid() }));

const rows = (call: Call) =>
  call.db
    .select({
      delivery: webhookDelivery,
      event: {
        webhookEventId: webhookEvent.webhookEventId,
        type: webhookEvent.type,
        data: webhookEvent.data,
        at: webhookEvent.at,
      },
    })
    .from(webhookDelivery)
    .innerJoin(
      webhookEvent,
      and(ours(webhookEvent, call), onKey(webhookEvent.webhookEventId, webhookDelivery.webhookEventId)),
    );

function toResponse({ delivery, event }: Row): ResponseOf<typeof listWebhookDeliveries>["data"][number] {
  return {
    webhookEventId: event.webhookEventId,
    type: event.type,
    at: event.at.toISOString(),
    state: delivery.state,
    attempts: delivery.attempts,
    lastTry: delivery.tries.at(-1) ?? null,
    nextAttemptAt: delivery.state === "waiting" ? delivery.nextAttemptAt.toISOString() : null,
  };
}

/** Deliveries to an endpoint, the latest event first. @throws 400 (a cursor of another list) */
export async function deliveriesTo(
  call: Call,
  webhookEndpointId: string,
  { state, perPage, cursor: from }: QueryOf<typeof listWebhookDeliveries>,
): Promise<ResponseOf<typeof listWebhookDeliveries>> {
  const place = from === undefined ? null : cursor.read(from);
  const found = await rows(call)
    .where(
      and(
        ours(webhookDelivery, call),
        eq(webhookDelivery.webhookEndpointId, webhookEndpointId),
        state && eq(webhookDelivery.state, state),
        place ? lt(webhookDelivery.webhookEventId, place.before) : undefined,
      ),
    )
    .orderBy(desc(webhookDelivery.webhookEventId))
    .limit(perPage + 1);
  const page = found.slice(0, perPage);
  const last = page.at(-1);
  return {
    data: page.map(toResponse),
    next: found.length > perPage && last ? cursor.write({ before: last.delivery.webhookEventId }) : null,
  };
}

/** One delivery with its body. @throws NotFound */
export async function deliveryTo(
  call: Call,
  webhookEndpointId: string,
  webhookEventId: string,
): Promise<ResponseOf<typeof getWebhookDelivery>> {
  const [row] = await rows(call).where(
    and(
      ours(webhookDelivery, call),
      eq(webhookDelivery.webhookEndpointId, webhookEndpointId),
      eq(webhookDelivery.webhookEventId, webhookEventId),
    ),
  );
  if (!row) throw notFound("webhookDelivery");
  return { ...toResponse(row), body: bodyOf(call.organizationId, row.event), tries: [...row.delivery.tries] };
}
