import type { FastifyInstance } from "fastify";
import type { Adapters } from "../../../../call.ts";
import { newId } from "../../../../database/ids.ts";
import type { Tenancy } from "../../../../database/tenancy.ts";
import { notFound } from "../../../../errors.ts";
import { webhookRoute } from "../../../../http/webhook-route.ts";
import { paymentNews } from "../../../../schema/billing.ts";

type Deps = { tenancy: Tenancy; adapters: Adapters; now: () => Date };

/** Receives the card provider's webhooks. Only the ids of what they are about are stored; the rest is read from the provider. */
export function receivePayments(app: FastifyInstance, { tenancy, adapters, now }: Deps): void {
  webhookRoute<typeof paymentNews.$inferInsert>(app, "/api/webhooks/stripe", {
    check({ headers, body }) {
      if (adapters.payments === null) throw notFound("link");
      const provider = "stripe";
      const signature = headers["stripe-signature"];
      const news = signature === undefined ? null : adapters.payments.news(body, signature, now());
      if (news === null) return { provider, webhook: "refused" };
      if (news === "malformed") return { provider, webhook: news };
      const { newsId: newsKey, externalIds, happenedAt } = news;
      const receivedAt = now();
      return {
        provider,
        webhook: {
          ...{ webhookId: newId(), newsKey, type: news.type.slice(0, 100), externalIds: [...externalIds] },
          ...{ happenedAt, receivedAt, nextTryAt: receivedAt },
        },
      };
    },
    insert: (rows) => tenancy.runShared((db) => db.insert(paymentNews).values(rows).onConflictDoNothing()),
  });
}
