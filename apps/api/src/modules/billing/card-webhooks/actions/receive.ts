import type { FastifyInstance } from "fastify";
import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { webhookRoute } from "../../../../http/webhook-route.ts";
import { paymentWebhook } from "../../../../schema/billing.ts";

type Deps = { tenancy: Tenancy; adapters: Adapters; now: () => Date };

/** Receives the card provider's webhooks. Only the ids of what they are about are stored; the rest is read from the provider. */
export function receivePayments(app: FastifyInstance, { tenancy, adapters, now }: Deps): void {
  webhookRoute(app, "/api/webhooks/stripe", {
    table: paymentWebhook,
    tenancy,
    check({ headers, body }) {
      if (adapters.payments === null) throw notFound("link");
      const provider = "stripe";
      const signature = headers["stripe-signature"];
      const webhook = signature === undefined ? null : adapters.payments.readWebhook(body, signature, now());
      if (webhook === null) return { provider, webhook: "refused" };
      if (webhook === "malformed") return { provider, webhook };
      const { eventId: providerEventId, externalIds, happenedAt } = webhook;
      const receivedAt = now();
      return {
        provider,
        webhook: {
          ...{ webhookId: newId(), providerEventId, type: webhook.type.slice(0, 100), externalIds: [...externalIds] },
          ...{ happenedAt, receivedAt, nextTryAt: receivedAt },
        },
      };
    },
  });
}
